// What upstream's passes do wrong (docs/Upstream.md). A test here that fails tells of an
// update that has mended it: then take away what we do about it, and its entry.

// RUN: split-file %s %t
// RUN: mlir-opt %t/returned-argument.mlir --ownership-based-buffer-deallocation | FileCheck %t/returned-argument.mlir
// RUN: not mlir-opt %t/own-dealloc.mlir --ownership-based-buffer-deallocation 2>&1 | FileCheck %t/own-dealloc.mlir
// RUN: not --crash mlir-opt %t/loop-and-branch.mlir --ownership-based-buffer-deallocation 2>/dev/null

//--- returned-argument.mlir
// A returned argument is cloned
// CHECK: bufferization.clone %arg0
func.func @f(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

//--- own-dealloc.mlir
// A function that frees by itself is refused
// CHECK: error: memory free side-effect on MemRef value not supported!
func.func @f(%a: memref<4xf32>) {
  memref.dealloc %a : memref<4xf32>
  return
}

//--- loop-and-branch.mlir
// A loop's buffer lives across a branch
func.func @f(%l: index, %n: index, %s: index, %c: i1) {
  %m = memref.alloc() : memref<8xf32>
  %r = scf.for %k = %l to %n step %s iter_args(%x = %m) -> (memref<8xf32>) {
    %z = memref.alloc() : memref<8xf32>
    scf.yield %z : memref<8xf32>
  }
  cf.cond_br %c, ^copy, ^end
^copy:
  memref.copy %r, %m : memref<8xf32> to memref<8xf32>
  return
^end:
  return
}
