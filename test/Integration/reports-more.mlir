// The first report is shown whole, further ones are counted.

// RUN: not %scatternd_run %s 2>&1 | FileCheck %s

func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %data = arith.constant dense<0.0> : tensor<2xf32>
  %bad = arith.constant dense<[[0], [-3]]> : tensor<2x1xi64>
  %good = arith.constant dense<[[0], [-2]]> : tensor<2x1xi64>
  %updates = arith.constant dense<1.0> : tensor<2xf32>
  %first = scatternd.scatter %updates into %data[%bad]
      : tensor<2xf32>, tensor<2x1xi64> into tensor<2xf32>
  %second = scatternd.scatter %updates into %first[%bad] reduction(add)
      : tensor<2xf32>, tensor<2x1xi64> into tensor<2xf32>
  %third = scatternd.scatter %updates into %second[%good]
      : tensor<2xf32>, tensor<2x1xi64> into tensor<2xf32>
  %fourth = scatternd.gather %third[%bad] into %data
      : tensor<2xf32>, tensor<2x1xi64> into tensor<2xf32>
  return %second, %third, %fourth : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK: error: {{.*}}reports-more.mlir:10:12: index out of bounds: indices[1, 0] = -3, but data dimension 0 has extent 2 (valid: -2 to 1)
// CHECK-NEXT: note: 2 more
