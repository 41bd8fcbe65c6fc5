// One step of training an embedding: each token of a batch adds its gradient
// to its row of the table. Frequent tokens come many times, and every time
// counts; the sums are made in the order of the tokens, so their bits are the
// same in every run. The table is a buffer and is updated in place.
func.func @main(%table: memref<1000x64xf32>, %tokens: memref<8x32x1xi64>,
                %gradients: memref<8x32x64xf32>) {
  scatternd.scatter %gradients into %table[%tokens] reduction(add)
      : memref<8x32x64xf32>, memref<8x32x1xi64> into memref<1000x64xf32>
  return
}

// The same on tensors: the table given is left as it is.
func.func @on_tensors(%table: tensor<1000x64xf32>, %tokens: tensor<8x32x1xi64>,
                      %gradients: tensor<8x32x64xf32>)
    -> tensor<1000x64xf32> {
  %updated = scatternd.scatter %gradients into %table[%tokens] reduction(add)
      : tensor<8x32x64xf32>, tensor<8x32x1xi64> into tensor<1000x64xf32>
  return %updated : tensor<1000x64xf32>
}

// Looking the tokens up again: the inverse op.
func.func @look_up(%table: tensor<1000x64xf32>, %tokens: tensor<8x32x1xi64>,
                   %rows: tensor<8x32x64xf32>) -> tensor<8x32x64xf32> {
  %found = scatternd.gather %table[%tokens] into %rows
      : tensor<1000x64xf32>, tensor<8x32x1xi64> into tensor<8x32x64xf32>
  return %found : tensor<8x32x64xf32>
}
