// An op that comes from a file without lines, as importers write it.

// RUN: not %scatternd_run %s 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not %scatternd_run %s --entry=plain 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not %scatternd_run %s --entry=odd 2>&1 | FileCheck %s --check-prefix=ODD

// NAMED: {{^}}error: Scatter_12 at model.onnx: index out of bounds: indices[0, 0] = 3, but data dimension 0 has extent 3 (valid: -3 to 2)
func.func @main() -> tensor<3xf32> {
  %data = arith.constant dense<0.0> : tensor<3xf32>
  %indices = arith.constant dense<[[3]]> : tensor<1x1xi64>
  %updates = arith.constant dense<1.0> : tensor<1xf32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<1xf32>, tensor<1x1xi64> into tensor<3xf32> loc("Scatter_12"("model.onnx":0:0))
  return %result : tensor<3xf32>
}

// PLAIN: {{^}}error: model.onnx: index out of bounds: indices[0, 0] = 3, but data dimension 0 has extent 3 (valid: -3 to 2)
func.func @plain() -> tensor<3xf32> {
  %data = arith.constant dense<0.0> : tensor<3xf32>
  %indices = arith.constant dense<[[3]]> : tensor<1x1xi64>
  %updates = arith.constant dense<1.0> : tensor<1xf32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<1xf32>, tensor<1x1xi64> into tensor<3xf32> loc("model.onnx":0:0)
  return %result : tensor<3xf32>
}

// A name may hold a NUL.
// ODD: {{^}}error: a\x00b at model.onnx: index out of bounds: indices[0, 0] = 3, but
func.func @odd() -> tensor<3xf32> {
  %data = arith.constant dense<0.0> : tensor<3xf32>
  %indices = arith.constant dense<[[3]]> : tensor<1x1xi64>
  %updates = arith.constant dense<1.0> : tensor<1xf32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<1xf32>, tensor<1x1xi64> into tensor<3xf32> loc("a\00b"("model.onnx":0:0))
  return %result : tensor<3xf32>
}
