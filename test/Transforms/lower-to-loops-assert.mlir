// RUN: scatternd-opt %s --scatternd-lower-to-loops=report=assert --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @assert
// CHECK-NOT: scatternd
// CHECK: cf.assert %{{.*}}, "{{.*}}assert.mlir:11:3: shape mismatch: indices dimension 1 is not the 1 components that data rank 2 and updates rank 2 leave"
// CHECK: cf.assert %{{.*}}, "{{.*}}assert.mlir:11:3: shape mismatch: updates dimension 0 is not indices dimension 0"
// CHECK: cf.assert %{{.*}}, "{{.*}}assert.mlir:11:3: shape mismatch: updates dimension 1 is not data dimension 1"
// CHECK: cf.assert %{{.*}}, "{{.*}}assert.mlir:11:3: index out of bounds"
// CHECK: vector.store
func.func @assert(%d: memref<?x?xf32>, %i: memref<?x?xi64>, %u: memref<?x?xf32>) {
  scatternd.scatter %u into %d[%i] : memref<?x?xf32>, memref<?x?xi64> into memref<?x?xf32>
  return
}
