// Data that is a slice of a larger tensor, put back afterwards.

// RUN: %scatternd_run %s --check | FileCheck %s

func.func @main() -> tensor<3x4xi32> {
  %whole = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %part = tensor.extract_slice %whole[0, 1] [3, 2] [1, 2]
      : tensor<3x4xi32> to tensor<3x2xi32>
  %indices = arith.constant dense<[[-1], [0]]> : tensor<2x1xi64>
  %updates = arith.constant dense<[[-1, -2], [-3, -4]]> : tensor<2x2xi32>
  %written = scatternd.scatter %updates into %part[%indices]
      : tensor<2x2xi32>, tensor<2x1xi64> into tensor<3x2xi32>
  %result = tensor.insert_slice %written into %whole[0, 1] [3, 2] [1, 2]
      : tensor<3x2xi32> into tensor<3x4xi32>
  return %result : tensor<3x4xi32>
}

// CHECK: result 0: tensor<3x4xi32> = {{\[\[}}0, -3, 2, -4], [4, 5, 6, 7], [8, -1, 10, -2]]
