// Effects: on tensors none, so unused ops go and equal ones merge; on memrefs they stay. Result extents are data's (init's).
// RUN: scatternd-opt %s --cse --canonicalize --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @unused_on_tensors
// CHECK-NOT: scatternd
func.func @unused_on_tensors(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @equal_on_tensors
// CHECK-COUNT-1: scatternd.scatter
// CHECK-NOT: scatternd.scatter
// CHECK: return
func.func @equal_on_tensors(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  %1 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @on_memrefs
// CHECK-COUNT-2: scatternd.scatter
func.func @on_memrefs(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] reduction(add) : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  scatternd.scatter %u into %d[%i] reduction(add) : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// A load of data is not merged over a scatter into it.
// CHECK-LABEL: func.func @writes_data
// CHECK: %[[BEFORE:.*]] = memref.load %arg0
// CHECK: scatternd.scatter
// CHECK: %[[AFTER:.*]] = memref.load %arg0
// CHECK: return %[[BEFORE]], %[[AFTER]]
func.func @writes_data(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %before = memref.load %d[%c0] : memref<8xf32>
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  %after = memref.load %d[%c0] : memref<8xf32>
  return %before, %after : f32, f32
}

// CHECK-LABEL: func.func @extents
// CHECK-SAME: %[[DATA:[a-z0-9]*]]: tensor<?x8xf32>
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[DIM:.*]] = tensor.dim %[[DATA]]
// CHECK: return %[[DIM]], %[[C8]]
func.func @extents(%d: tensor<?x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scatternd.scatter %u into %d[%i] : tensor<4x8xf32>, tensor<4x1xi64> into tensor<?x8xf32>
  %rows = tensor.dim %0, %c0 : tensor<?x8xf32>
  %columns = tensor.dim %0, %c1 : tensor<?x8xf32>
  return %rows, %columns : index, index
}

// CHECK-LABEL: func.func @gather_extents
// CHECK-SAME: %[[INIT:[a-z0-9]*]]: tensor<?xf32>)
// CHECK: %[[DIM:.*]] = tensor.dim %[[INIT]]
// CHECK: return %[[DIM]]
func.func @gather_extents(%d: tensor<?xf32>, %i: tensor<?x1xi64>, %init: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = scatternd.gather %d[%i] into %init : tensor<?xf32>, tensor<?x1xi64> into tensor<?xf32>
  %dim = tensor.dim %0, %c0 : tensor<?xf32>
  return %dim : index
}
