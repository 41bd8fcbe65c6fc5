// Updates that are data: the op reads them as they were before it wrote.

// RUN: %scatternd_run %s --check | FileCheck %s

func.func @main() -> tensor<3xi32> {
  %start = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %zero = arith.constant dense<0> : tensor<1x1xi64>
  %update = arith.constant dense<7> : tensor<1xi32>
  %data = scatternd.scatter %update into %start[%zero]
      : tensor<1xi32>, tensor<1x1xi64> into tensor<3xi32>
  // Each element goes one place on, the last one to the front.
  %next = arith.constant dense<[[1], [2], [0]]> : tensor<3x1xi64>
  %turned = scatternd.scatter %data into %data[%next]
      : tensor<3xi32>, tensor<3x1xi64> into tensor<3xi32>
  return %turned : tensor<3xi32>
}

// CHECK: result 0: tensor<3xi32> = [3, 7, 2]
