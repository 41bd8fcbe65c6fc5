// One bad tuple, and nothing is written: the places of the second op are the
// data of the first, so a change would make it report as well.

// RUN: not %scatternd_run %s 2>&1 | FileCheck %s --implicit-check-not=note:

func.func @main() -> tensor<2xf32> {
  %data = arith.constant dense<[[0], [1]]> : tensor<2x1xi64>
  %indices = arith.constant dense<[[0], [1], [2]]> : tensor<3x1xi64>
  %updates = arith.constant dense<1000> : tensor<3x1xi64>
  %places = scatternd.scatter %updates into %data[%indices]
      : tensor<3x1xi64>, tensor<3x1xi64> into tensor<2x1xi64>
  %table = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %init = tensor.empty() : tensor<2xf32>
  %seen = scatternd.gather %table[%places] into %init
      : tensor<2xf32>, tensor<2x1xi64> into tensor<2xf32>
  return %seen : tensor<2xf32>
}

// CHECK: error: {{.*}}reports-nothing-written.mlir:10:13: index out of bounds: indices[2, 0] = 2, but data dimension 0 has extent 2 (valid: -2 to 1)
