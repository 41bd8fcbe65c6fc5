// The ONNX page's second example: two of four 4x4 slices are replaced.
func.func @main(%data: tensor<4x4x4xf32>, %indices: tensor<2x1xi64>,
                %updates: tensor<2x4x4xf32>) -> tensor<4x4x4xf32> {
  %output = scatternd.scatter %updates into %data[%indices]
      : tensor<2x4x4xf32>, tensor<2x1xi64> into tensor<4x4x4xf32>
  return %output : tensor<4x4x4xf32>
}
