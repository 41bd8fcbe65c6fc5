// What the lowering says of an op that it does not take; docs/Scatter.md shows it.
// RUN: scatternd-opt %s -split-input-file -verify-diagnostics --scatternd-lower-to-loops

func.func @element(%data: memref<8xi12>, %indices: memref<4x1xi64>, %updates: memref<4xi12>) {
  // expected-error @below {{has element type 'i12', which the lowering does not take}}
  scatternd.scatter %updates into %data[%indices]
      : memref<4xi12>, memref<4x1xi64> into memref<8xi12>
  return
}

// -----

func.func @reduction(%data: memref<8xi4>, %indices: memref<4x1xi64>, %updates: memref<4xi4>) {
  // expected-error @below {{has element type 'i4', which the lowering does not take under reduction add}}
  scatternd.scatter %updates into %data[%indices] reduction(add)
      : memref<4xi4>, memref<4x1xi64> into memref<8xi4>
  return
}

// -----

func.func @layout(%data: memref<8x8xf32, affine_map<(i, j) -> (i mod 4, j)>>,
                  %indices: memref<4x1xi64>, %updates: memref<4x8xf32>) {
  // expected-error @below {{has an operand whose layout is not strided}}
  scatternd.scatter %updates into %data[%indices]
      : memref<4x8xf32>, memref<4x1xi64>
        into memref<8x8xf32, affine_map<(i, j) -> (i mod 4, j)>>
  return
}

// -----

func.func @tensors(%data: tensor<8xf32>, %indices: tensor<4x1xi64>, %updates: tensor<4xf32>) {
  // expected-error @below {{is on tensors, and must be bufferized before it is lowered}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}
