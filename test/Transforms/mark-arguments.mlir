// RUN: scatternd-opt %s --pass-pipeline='builtin.module(func.func(scatternd-mark-arguments))' | FileCheck %s
// RUN: scatternd-opt %s --pass-pipeline='builtin.module(func.func(scatternd-mark-arguments{writable}))' | FileCheck %s --check-prefix=WRITABLE

// CHECK-LABEL: func.func @public(
// CHECK-SAME: %arg0: tensor<8xf32> {bufferization.writable = false}
// CHECK-SAME: %arg1: tensor<8xf32> {bufferization.writable = true}
// CHECK-SAME: %arg2: memref<8xf32>, %arg3: index)
// WRITABLE-LABEL: func.func @public(
// WRITABLE-SAME: %arg0: tensor<8xf32> {bufferization.writable = true}
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
// CHECK-SAME: %arg0: tensor<8xf32>) {
func.func private @private(%0: tensor<8xf32>) {
  return
}

// CHECK-LABEL: func.func private @external(
// CHECK-SAME: tensor<8xf32>)
func.func private @external(tensor<8xf32>)
