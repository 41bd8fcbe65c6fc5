// Every function ends in the LLVM dialect, and nothing calls the runner utilities' copy. Values are checked in
// test/Integration.
// RUN: scatternd-opt %s --scatternd-to-llvm | FileCheck %s
// RUN: scatternd-opt %s --scatternd-to-llvm | FileCheck %s --check-prefix=NONE
// RUN: scatternd-opt %s --scatternd-to-llvm=report=assert | FileCheck %s --check-prefix=ASSERT
// RUN: scatternd-opt %s --scatternd-to-llvm=writable-arguments | FileCheck %s --check-prefix=WRITABLE
// RUN: scatternd-opt %s "--scatternd-to-llvm=copy-before-write reference-loop" | FileCheck %s --check-prefix=REFERENCE
// NONE-NOT: memrefCopy
// NONE-NOT: builtin.unrealized_conversion_cast
// NONE-NOT: {{(func|memref|scf|arith|linalg|bufferization|scatternd)\.[a-z_]+ }}
// ASSERT-NOT: scatternd_report
// REFERENCE-NOT: scatternd_report_index

// An argument of a public function is copied once, one that is writable not at all.
// CHECK-LABEL: llvm.func @copied(
// CHECK: llvm.call @malloc
// CHECK-COUNT-1: llvm.intr.memcpy
// CHECK-NOT: llvm.intr.memcpy
// CHECK-NOT: llvm.call @free
// CHECK: llvm.return
// CHECK: llvm.func @_mlir_ciface_copied(
// WRITABLE-LABEL: llvm.func @copied(
// WRITABLE-NOT: llvm.call @malloc
// WRITABLE: llvm.func @_mlir_ciface_copied(
// ASSERT-LABEL: llvm.func @copied(
// ASSERT: llvm.call @abort
// REFERENCE-LABEL: llvm.func @copied(
// REFERENCE: llvm.call @scatternd_reference
func.func @copied(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: llvm.func @in_place(
// CHECK-NOT: llvm.call @malloc
// CHECK-NOT: llvm.intr.memcpy
// CHECK: llvm.func @_mlir_ciface_in_place(
func.func @in_place(%d: tensor<8xf32> {bufferization.writable = true}, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A private function's dead argument is written in place; a buffer that is not returned is freed.
// CHECK-LABEL: llvm.func internal @inner(
// CHECK-NOT: llvm.call @malloc
// CHECK-LABEL: llvm.func @outer(
// CHECK-COUNT-1: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK: llvm.call @inner
// CHECK: llvm.call @free
// CHECK: llvm.func @_mlir_ciface_outer(
func.func private @inner(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatternd.scatter %u into %d[%i] reduction(add) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @outer(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %n: index) -> f32 {
  %0 = call @inner(%d, %i, %u) : (tensor<8xf32>, tensor<4x1xi64>, tensor<4xf32>) -> tensor<8xf32>
  %1 = tensor.extract %0[%n] : tensor<8xf32>
  return %1 : f32
}

// A function on memrefs keeps its own allocation and deallocation.
// CHECK-LABEL: llvm.func @memrefs(
// CHECK-COUNT-1: llvm.call @malloc
// CHECK-COUNT-1: llvm.call @free
// CHECK-NOT: llvm.call @free
// CHECK: llvm.return
func.func @memrefs(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) -> memref<8xf32> {
  %own = memref.alloc() : memref<8xf32>
  memref.copy %d, %own : memref<8xf32> to memref<8xf32>
  scatternd.scatter %u into %own[%i] reduction(mul) : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  memref.copy %own, %d : memref<8xf32> to memref<8xf32>
  memref.dealloc %own : memref<8xf32>
  return %d : memref<8xf32>
}

// Bufferization copies between strided and contiguous buffers: loops.
// CHECK-LABEL: llvm.func @slices(
func.func @slices(%d: tensor<?x?xf32>, %i: tensor<?x1xi64>, %u: tensor<?x?xf32>, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %s = tensor.extract_slice %d[%n, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %r = scatternd.scatter %u into %s[%i] : tensor<?x?xf32>, tensor<?x1xi64> into tensor<?x?xf32>
  %b = tensor.insert_slice %r into %d[%n, 0] [%n, %n] [2, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %r, %b : tensor<?x?xf32>, tensor<?x?xf32>
}

// Strings are a pointer and a size, in memory and as arguments; whole copies are memcpys.
// CHECK-LABEL: llvm.func @strings(
// CHECK-SAME: !llvm.struct<(ptr, i64)>
// CHECK-COUNT-1: llvm.intr.memcpy
// CHECK-NOT: llvm.intr.memcpy
// CHECK: llvm.return
func.func @strings(%d: tensor<?x!scatternd.string>, %i: tensor<?x1xi64>, %s: !scatternd.string) -> (tensor<?x!scatternd.string>, !scatternd.string) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %i, %c0 : tensor<?x1xi64>
  %e = tensor.empty(%n) : tensor<?x!scatternd.string>
  %u = linalg.fill ins(%s : !scatternd.string) outs(%e : tensor<?x!scatternd.string>) -> tensor<?x!scatternd.string>
  %r = scatternd.scatter %u into %d[%i] : tensor<?x!scatternd.string>, tensor<?x1xi64> into tensor<?x!scatternd.string>
  %x = tensor.extract %r[%c0] : tensor<?x!scatternd.string>
  return %r, %x : tensor<?x!scatternd.string>, !scatternd.string
}
