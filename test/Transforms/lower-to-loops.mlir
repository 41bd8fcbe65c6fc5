// The forms that the lowering writes. Values are checked in test/Integration.
// RUN: scatternd-opt %s --scatternd-lower-to-loops --canonicalize --cse --split-input-file | FileCheck %s

// All checks come before the first write; single elements are loads and stores.
// CHECK-LABEL: func.func @elements
// CHECK-SAME: %[[D:[a-z0-9_]+]]: memref<8x8xf32>, %[[I:[a-z0-9_]+]]: memref<4x2xi64>, %[[U:[a-z0-9_]+]]: memref<4xf32>
// CHECK: %[[SIGNS:[a-z0-9_]+]] = scf.for
// CHECK: arith.ori
// CHECK-NOT: memref.store
// CHECK: %[[BAD:[a-z0-9_]+]] = arith.cmpi slt, %[[SIGNS]]
// CHECK: scf.if %[[BAD]] {
// CHECK: %[[L:[a-z0-9_]+]] = scatternd.location "{{.*}}lower-to-loops.mlir:{{.*}}"
// CHECK: scf.for %[[T:[a-z0-9_]+]] =
// CHECK: scatternd.report_index %{{.*}} at [%[[T]], %{{.*}}], dimension 0 has %{{.*}} location %[[L]] negative_indices(wrap)
// CHECK: scatternd.report_index
// CHECK: } else {
// CHECK: scf.for %[[T:[a-z0-9_]+]] =
// CHECK: %[[V:[a-z0-9_]+]] = memref.load %[[U]][%[[T]]]
// CHECK: memref.store %[[V]], %[[D]][%{{.*}}, %{{.*}}]
// CHECK: {loop_annotation = #[[$ANNOTATION:.*]]}
func.func @elements(%d: memref<8x8xf32>, %i: memref<4x2xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x2xi64> into memref<8x8xf32>
  return
}

// -----

// A contiguous slice of known size is one memref.copy, its dimensions folded.
// CHECK-LABEL: func.func @static_rows
// CHECK: memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<8x2x4xf32> into memref<8x8xf32>
// CHECK: memref.collapse_shape %arg2 {{\[\[}}0], [1, 2]]
// CHECK: %[[FROM:[a-z0-9_]+]] = memref.subview
// CHECK: %[[TO:[a-z0-9_]+]] = memref.subview
// CHECK: memref.copy %[[FROM]], %[[TO]] : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1], offset: ?>>
func.func @static_rows(%d: memref<8x2x4xf32>, %i: memref<4x1xi64>, %u: memref<4x2x4xf32>) {
  scatternd.scatter %u into %d[%i] : memref<4x2x4xf32>, memref<4x1xi64> into memref<8x2x4xf32>
  return
}

// -----

// An extent that one side knows is the other's too.
// CHECK-LABEL: func.func @half_static_rows
// CHECK: memref.copy {{.*}} : memref<8xf32
func.func @half_static_rows(%d: memref<?x?xf32>, %i: memref<?x1xi64>, %u: memref<?x8xf32>) {
  scatternd.scatter %u into %d[%i] : memref<?x8xf32>, memref<?x1xi64> into memref<?x?xf32>
  return
}

// -----

// A contiguous slice of unknown size is vectors and a tail of elements.
// CHECK-LABEL: func.func @dynamic_rows
// CHECK: vector.load %arg2{{.*}} : memref<?x?xf32>, vector<16xf32>
// CHECK-NEXT: vector.store
// CHECK: memref.load %arg2
// CHECK-NEXT: memref.store
func.func @dynamic_rows(%d: memref<?x?xf32>, %i: memref<?x1xi64>, %u: memref<?x?xf32>) {
  scatternd.scatter %u into %d[%i] : memref<?x?xf32>, memref<?x1xi64> into memref<?x?xf32>
  return
}

// -----

// There are no vectors of strings.
// CHECK-LABEL: func.func @dynamic_rows_of_strings
// CHECK-NOT: vector
// CHECK: memref.load %arg2{{.*}} : memref<?x?x!scatternd.string>
// CHECK-NEXT: memref.store
func.func @dynamic_rows_of_strings(%d: memref<?x?x!scatternd.string>, %i: memref<?x1xi64>, %u: memref<?x?x!scatternd.string>) {
  scatternd.scatter %u into %d[%i] : memref<?x?x!scatternd.string>, memref<?x1xi64> into memref<?x?x!scatternd.string>
  return
}

// -----

// What is not contiguous is looped over; a dynamic strided layout is not folded.
// CHECK-LABEL: func.func @strided
// CHECK-NOT: collapse_shape
// CHECK-NOT: vector
// CHECK: scf.for %[[T:[a-z0-9_]+]] =
// CHECK: scf.for %[[A:[a-z0-9_]+]] =
// CHECK: scf.for %[[B:[a-z0-9_]+]] =
// CHECK: memref.load %arg2[%[[T]], %[[A]], %[[B]]]
func.func @strided(%d: memref<8x2x4xf32, strided<[?, ?, ?], offset: ?>>, %i: memref<4x1xi64>, %u: memref<4x2x4xf32>) {
  scatternd.scatter %u into %d[%i] out_of_bounds(assume) : memref<4x2x4xf32>, memref<4x1xi64> into memref<8x2x4xf32, strided<[?, ?, ?], offset: ?>>
  return
}

