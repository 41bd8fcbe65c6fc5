// RUN: scatternd-opt %s --scatternd-expand-arith | FileCheck %s

// CHECK-LABEL: func.func @divisions
// CHECK-NOT: ceildivsi
// CHECK-NOT: floordivsi
func.func @divisions(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.floordivsi %a, %b : i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @bf16
// CHECK-NOT: arith.truncf
func.func @bf16(%a: f32) -> bf16 {
  %0 = arith.truncf %a : f32 to bf16
  return %0 : bf16
}

// These keep the order of -0 and +0.
// CHECK-LABEL: func.func @max
// CHECK: arith.maximumf
func.func @max(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}
