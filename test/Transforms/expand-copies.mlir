// Copies that would call the runner utilities' element-wise copy become loops; the others stay and become memcpys.
// RUN: scatternd-opt %s --scatternd-expand-copies --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @identity
// CHECK: memref.copy
func.func @identity(%a: memref<?x?xf32>, %b: memref<?x?xf32>) {
  memref.copy %a, %b : memref<?x?xf32> to memref<?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @static_contiguous
// CHECK: memref.copy
func.func @static_contiguous(%a: memref<4x8xf32, strided<[8, 1], offset: ?>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[8, 1], offset: ?>> to memref<4x8xf32>
  return
}

// -----

// Rows that are contiguous are vectors.
// CHECK-LABEL: func.func @dynamic_rows
// CHECK-NOT: memref.copy
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.load %arg0
// CHECK: vector.store %{{.*}}, %arg1
// CHECK: memref.store
func.func @dynamic_rows(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>, %b: memref<?x?xf32>) {
  memref.copy %a, %b : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32>
  return
}

// -----

// Rows of known size are memcpys.
// CHECK-LABEL: func.func @static_rows
// CHECK: scf.for
// CHECK: memref.copy %{{.*}} : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1], offset: ?>>
func.func @static_rows(%a: memref<4x8xf32, strided<[16, 1]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @strided
// CHECK-NOT: memref.copy
// CHECK: %[[V:.*]] = memref.load %arg0
// CHECK: memref.store %[[V]], %arg1
func.func @strided(%a: memref<8xcomplex<f32>, strided<[2]>>, %b: memref<8xcomplex<f32>>) {
  memref.copy %a, %b : memref<8xcomplex<f32>, strided<[2]>> to memref<8xcomplex<f32>>
  return
}

// -----

// CHECK-LABEL: func.func @no_elements
// CHECK-NOT: memref.copy
// CHECK: return
func.func @no_elements(%a: memref<4x0xf32, strided<[16, 1]>>, %b: memref<4x0xf32>) {
  memref.copy %a, %b : memref<4x0xf32, strided<[16, 1]>> to memref<4x0xf32>
  return
}

// -----

// Any element type is moved, also one that the scatter does not take.
// CHECK-LABEL: func.func @i24
// CHECK: memref.load %arg0[%{{.*}}] : memref<?xi24, strided<[?], offset: ?>>
func.func @i24(%a: memref<?xi24, strided<[?], offset: ?>>, %b: memref<?xi24>) {
  memref.copy %a, %b : memref<?xi24, strided<[?], offset: ?>> to memref<?xi24>
  return
}

// -----

// Its contiguous rows are not vectors either: nobody says how they lie in memory.
// CHECK-LABEL: func.func @rows_of_i24
// CHECK-NOT: vector
// CHECK: memref.load %arg0[%{{.*}}] : memref<?xi24, strided<[1], offset: ?>>
func.func @rows_of_i24(%a: memref<?xi24, strided<[1], offset: ?>>, %b: memref<?xi24>) {
  memref.copy %a, %b : memref<?xi24, strided<[1], offset: ?>> to memref<?xi24>
  return
}

// -----

// CHECK-LABEL: func.func @strings
// CHECK-NOT: vector
// CHECK: memref.load %arg0[%{{.*}}] : memref<?x!scatternd.string, strided<[1], offset: ?>>
func.func @strings(%a: memref<?x!scatternd.string, strided<[1], offset: ?>>, %b: memref<?x!scatternd.string>) {
  memref.copy %a, %b : memref<?x!scatternd.string, strided<[1], offset: ?>> to memref<?x!scatternd.string>
  return
}

// -----

// Upstream folds the cast into the copy, before it looks at the layout.
// CHECK-LABEL: func.func @through_a_cast
// CHECK-NOT: memref.copy
// CHECK: scf.for
func.func @through_a_cast(%a: memref<8xf32, strided<[2]>>, %b: memref<8xf32>) {
  %c = memref.cast %b : memref<8xf32> to memref<?xf32>
  %d = memref.cast %a : memref<8xf32, strided<[2]>> to memref<?xf32, strided<[?], offset: ?>>
  %e = memref.cast %d : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
  memref.copy %e, %c : memref<?xf32> to memref<?xf32>
  return
}
