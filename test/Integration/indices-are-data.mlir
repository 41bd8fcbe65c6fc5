// Indices that are data: the op reads all of them before it writes.

// RUN: %scatternd_run %s --check | FileCheck %s

func.func @main() -> tensor<3x1xi64> {
  %start = arith.constant dense<[[1], [2], [2]]> : tensor<3x1xi64>
  %zero = arith.constant dense<2> : tensor<1x1xi64>
  %update = arith.constant dense<0> : tensor<1x1xi64>
  %data = scatternd.scatter %update into %start[%zero]
      : tensor<1x1xi64>, tensor<1x1xi64> into tensor<3x1xi64>
  // Data is [1, 2, 0] now, and so are the indices.
  %updates = arith.constant dense<[[10], [20], [30]]> : tensor<3x1xi64>
  %result = scatternd.scatter %updates into %data[%data]
      : tensor<3x1xi64>, tensor<3x1xi64> into tensor<3x1xi64>
  return %result : tensor<3x1xi64>
}

// CHECK: result 0: tensor<3x1xi64> = {{\[\[}}30], [10], [20]]
