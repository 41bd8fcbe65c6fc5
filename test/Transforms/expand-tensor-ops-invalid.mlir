// Such a constant cannot be written, but upstream's folds make it.
// RUN: scatternd-opt %s --canonicalize --scatternd-expand-tensor-ops --verify-diagnostics

func.func @folded(%t: tensor<?xi32>) -> tensor<?xi1> {
  // expected-error @below {{'arith.constant' op has type 'tensor<?xi1>', whose extents nobody knows: an earlier pass folded an op of that type}}
  %r = arith.cmpi ne, %t, %t : tensor<?xi32>
  return %r : tensor<?xi1>
}
