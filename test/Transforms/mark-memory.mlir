// RUN: scatternd-opt %s --scatternd-mark-memory | FileCheck %s

// CHECK-LABEL: func.func @tensors(
// CHECK-SAME: %arg0: tensor<8xf32> {bufferization.writable = false},
// CHECK-SAME: %arg1: tensor<8xf32> {bufferization.writable = true, scatternd.writable}
// CHECK-SAME: %arg2: memref<8xf32> {scatternd.writable})
// CHECK-SAME: -> (tensor<8xf32> {scatternd.tensor_result}, memref<8xf32>)
// CHECK-SAME: attributes {scatternd.managed_memory}
func.func @tensors(%0: tensor<8xf32> {bufferization.writable = false}, %1: tensor<8xf32> {bufferization.writable = true}, %2: memref<8xf32>) -> (tensor<8xf32>, memref<8xf32>) {
  return %0, %2 : tensor<8xf32>, memref<8xf32>
}

// CHECK-LABEL: func.func @tensors_inside(
// CHECK-SAME: attributes {scatternd.managed_memory}
func.func @tensors_inside() {
  %0 = tensor.empty() : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @memrefs(
// CHECK-SAME: %arg0: memref<8xf32>) {
func.func @memrefs(%0: memref<8xf32>) {
  return
}

// CHECK-LABEL: func.func private @external(
// CHECK-SAME: tensor<8xf32>) -> (tensor<8xf32> {scatternd.tensor_result})
// CHECK-NOT: attributes
func.func private @external(tensor<8xf32>) -> tensor<8xf32>

func.func private @frees(%m: memref<8xf32>) {
  memref.dealloc %m : memref<8xf32>
  return
}
func.func private @uses(%m: memref<8xf32>) {
  return
}

// What the author frees, himself or through others, or returns, is his.
// CHECK-LABEL: func.func @own_allocations
// CHECK: memref.alloc() {bufferization.manual_deallocation} : memref<1xf32>
// CHECK: memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
// CHECK: memref.alloc() {bufferization.manual_deallocation} : memref<3xf32>
// CHECK: memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: memref.dealloc %{{.*}} {bufferization.manual_deallocation}
func.func @own_allocations(%t: tensor<8xf32>, %c: i1) -> memref<3xf32> {
  %freed = memref.alloc() : memref<1xf32>
  %given = memref.alloc() : memref<8xf32>
  %returned = memref.alloc() : memref<3xf32>
  %through_branch = memref.alloc() : memref<4xf32>
  %left = memref.alloc() : memref<8xf32>
  %view = memref.cast %freed : memref<1xf32> to memref<?xf32>
  memref.dealloc %view : memref<?xf32>
  call @frees(%given) : (memref<8xf32>) -> ()
  call @uses(%left) : (memref<8xf32>) -> ()
  %either = scf.if %c -> memref<4xf32> {
    scf.yield %through_branch : memref<4xf32>
  } else {
    %other = memref.alloc() : memref<4xf32>
    scf.yield %other : memref<4xf32>
  }
  memref.dealloc %either : memref<4xf32>
  return %returned : memref<3xf32>
}
