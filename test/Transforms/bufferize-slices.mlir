// A slice that drops dimensions keeps them, and is collapsed after.
// RUN: scatternd-opt %s --scatternd-bufferize | FileCheck %s

// CHECK-LABEL: func.func @unit_dimensions
// CHECK: %[[S:.*]] = memref.subview %arg0[0, 0, 0] [1, 2, 1] [1, 2, 1] : memref<2x3x1xi64> to memref<1x2x1xi64, strided<[3, 2, 1]>>
// CHECK: memref.collapse_shape %[[S]] {{\[}}[0, 1], [2]] : memref<1x2x1xi64, strided<[3, 2, 1]>> into memref<2x1xi64, strided<[2, 1]>>
func.func @unit_dimensions(%t: tensor<2x3x1xi64>) -> tensor<2x1xi64> {
  %s = tensor.extract_slice %t[0, 0, 0] [1, 2, 1] [1, 2, 1] : tensor<2x3x1xi64> to tensor<2x1xi64>
  return %s : tensor<2x1xi64>
}

// The third dimension goes, the first one stays.
// CHECK-LABEL: func.func @dynamic_strides
// CHECK: %[[S:.*]] = memref.subview %arg0[0, 0, %arg1, 0] [1, 3, 1, 2] [1, 1, 1, 1]
// CHECK: memref.collapse_shape %[[S]] {{\[}}[0], [1, 2], [3]]
func.func @dynamic_strides(%c: tensor<?x?x?x?xf32>, %p: index) -> tensor<1x3x2xf32> {
  %s = tensor.extract_slice %c[0, 0, %p, 0] [1, 3, 1, 2] [1, 1, 1, 1] : tensor<?x?x?x?xf32> to tensor<1x3x2xf32>
  return %s : tensor<1x3x2xf32>
}

// Of an extent that may be 1, no stride is known for sure, but the type says one.
// CHECK-LABEL: func.func @unknown_extent
// CHECK: %[[S:.*]] = memref.subview %arg0[3, 0] [1, %arg1] [1, 1]
// CHECK: memref.extract_strided_metadata %[[S]]
// CHECK: memref.reinterpret_cast {{.*}} strides: [1] : memref<i64> to memref<?xi64, strided<[1], offset: 9>>
func.func @unknown_extent(%t: tensor<4x3xi64>, %n: index) -> tensor<?xi64> {
  %s = tensor.extract_slice %t[3, 0] [1, %n] [1, 1] : tensor<4x3xi64> to tensor<?xi64>
  return %s : tensor<?xi64>
}

// CHECK-LABEL: func.func @to_a_scalar
// CHECK: memref.collapse_shape %{{.*}} [] : memref<1x1xf32, strided<[8, 1], offset: ?>> into memref<f32, strided<[], offset: ?>>
func.func @to_a_scalar(%t: tensor<8x8xf32>, %n: index) -> f32 {
  %s = tensor.extract_slice %t[%n, 0] [1, 1] [1, 1] : tensor<8x8xf32> to tensor<f32>
  %f = tensor.extract %s[] : tensor<f32>
  return %f : f32
}

// To upstream, rows of 1 from a buffer with rows of 2 are a buffer without a layout.
// CHECK-LABEL: func.func @not_contiguous
// CHECK: %[[S:.*]] = memref.subview %arg0
// CHECK: %[[R:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[R]]
// CHECK: return %[[R]]
func.func @not_contiguous(%d: tensor<?x?x2xf32>, %n: index) -> tensor<?x?x?xf32> {
  %s = tensor.extract_slice %d[0, 0, 0] [%n, 1, 1] [1, 1, 1] : tensor<?x?x2xf32> to tensor<?x1x1xf32>
  %r = tensor.cast %s : tensor<?x1x1xf32> to tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// The first rows are one.
// CHECK-LABEL: func.func @first_rows
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @first_rows(%d: tensor<?x4xf32>, %n: index) -> tensor<?x?xf32> {
  %s = tensor.extract_slice %d[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %r = tensor.cast %s : tensor<?x4xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
