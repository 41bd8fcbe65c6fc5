// RUN: scatternd-opt %s --scatternd-expand-arith | FileCheck %s

// CHECK-LABEL: func.func @divisions
// CHECK-NOT: ceildivsi
// CHECK-NOT: floordivsi
func.func @divisions(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.floordivsi %a, %b : i32
  return %0, %1 : i32, i32
}

// These keep the order of -0 and +0.
// CHECK-LABEL: func.func @max
// CHECK: arith.maximumf
func.func @max(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}

// LLVM takes exponents of 32 bits.
// CHECK-LABEL: func.func @powers
// CHECK: %[[WIDE:.*]] = arith.extsi %arg1 : i8 to i32
// CHECK: math.fpowi %arg0, %[[WIDE]] : f32, i32
// CHECK: math.fpowi %arg0, %arg2 : f32, i32
// CHECK: scf.while
// CHECK-NOT: math.fpowi
// CHECK: return
func.func @powers(%x: f32, %i8: i8, %i32: i32, %i64: i64) -> (f32, f32, f32) {
  %0 = math.fpowi %x, %i8 : f32, i8
  %1 = math.fpowi %x, %i32 : f32, i32
  %2 = math.fpowi %x, %i64 : f32, i64
  return %0, %1, %2 : f32, f32, f32
}

// LLVM's ops with two results have none of index.
// CHECK-LABEL: func.func @extended
// CHECK-DAG: %[[A:.*]] = arith.index_castui %arg0 : index to i64
// CHECK-DAG: %[[B:.*]] = arith.index_castui %arg1 : index to i64
// CHECK: %[[S:.*]], %[[O:.*]] = arith.addui_extended %[[A]], %[[B]] : i64, i1
// CHECK: %[[R:.*]] = arith.index_castui %[[S]] : i64 to index
// CHECK: return %[[R]], %[[O]]
func.func @extended(%a: index, %b: index) -> (index, i1) {
  %s, %o = arith.addui_extended %a, %b : index, i1
  return %s, %o : index, i1
}

// CHECK-LABEL: func.func @extended_products
// CHECK: arith.mulsi_extended {{.*}} : vector<4xi64>
// CHECK: arith.mului_extended {{.*}} : i32
func.func @extended_products(%a: vector<4xindex>, %b: i32) -> (vector<4xindex>, i32) {
  %l, %h = arith.mulsi_extended %a, %a : vector<4xindex>
  %m, %n = arith.mului_extended %b, %b : i32
  return %h, %n : vector<4xindex>, i32
}

// A transfer of one element has a form in LLVM only where the last stride is 1.
// CHECK-LABEL: func.func @one_element
// CHECK: memref.load %arg0[%arg1]
// CHECK: memref.store %{{.*}}, %arg0[%arg1]
func.func @one_element(%m: memref<4xf32, strided<[2]>>, %i: index, %p: f32, %v: vector<f32>) -> vector<f32> {
  %r = vector.transfer_read %m[%i], %p : memref<4xf32, strided<[2]>>, vector<f32>
  vector.transfer_write %v, %m[%i] : vector<f32>, memref<4xf32, strided<[2]>>
  return %r : vector<f32>
}
