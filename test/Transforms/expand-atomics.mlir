// RUN: scatternd-opt %s --scatternd-expand-atomics --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: func.func private @scatternd_compare_exchange_32(%arg0: i64, %arg1: i32, %arg2: i32) -> (i32, i1)
// CHECK: llvm.cmpxchg
// CHECK-LABEL: func.func @product
// CHECK: scf.while
// CHECK: arith.mulf
// CHECK: call @scatternd_compare_exchange_32
// CHECK-LABEL: func.func @generic
// CHECK: scf.while
// CHECK: call @scatternd_compare_exchange_32
// CHECK-NOT: memref.generic_atomic_rmw
// CHECK-LABEL: func.func @sum
// CHECK: memref.atomic_rmw addf
func.func @product(%m: memref<4xf32>, %v: f32, %i: index) -> f32 {
  %r = memref.atomic_rmw mulf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return %r : f32
}
func.func @generic(%m: memref<4xf32>, %v: f32, %i: index) -> f32 {
  %r = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %v : f32
  }
  return %r : f32
}
func.func @sum(%m: memref<4xf32>, %v: f32, %i: index) -> f32 {
  %r = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return %r : f32
}

// -----

// CHECK: func.func private @scatternd_compare_exchange_16
// CHECK: func.func private @scatternd_compare_exchange_8
// CHECK-LABEL: func.func @bytes
func.func @bytes(%m: memref<4xi1>, %v: i1, %n: memref<4xbf16>, %w: bf16, %i: index) {
  %r = memref.atomic_rmw ori %v, %m[%i] : (i1, memref<4xi1>) -> i1
  %s = memref.atomic_rmw addf %w, %n[%i] : (bf16, memref<4xbf16>) -> bf16
  return
}

// -----

func.func @wide(%m: memref<4xi128>, %v: i128, %i: index) {
  // expected-error @below {{'memref.atomic_rmw' op is atomic on 'memref<4xi128>', which the lowering does not take}}
  %r = memref.atomic_rmw addi %v, %m[%i] : (i128, memref<4xi128>) -> i128
  return
}
