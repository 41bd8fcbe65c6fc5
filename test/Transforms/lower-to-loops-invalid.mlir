// What the lowering does not take is an error that names op and type.
// RUN: scatternd-opt %s --scatternd-lower-to-loops --split-input-file --verify-diagnostics
// RUN: scatternd-opt %s --scatternd-lower-to-reference --split-input-file --verify-diagnostics

func.func @tensors(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @below {{'scatternd.scatter' op is on tensors, and must be bufferized before it is lowered}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

#layout = affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>
func.func @layout(%d: memref<8xf32, #layout>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  // expected-error @below {{'scatternd.scatter' op has an operand whose layout is not strided, 'memref<8xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>'}}
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32, #layout>
  return
}

// -----

func.func @i24(%d: memref<8xi24>, %i: memref<4x1xi64>, %u: memref<4xi24>) {
  // expected-error @below {{'scatternd.gather' op has element type 'i24', which the lowering does not take}}
  scatternd.gather %d[%i] into %u : memref<8xi24>, memref<4x1xi64> into memref<4xi24>
  return
}

// -----

func.func @vectors(%d: memref<8xvector<4xf32>>, %i: memref<4x1xi64>, %u: memref<4xvector<4xf32>>) {
  // expected-error @below {{'scatternd.scatter' op has element type 'vector<4xf32>', which the lowering does not take}}
  scatternd.scatter %u into %d[%i] : memref<4xvector<4xf32>>, memref<4x1xi64> into memref<8xvector<4xf32>>
  return
}

// -----

func.func @i4_max(%d: memref<8xi4>, %i: memref<4x1xi64>, %u: memref<4xi4>) {
  // expected-error @below {{'scatternd.scatter' op has element type 'i4', which the lowering does not take under reduction max}}
  scatternd.scatter %u into %d[%i] reduction(max) : memref<4xi4>, memref<4x1xi64> into memref<8xi4>
  return
}
