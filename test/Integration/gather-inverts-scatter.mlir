// A gather of the same tuples gives the updates back where they are unique.

// RUN: %scatternd_run %s --check | FileCheck %s

func.func @main() -> tensor<2x2xi32> {
  %data = arith.constant dense<0> : tensor<3x2xi32>
  %indices = arith.constant dense<[[2], [-3]]> : tensor<2x1xi32>
  %updates = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %written = scatternd.scatter %updates into %data[%indices] unique
      : tensor<2x2xi32>, tensor<2x1xi32> into tensor<3x2xi32>
  %init = tensor.empty() : tensor<2x2xi32>
  %read = scatternd.gather %written[%indices] into %init
      : tensor<3x2xi32>, tensor<2x1xi32> into tensor<2x2xi32>
  return %read : tensor<2x2xi32>
}

// CHECK: result 0: tensor<2x2xi32> = {{\[\[}}1, 2], [3, 4]]
