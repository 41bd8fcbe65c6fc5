// The ONNX page's first example: four elements of a vector are replaced.
func.func @main(%data: tensor<8xf32>, %indices: tensor<4x1xi64>,
                %updates: tensor<4xf32>) -> tensor<8xf32> {
  %output = scatternd.scatter %updates into %data[%indices]
      : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %output : tensor<8xf32>
}
