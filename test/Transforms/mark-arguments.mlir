// RUN: scatternd-opt %s --scatternd-mark-arguments | FileCheck %s
// RUN: scatternd-opt %s --scatternd-mark-arguments=writable | FileCheck %s --check-prefix=WRITABLE

// CHECK-LABEL: func.func @public(
// CHECK-SAME: %arg0: tensor<8xf32> {bufferization.writable = false}
// CHECK-SAME: %arg1: tensor<8xf32> {bufferization.writable = true, scatternd.writable}
// CHECK-SAME: %arg2: memref<8xf32> {scatternd.writable}
// CHECK-SAME: %arg3: index)
// CHECK-SAME: attributes {scatternd.managed_memory}
// WRITABLE-LABEL: func.func @public(
// WRITABLE-SAME: %arg0: tensor<8xf32> {bufferization.writable = true, scatternd.writable}
func.func @public(%0: tensor<8xf32>, %1: tensor<8xf32> {bufferization.writable = true}, %2: memref<8xf32>, %3: index) {
  return
}

// The argument's own word goes before the option's.
// WRITABLE-LABEL: func.func @own_word(
// WRITABLE-SAME: %arg0: tensor<8xf32> {bufferization.writable = false})
func.func @own_word(%0: tensor<8xf32> {bufferization.writable = false}) {
  return
}

// What calls of a private function allow is for the analysis to say.
// CHECK-LABEL: func.func private @private(
// CHECK-SAME: %arg0: tensor<8xf32>) attributes {scatternd.managed_memory}
func.func private @private(%0: tensor<8xf32>) {
  return
}

// CHECK-LABEL: func.func @memrefs(
// CHECK-SAME: %arg0: memref<8xf32>) {
func.func @memrefs(%0: memref<8xf32>) {
  return
}

// CHECK-LABEL: func.func @tensors_inside(
// CHECK-SAME: attributes {scatternd.managed_memory}
func.func @tensors_inside() {
  %0 = tensor.empty() : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func private @external(
// CHECK-SAME: tensor<8xf32>)
// CHECK-NOT: attributes
func.func private @external(tensor<8xf32>)
