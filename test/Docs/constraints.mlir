// The constraints' examples in docs/Scatter.md.
// RUN: scatternd-opt %s -split-input-file -verify-diagnostics

func.func @c1(%data: tensor<8xf32>, %indices: memref<4x1xi64>, %updates: tensor<4xf32>) {
  // expected-error @below {{expected indices to be a tensor (as data), but got memref<4x1xi64>}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<4xf32>, memref<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @c2(%data: tensor<f32>, %indices: tensor<4x0xi64>, %updates: tensor<4xf32>) {
  // expected-error @below {{expected data rank to be at least 1, but got 0}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<4xf32>, tensor<4x0xi64> into tensor<f32>
  return
}

// -----

func.func @c3_rank(%data: tensor<8xf32>, %indices: tensor<i64>, %updates: tensor<f32>) {
  // expected-error @below {{expected indices rank to be at least 1, but got 0}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<f32>, tensor<i64> into tensor<8xf32>
  return
}

// -----

func.func @c3_element(%data: tensor<8xf32>, %indices: tensor<4x1xf32>, %updates: tensor<4xf32>) {
  // expected-error @below {{expected indices element type to be i32, i64 or index, but got f32}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<4xf32>, tensor<4x1xf32> into tensor<8xf32>
  return
}

// -----

func.func @c4(%data: tensor<8xf32>, %indices: tensor<4x1xi64>, %updates: tensor<4xi32>) {
  // expected-error @below {{expected updates element type to be f32 (data), but got i32}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<4xi32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @c5(%data: tensor<2x8xf32>, %indices: tensor<2x1xi64>, %updates: tensor<2xf32>) {
  // expected-error @below {{expected batch_dims to be 0 to 1 (data rank 2, indices rank 2), but got 2}}
  %r = scatternd.scatter %updates into %data[%indices] batch_dims(2)
      : tensor<2xf32>, tensor<2x1xi64> into tensor<2x8xf32>
  return
}

// -----

func.func @c6_rank(%data: tensor<8xf32>, %indices: tensor<2x2x1xi64>, %updates: tensor<2xf32>) {
  // expected-error @below {{expected updates rank to be 2 to 3 (data rank 1, indices rank 3), but got 1}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<2xf32>, tensor<2x2x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @c6(%data: tensor<8x8x8xf32>, %indices: tensor<4x3xi64>, %updates: tensor<4x8xf32>) {
  // expected-error @below {{expected indices dimension 1 to be 2 (components left by data rank 3 and updates rank 2), but got 3}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<4x8xf32>, tensor<4x3xi64> into tensor<8x8x8xf32>
  return
}

// -----

func.func @c7(%data: tensor<8xf32>, %indices: tensor<2x4x1xi64>, %updates: tensor<2x3xf32>) {
  // expected-error @below {{expected updates dimension 1 to be 4 (indices dimension 1), but got 3}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<2x3xf32>, tensor<2x4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @c8(%data: tensor<8x5xf32>, %indices: tensor<2x1xi64>, %updates: tensor<2x4xf32>) {
  // expected-error @below {{expected updates dimension 1 to be 5 (data dimension 1), but got 4}}
  %r = scatternd.scatter %updates into %data[%indices]
      : tensor<2x4xf32>, tensor<2x1xi64> into tensor<8x5xf32>
  return
}

// -----

func.func @c9(%data: tensor<3x8xf32>, %indices: tensor<2x4x1xi64>, %updates: tensor<2x4xf32>) {
  // expected-error @below {{expected data dimension 0 to be 2 (indices dimension 0), but got 3}}
  %r = scatternd.scatter %updates into %data[%indices] batch_dims(1)
      : tensor<2x4xf32>, tensor<2x4x1xi64> into tensor<3x8xf32>
  return
}

// -----

func.func @c10(%data: tensor<8xcomplex<f32>>, %indices: tensor<4x1xi64>, %updates: tensor<4xcomplex<f32>>) {
  // expected-error @below {{expected data element type to be an integer or float type other than f8E8M0FNU (reduction max), but got complex<f32>}}
  %r = scatternd.scatter %updates into %data[%indices] reduction(max)
      : tensor<4xcomplex<f32>>, tensor<4x1xi64> into tensor<8xcomplex<f32>>
  return
}

// -----

func.func @c10_mul(%data: tensor<8xf8E8M0FNU>, %indices: tensor<4x1xi64>, %updates: tensor<4xf8E8M0FNU>) {
  // expected-error @below {{expected data element type to be an integer, float or complex type other than f8E8M0FNU (reduction mul), but got f8E8M0FNU}}
  %r = scatternd.scatter %updates into %data[%indices] reduction(mul)
      : tensor<4xf8E8M0FNU>, tensor<4x1xi64> into tensor<8xf8E8M0FNU>
  return
}

// -----

func.func @clause_value(%data: tensor<8xf32>, %indices: tensor<4x1xi64>, %updates: tensor<4xf32>) {
  // expected-error @below {{expected reduction to be one of none, add, mul, max, min, but got sum}}
  %r = scatternd.scatter %updates into %data[%indices] reduction(sum)
      : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// -----

func.func @clause_order(%data: tensor<8xf32>, %indices: tensor<4x1xi64>, %updates: tensor<4xf32>) {
  // expected-error @below {{expected clauses in the order reduction, out_of_bounds, negative_indices, batch_dims, unique, each at most once, but got reduction after unique}}
  %r = scatternd.scatter %updates into %data[%indices] unique reduction(add)
      : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}
