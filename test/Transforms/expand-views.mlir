// RUN: scatternd-opt %s --scatternd-expand-views | FileCheck %s

// CHECK-LABEL: func.func @subview
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %arg0
// CHECK: %[[ROWS:.*]] = arith.muli %arg1, %[[STRIDES]]#0
// CHECK: %[[START:.*]] = arith.addi %{{.*}}, %[[ROWS]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%{{.*}}], sizes: [2, %arg1], strides: [%{{.*}}, %{{.*}}]
func.func @subview(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index) -> memref<2x?xf32, strided<[?, ?], offset: ?>> {
  %v = memref.subview %m[%i, 1] [2, %i] [3, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<2x?xf32, strided<[?, ?], offset: ?>>
  return %v : memref<2x?xf32, strided<[?, ?], offset: ?>>
}

// Two unknown extents in one group.
// CHECK-LABEL: func.func @expand
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%arg1, %arg2], strides: [%arg2, 1]
func.func @expand(%m: memref<?xf32>, %i: index, %j: index) -> memref<?x?xf32> {
  %v = memref.expand_shape %m [[0, 1]] output_shape [%i, %j] : memref<?xf32> into memref<?x?xf32>
  return %v : memref<?x?xf32>
}

// The stride of an extent of 1 is not that of the group.
// CHECK-LABEL: func.func @collapse
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [6], strides: [4]
func.func @collapse(%m: memref<6x1xf32, strided<[4, 9]>>) -> memref<6xf32, strided<[4]>> {
  %v = memref.collapse_shape %m [[0, 1]] : memref<6x1xf32, strided<[4, 9]>> into memref<6xf32, strided<[4]>>
  return %v : memref<6xf32, strided<[4]>>
}

// What a cast tells stays, whatever upstream folds.
// CHECK-LABEL: func.func @cast
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%{{.*}}], strides: [1]
func.func @cast(%m: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[1], offset: ?>> {
  %v = memref.cast %m : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  return %v : memref<?xf32, strided<[1], offset: ?>>
}
