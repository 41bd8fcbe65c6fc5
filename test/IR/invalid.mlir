// RUN: scatternd-opt %s -split-input-file -verify-diagnostics

// One negative test or more for each constraint, C1 to C10 of docs/Scatter.md, and
// for the clauses' syntax. What ODS and traits check first keeps their wording.

func.func @scatter_c1_unranked(%d: tensor<*xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor or memref, but got 'tensor<*xf32>'}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<*xf32>
  return
}

// -----

func.func @scatter_c1_unranked_memref(%d: memref<8xf32>, %i: memref<*xi64>, %u: memref<4xf32>) {
  // expected-error @below {{operand #1 must be ranked tensor or memref, but got 'memref<*xi64>'}}
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<*xi64> into memref<8xf32>
  return
}

// -----

func.func @scatter_c1_mixed(%d: tensor<8xf32>, %i: memref<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected indices to be a tensor (as data), but got memref<4x1xi64>}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, memref<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @scatter_c1_mixed_updates(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected updates to be a memref (as data), but got tensor<4xf32>}}
  scatternd.scatter %u into %d[%i] : tensor<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// -----

func.func @scatter_c1_result_of_memrefs(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  // expected-error @below {{expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %0 = "scatternd.scatter"(%d, %i, %u) : (memref<8xf32>, memref<4x1xi64>, memref<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @scatter_c1_no_result(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  "scatternd.scatter"(%d, %i, %u) : (tensor<8xf32>, tensor<4x1xi64>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @scatter_c1_result_type(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected type of operand #0 ('tensor<8xf32>') to match type of corresponding result ('tensor<9xf32>')}}
  %0 = "scatternd.scatter"(%d, %i, %u) : (tensor<8xf32>, tensor<4x1xi64>, tensor<4xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @gather_c1_result_type(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected type of operand #2 ('tensor<4xf32>') to match type of corresponding result ('tensor<8xf32>')}}
  %0 = "scatternd.gather"(%d, %i, %u) : (tensor<8xf32>, tensor<4x1xi64>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @scatter_c1_vector(%d: vector<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor or memref, but got 'vector<8xf32>'}}
  "scatternd.scatter"(%d, %i, %u) : (vector<8xf32>, tensor<4x1xi64>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @scatter_c2(%d: tensor<f32>, %i: tensor<4x0xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected data rank to be at least 1, but got 0}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x0xi64> into tensor<f32>
  return
}

// -----

func.func @scatter_c3_rank(%d: tensor<8xf32>, %i: tensor<i64>, %u: tensor<f32>) {
  // expected-error @below {{expected indices rank to be at least 1, but got 0}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<f32>, tensor<i64> into tensor<8xf32>
  return
}

// -----

func.func @scatter_c3_element(%d: tensor<8xf32>, %i: tensor<4x1xf32>, %u: tensor<4xf32>) {
  // expected-error @below {{expected indices element type to be i32, i64 or index, but got f32}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xf32> into tensor<8xf32>
  return
}

// -----

func.func @scatter_c3_unsigned(%d: tensor<8xf32>, %i: tensor<4x1xui64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected indices element type to be i32, i64 or index, but got ui64}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xui64> into tensor<8xf32>
  return
}

// -----

func.func @scatter_c4(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xi32>) {
  // expected-error @below {{expected updates element type to be f32 (data), but got i32}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xi32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @gather_c4(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xi32>) {
  // expected-error @below {{expected init element type to be f32 (data), but got i32}}
  %0 = scatternd.gather %d[%i] into %u : tensor<8xf32>, tensor<4x1xi64> into tensor<4xi32>
  return
}

// -----

func.func @scatter_c5_negative(%d: tensor<2x8xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) {
  // expected-error @below {{expected batch_dims to be 0 to 1 (data rank 2, indices rank 2), but got -1}}
  %0 = scatternd.scatter %u into %d[%i] batch_dims(-1) : tensor<2xf32>, tensor<2x1xi64> into tensor<2x8xf32>
  return
}

// -----

func.func @scatter_c5_above_indices(%d: tensor<2x8xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) {
  // expected-error @below {{expected batch_dims to be 0 to 1 (data rank 2, indices rank 2), but got 2}}
  %0 = scatternd.scatter %u into %d[%i] batch_dims(2) : tensor<2xf32>, tensor<2x1xi64> into tensor<2x8xf32>
  return
}

// -----

func.func @scatter_c5_above_data(%d: tensor<2xf32>, %i: tensor<2x2x2x0xi64>, %u: tensor<2x2x2xf32>) {
  // expected-error @below {{expected batch_dims to be 0 to 1 (data rank 1, indices rank 4), but got 2}}
  %0 = scatternd.scatter %u into %d[%i] batch_dims(2) : tensor<2x2x2xf32>, tensor<2x2x2x0xi64> into tensor<2xf32>
  return
}

// -----

func.func @scatter_c6_rank_below(%d: tensor<8xf32>, %i: tensor<2x2x1xi64>, %u: tensor<2xf32>) {
  // expected-error @below {{expected updates rank to be 2 to 3 (data rank 1, indices rank 3), but got 1}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<2xf32>, tensor<2x2x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @scatter_c6_rank_above(%d: tensor<8xf32>, %i: tensor<2x1xi64>, %u: tensor<2x8x8xf32>) {
  // expected-error @below {{expected updates rank to be 1 to 2 (data rank 1, indices rank 2), but got 3}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<2x8x8xf32>, tensor<2x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @scatter_c6_rank_with_batch(%d: tensor<2xf32>, %i: tensor<2x0xi64>, %u: tensor<2x2xf32>) {
  // expected-error @below {{expected updates rank to be 1 (data rank 1, indices rank 2, batch_dims 1), but got 2}}
  %0 = scatternd.scatter %u into %d[%i] batch_dims(1) : tensor<2x2xf32>, tensor<2x0xi64> into tensor<2xf32>
  return
}

// -----

func.func @scatter_c6_components(%d: tensor<8x8x8xf32>, %i: tensor<4x3xi64>, %u: tensor<4x8xf32>) {
  // expected-error @below {{expected indices dimension 1 to be 2 (components left by data rank 3 and updates rank 2), but got 3}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4x8xf32>, tensor<4x3xi64> into tensor<8x8x8xf32>
  return
}

// -----

func.func @gather_c6_components(%d: memref<8x8x8xf32>, %i: memref<4x3xi64>, %u: memref<4x8xf32>) {
  // expected-error @below {{expected indices dimension 1 to be 2 (components left by data rank 3 and init rank 2), but got 3}}
  scatternd.gather %d[%i] into %u : memref<8x8x8xf32>, memref<4x3xi64> into memref<4x8xf32>
  return
}

// -----

func.func @scatter_c7_leading_dim(%d: tensor<8xf32>, %i: tensor<2x4x1xi64>, %u: tensor<2x3xf32>) {
  // expected-error @below {{expected updates dimension 1 to be 4 (indices dimension 1), but got 3}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<2x3xf32>, tensor<2x4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @scatter_c8_slice_dim(%d: tensor<8x5xf32>, %i: tensor<2x1xi64>, %u: tensor<2x4xf32>) {
  // expected-error @below {{expected updates dimension 1 to be 5 (data dimension 1), but got 4}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<2x4xf32>, tensor<2x1xi64> into tensor<8x5xf32>
  return
}

// -----

func.func @gather_c8_slice_dim(%d: tensor<3x8x5xf32>, %i: tensor<3x2x1xi64>, %u: tensor<3x2x4xf32>) {
  // expected-error @below {{expected init dimension 2 to be 5 (data dimension 2), but got 4}}
  %0 = scatternd.gather %d[%i] into %u batch_dims(1) : tensor<3x8x5xf32>, tensor<3x2x1xi64> into tensor<3x2x4xf32>
  return
}

// -----

func.func @scatter_c9_batch_dim(%d: tensor<3x8xf32>, %i: tensor<2x4x1xi64>, %u: tensor<2x4xf32>) {
  // expected-error @below {{expected data dimension 0 to be 2 (indices dimension 0), but got 3}}
  %0 = scatternd.scatter %u into %d[%i] batch_dims(1) : tensor<2x4xf32>, tensor<2x4x1xi64> into tensor<3x8xf32>
  return
}

// -----

func.func @scatter_c10_string(%d: tensor<8x!scatternd.string>, %i: tensor<4x1xi64>, %u: tensor<4x!scatternd.string>) {
  // expected-error @below {{expected data element type to be an integer, float or complex type other than f8E8M0FNU (reduction add), but got !scatternd.string}}
  %0 = scatternd.scatter %u into %d[%i] reduction(add) : tensor<4x!scatternd.string>, tensor<4x1xi64> into tensor<8x!scatternd.string>
  return
}

// -----

func.func @scatter_c10_complex(%d: tensor<8xcomplex<f32>>, %i: tensor<4x1xi64>, %u: tensor<4xcomplex<f32>>) {
  // expected-error @below {{expected data element type to be an integer or float type other than f8E8M0FNU (reduction max), but got complex<f32>}}
  %0 = scatternd.scatter %u into %d[%i] reduction(max) : tensor<4xcomplex<f32>>, tensor<4x1xi64> into tensor<8xcomplex<f32>>
  return
}

// -----

func.func @scatter_c10_e8m0(%d: tensor<8xf8E8M0FNU>, %i: tensor<4x1xi64>, %u: tensor<4xf8E8M0FNU>) {
  // expected-error @below {{expected data element type to be an integer, float or complex type other than f8E8M0FNU (reduction mul), but got f8E8M0FNU}}
  %0 = scatternd.scatter %u into %d[%i] reduction(mul) : tensor<4xf8E8M0FNU>, tensor<4x1xi64> into tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @clause_value(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{custom op 'scatternd.scatter' expected reduction to be one of none, add, mul, max, min, but got sum}}
  %0 = scatternd.scatter %u into %d[%i] reduction(sum) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @clause_order(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{custom op 'scatternd.scatter' expected clauses in the order reduction, out_of_bounds, negative_indices, batch_dims, unique, each at most once, but got reduction after out_of_bounds}}
  %0 = scatternd.scatter %u into %d[%i] out_of_bounds(drop) reduction(add) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @clause_twice(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{custom op 'scatternd.scatter' expected clauses in the order reduction, out_of_bounds, negative_indices, batch_dims, unique, each at most once, but got unique after unique}}
  %0 = scatternd.scatter %u into %d[%i] unique unique : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @clause_of_scatter(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected ':'}}
  %0 = scatternd.gather %d[%i] into %u reduction(add) : tensor<8xf32>, tensor<4x1xi64> into tensor<4xf32>
  return
}

// -----

func.func @batch_dims_too_large(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{custom op 'scatternd.scatter' integer value too large}}
  %0 = scatternd.scatter %u into %d[%i] batch_dims(99999999999999999999) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @operand_name(%l: index, %e: index) {
  // expected-error @below {{custom op 'scatternd.report_extent' expected data, indices, updates or init, but got output}}
  scatternd.report_extent output[0] is %e, indices[0] is %e location %l
  return
}

// -----

func.func @clause_in_attributes(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected reduction as a clause, not in the attribute dictionary}}
  %0 = scatternd.scatter %u into %d[%i] reduction(add) {reduction = #scatternd.reduction<mul>} : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @batch_dims_bool(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected batch_dims to be an integer, but got true}}
  %0 = scatternd.scatter %u into %d[%i] batch_dims(true) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @clause_without_value(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  // expected-error @below {{expected out_of_bounds to be one of error, drop, clamp, assume}}
  %0 = scatternd.scatter %u into %d[%i] out_of_bounds() : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}
