// Tensors are values: data used after the op is what it was.

// RUN: %scatternd_run %s --check | FileCheck %s

func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %data = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %indices = arith.constant dense<[[0], [-1]]> : tensor<2x1xi64>
  %updates = arith.constant dense<[10, 20]> : tensor<2xi32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<2xi32>, tensor<2x1xi64> into tensor<4xi32>
  return %result, %data : tensor<4xi32>, tensor<4xi32>
}

// CHECK: result 0: tensor<4xi32> = [10, 2, 3, 20]
// CHECK-NEXT: result 1: tensor<4xi32> = [1, 2, 3, 4]
