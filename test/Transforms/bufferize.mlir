// Upstream's one-shot-bufferize alone: data is copied at most once, and not at all when dead or writable.
// RUN: scatternd-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s

// CHECK-LABEL: func.func @writable
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: {{^ *}}scatternd.scatter %arg2 into %arg0[%arg1] reduction(add) batch_dims(1) {note = "kept"} :
// CHECK-NOT: memref.copy
// CHECK: return %arg0
func.func @writable(%d: tensor<2x8xf32>, %i: tensor<2x4x1xi64>, %u: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %r = scatternd.scatter %u into %d[%i] reduction(add) batch_dims(1) {note = "kept"}
      : tensor<2x4xf32>, tensor<2x4x1xi64> into tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @not_writable
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK-COUNT-1: memref.copy %arg0, %[[COPY]]
// CHECK-NOT: memref.copy
// CHECK: scatternd.scatter %arg2 into %[[COPY]][%arg1]
// CHECK-NOT: memref.copy
// CHECK: return %[[COPY]]
func.func @not_writable(%d: tensor<8xf32> {bufferization.writable = false}, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @used_later
// CHECK-COUNT-1: memref.copy
// CHECK-NOT: memref.copy
// CHECK: return
func.func @used_later(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %r, %d : tensor<8xf32>, tensor<8xf32>
}

// A chain on a dead value has one buffer.
// CHECK-LABEL: func.func @chain
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @chain(%i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %d = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  %1 = scatternd.scatter %u into %0[%i] reduction(add) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Updates that alias data get a copy: memrefs must not overlap.
// CHECK-LABEL: func.func @updates_alias_data
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy
// CHECK: scatternd.scatter %{{.*}} into %[[COPY]][
func.func @updates_alias_data(%d: tensor<8xf32>, %i: tensor<8x1xi64>) -> tensor<8xf32> {
  %r = scatternd.scatter %d into %d[%i] : tensor<8xf32>, tensor<8x1xi64> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// Init keeps its value where a tuple is dropped or an error is reported, so a used one is copied.
// CHECK-LABEL: func.func @gather
// CHECK: memref.copy %arg2, %[[COPY:.*]] :
// CHECK: scatternd.gather %arg0[%arg1] into %[[COPY]]
func.func @gather(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %init: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = scatternd.gather %d[%i] into %init : tensor<8xf32>, tensor<4x1xi64> into tensor<4xf32>
  return %r, %init : tensor<4xf32>, tensor<4xf32>
}

// An uninitialised init is not copied.
// CHECK-LABEL: func.func @gather_into_empty
// CHECK-NOT: memref.copy
// CHECK: scatternd.gather
func.func @gather_into_empty(%d: tensor<8xf32>, %i: tensor<4x1xi64>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = scatternd.gather %d[%i] into %e : tensor<8xf32>, tensor<4x1xi64> into tensor<4xf32>
  return %r : tensor<4xf32>
}