// -----

// Run-time shapes, in the order C6, C7, C8, before the bounds.
// CHECK-LABEL: func.func @dynamic_shapes
// CHECK: %[[C6:[a-z0-9_]+]] = arith.cmpi ne
// CHECK: %[[C7:[a-z0-9_]+]] = arith.cmpi ne
// CHECK: %[[C8:[a-z0-9_]+]] = arith.cmpi ne
// CHECK: scf.if
// CHECK: scf.if %[[C6]] {
// CHECK: scatternd.report_components indices[1] is %{{.*}}, data rank 2 and updates rank 2 leave 1
// CHECK: scf.if %[[C7]] {
// CHECK: scatternd.report_extent updates[0] is %{{.*}}, indices[0] is
// CHECK: scatternd.report_extent updates[1] is %{{.*}}, data[1] is
// CHECK: scatternd.report_index
func.func @dynamic_shapes(%d: memref<?x?xf32>, %i: memref<?x?xi64>, %u: memref<?x?xf32>) {
  scatternd.scatter %u into %d[%i] : memref<?x?xf32>, memref<?x?xi64> into memref<?x?xf32>
  return
}

// -----

// `assume` checks nothing, and still wraps.
// CHECK-LABEL: func.func @assume
// CHECK-NOT: scatternd.report
// CHECK-NOT: arith.cmpi ne
// CHECK: arith.select
// CHECK-NOT: scatternd.report
// CHECK: memref.store
func.func @assume(%d: memref<?x?xf32>, %i: memref<?x?xi64>, %u: memref<?xf32>) {
  scatternd.scatter %u into %d[%i] out_of_bounds(assume) : memref<?xf32>, memref<?x?xi64> into memref<?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @drop
// CHECK-NOT: scatternd.report
// CHECK: %[[IN:[a-z0-9_]+]] = arith.cmpi ult
// CHECK: scf.if %[[IN]] {
// CHECK: memref.store
func.func @drop(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] out_of_bounds(drop) : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// -----

// Nothing can be clamped into an extent of 0.
// CHECK-LABEL: func.func @clamp
// CHECK: %[[SOME:[a-z0-9_]+]] = arith.cmpi ne, %dim
// CHECK: scf.if %[[SOME]] {
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: memref.store
func.func @clamp(%d: memref<?xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] out_of_bounds(clamp) : memref<4xf32>, memref<4x1xi64> into memref<?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @batch
// CHECK: scf.for %[[B:[a-z0-9_]+]] =
// CHECK: scf.for %[[T:[a-z0-9_]+]] =
// CHECK: memref.load %arg1[%[[B]], %[[T]], %{{.*}}]
// CHECK: %[[V:[a-z0-9_]+]] = memref.load %arg2[%[[B]], %[[T]]]
// CHECK: memref.store %[[V]], %arg0[%[[B]], %{{.*}}]
func.func @batch(%d: memref<2x8xf32>, %i: memref<2x4x1xi64>, %u: memref<2x4xf32>) {
  scatternd.scatter %u into %d[%i] out_of_bounds(assume) batch_dims(1) : memref<2x4xf32>, memref<2x4x1xi64> into memref<2x8xf32>
  return
}

// -----

// No component: nothing to check, and the whole of data is the slice.
// CHECK-LABEL: func.func @no_components
// CHECK-NOT: scatternd.report
// CHECK: memref.copy
func.func @no_components(%d: memref<2x3xf32>, %i: memref<1x0xi64>, %u: memref<1x2x3xf32>) {
  scatternd.scatter %u into %d[%i] : memref<1x2x3xf32>, memref<1x0xi64> into memref<2x3xf32>
  return
}

// -----

// CHECK-LABEL: func.func @gather
// CHECK: memref.copy %[[FROM:[a-z0-9_]+]], %[[TO:[a-z0-9_]+]] :
// CHECK-NOT: memref.store
func.func @gather(%d: memref<8x4xf32>, %i: memref<4x1xi32>, %init: memref<4x4xf32>) {
  scatternd.gather %d[%i] into %init : memref<8x4xf32>, memref<4x1xi32> into memref<4x4xf32>
  return
}

// -----

// No alloca anywhere, and so none in a loop.
// CHECK-LABEL: func.func @no_alloca
// CHECK-NOT: alloca
// CHECK: return
func.func @no_alloca(%d: memref<?x?x?xf16, strided<[?, ?, ?], offset: ?>>, %i: memref<?x?x?xindex>, %u: memref<?x?x?xf16>) {
  scatternd.scatter %u into %d[%i] reduction(max) batch_dims(1) : memref<?x?x?xf16>, memref<?x?x?xindex> into memref<?x?x?xf16, strided<[?, ?, ?], offset: ?>>
  return
}
