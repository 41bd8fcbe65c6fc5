// What upstream's passes do wrong (docs/Upstream.md). A test here that fails tells of an
// update that has mended it: then take away what we do about it, and its entry.

// RUN: split-file %s %t
// RUN: mlir-opt %t/wide-switch.mlir --convert-scf-to-cf | FileCheck %t/wide-switch.mlir
// RUN: mlir-opt %t/fpowi.mlir --convert-math-to-llvm | FileCheck %t/fpowi.mlir
// RUN: mlir-opt %t/bf16.mlir --arith-emulate-unsupported-floats="source-types=bf16 target-type=f32" --arith-expand="include-bf16=true" | FileCheck %t/bf16.mlir
// RUN: not mlir-opt %t/realloc.mlir --expand-realloc 2>&1 | FileCheck %t/realloc.mlir
// RUN: mlir-opt %t/atomic.mlir --finalize-memref-to-llvm --convert-to-llvm | FileCheck %t/atomic.mlir
// RUN: mlir-opt %t/one-element.mlir --convert-vector-to-scf --convert-vector-to-llvm | FileCheck %t/one-element.mlir
// RUN: mlir-opt %t/name-taken.mlir --convert-to-llvm 2>&1 | FileCheck %t/name-taken.mlir
// RUN: mlir-opt %t/assert.mlir --convert-cf-to-llvm | FileCheck %t/assert.mlir
// RUN: not mlir-translate %t/resource.mlir --mlir-to-llvmir 2>&1 | FileCheck %t/resource.mlir
// RUN: not --crash mlir-opt %t/rank-0.mlir 2>/dev/null

//--- wide-switch.mlir
// `scf.index_switch` on more than 32 bits
// CHECK: arith.index_cast %arg0 : index to i32
// CHECK: cf.switch
func.func @f(%i: index, %a: f32, %b: f32) -> f32 {
  %s = scf.index_switch %i -> f32
  case 0 {
    scf.yield %a : f32
  }
  default {
    scf.yield %b : f32
  }
  return %s : f32
}

//--- fpowi.mlir
// `math.fpowi` with an exponent of 64 bits
// CHECK: llvm.intr.powi(%{{.*}}, %{{.*}}) : (f32, i64) -> f32
func.func @f(%a: f32, %b: i64) -> f32 {
  %c = math.fpowi %a, %b : f32, i64
  return %c : f32
}

//--- bf16.mlir
// Conversions to bf16
// CHECK: arith.sitofp %arg0 : i64 to f32
// CHECK: arith.truncf %arg0 : f64 to bf16
func.func @f(%a: i64) -> bf16 {
  %b = arith.sitofp %a : i64 to bf16
  return %b : bf16
}
func.func @g(%a: f64) -> bf16 {
  %b = arith.truncf %a : f64 to bf16
  return %b : bf16
}

//--- realloc.mlir
// `memref.realloc` to a smaller buffer
// CHECK: error: slice along dimension 0 runs out-of-bounds: 7 >= 4
func.func @f(%a: memref<8xf32>) -> memref<4xf32> {
  %s = memref.realloc %a : memref<8xf32> to memref<4xf32>
  return %s : memref<4xf32>
}

//--- atomic.mlir
// Atomic updates that LLVM lacks
// CHECK: memref.atomic_rmw mulf
func.func @f(%a: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %r = memref.atomic_rmw mulf %x, %a[%i] : (f32, memref<4xf32>) -> f32
  return %r : f32
}

//--- one-element.mlir
// A vector transfer of one element with a stride
// CHECK: vector.transfer_read
func.func @f(%m: memref<4xf32, strided<[2]>>, %i: index, %p: f32) -> vector<f32> {
  %r = vector.transfer_read %m[%i], %p : memref<4xf32, strided<[2]>>, vector<f32>
  return %r : vector<f32>
}

//--- name-taken.mlir
// A function by the name of a C function
// CHECK: error:
// CHECK: llvm.func @f
// CHECK: memref.alloc()
func.func @malloc(%a: f32) -> f32 {
  return %a : f32
}
func.func @f() -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  return %m : memref<4xf32>
}

//--- assert.mlir
// `cf.assert` where standard output is no terminal
// CHECK: llvm.call @puts
// CHECK-NEXT: llvm.call @abort
func.func @f(%c: i1) {
  cf.assert %c, "no"
  return
}

//--- resource.mlir
// A resource of narrow integers or complex numbers
// CHECK: error: no known conversion for innermost element type
llvm.mlir.global private constant @g(dense_resource<r> : tensor<4xi1>) : !llvm.array<4 x i1>
{-#
  dialect_resources: {
    builtin: {
      r: "0x0100000001000001"
    }
  }
#-}

//--- rank-0.mlir
// `linalg.transpose` of rank 0
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = linalg.transpose ins(%a : tensor<f32>) outs(%b : tensor<f32>) permutation = []
  return %r : tensor<f32>
}
