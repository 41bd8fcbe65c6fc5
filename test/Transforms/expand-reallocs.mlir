// RUN: scatternd-opt %s --scatternd-expand-reallocs | FileCheck %s

// CHECK-LABEL: func.func @smaller
// CHECK: %[[NEW:.*]] = memref.alloc() : memref<2xf32>
// CHECK-DAG: %[[FROM:.*]] = memref.subview %arg0[0] [2] [1]
// CHECK-DAG: %[[TO:.*]] = memref.subview %[[NEW]][0] [2] [1]
// CHECK: memref.copy %[[FROM]], %[[TO]]
// CHECK: memref.dealloc %arg0
// CHECK: return %[[NEW]]
func.func @smaller(%m: memref<4xf32>) -> memref<2xf32> {
  %r = memref.realloc %m : memref<4xf32> to memref<2xf32>
  return %r : memref<2xf32>
}

// CHECK-LABEL: func.func @unknown
// CHECK: %[[NEW:.*]] = memref.alloc(%arg1) {alignment = 16 : i64} : memref<?xf32>
// CHECK: %[[N:.*]] = arith.minui
// CHECK: memref.subview %arg0[0] [%[[N]]] [1]
func.func @unknown(%m: memref<4xf32>, %n: index) -> memref<?xf32> {
  %r = memref.realloc %m(%n) {alignment = 16} : memref<4xf32> to memref<?xf32>
  return %r : memref<?xf32>
}
