// What upstream's passes do wrong (docs/Upstream.md). A test here that fails tells of an
// update that has mended it: then take away what we do about it, and its entry.

// RUN: split-file %s %t
// RUN: mlir-opt %t/narrow-index.mlir --canonicalize | FileCheck %t/narrow-index.mlir
// RUN: mlir-opt %t/compared-with-itself.mlir --canonicalize | FileCheck %t/compared-with-itself.mlir
// RUN: mlir-opt %t/no-wrap.mlir --canonicalize | FileCheck %t/no-wrap.mlir
// RUN: mlir-opt %t/index-difference.mlir --canonicalize | FileCheck %t/index-difference.mlir
// RUN: mlir-opt %t/growing-loop.mlir --canonicalize | FileCheck %t/growing-loop.mlir
// RUN: not mlir-opt %t/shared-out.mlir --sccp 2>&1 | FileCheck %t/shared-out.mlir
// RUN: not mlir-opt %t/forall-cast.mlir --canonicalize 2>&1 | FileCheck %t/forall-cast.mlir
// RUN: not mlir-opt %t/constant-in-disguise.mlir --canonicalize 2>&1 | FileCheck %t/constant-in-disguise.mlir
// RUN: not --crash mlir-opt %t/strings.mlir --canonicalize 2>/dev/null
// RUN: not scatternd-opt %t/folded-cast.mlir --canonicalize 2>&1 | FileCheck %t/folded-cast.mlir
// RUN: not timeout 2 mlir-opt %t/unreachable-loop.mlir --canonicalize 2>/dev/null
// RUN: mlir-opt %t/unused-realloc.mlir --canonicalize | FileCheck %t/unused-realloc.mlir
// RUN: not mlir-opt %t/sunk-index.mlir --control-flow-sink 2>&1 | FileCheck %t/sunk-index.mlir

//--- narrow-index.mlir
// An index cast to a narrow type and back
// CHECK: return %arg0 : index
func.func @f(%a: index) -> index {
  %b = arith.index_castui %a : index to i8
  %c = arith.index_castui %b : i8 to index
  return %c : index
}

//--- compared-with-itself.mlir
// A tensor compared with itself
// CHECK: arith.constant dense<false> : tensor<?xi1>
func.func @f(%t: tensor<?xi32>) -> tensor<?xi1> {
  %r = arith.cmpi ne, %t, %t : tensor<?xi32>
  return %r : tensor<?xi1>
}

//--- no-wrap.mlir
// Additions that do not wrap
// CHECK: arith.constant -56 : i8
// CHECK: arith.addi {{.*}} overflow<nsw> : i8
func.func @f(%a: i8) -> i8 {
  %c = arith.constant 100 : i8
  %s = arith.addi %a, %c overflow<nsw> : i8
  %t = arith.addi %s, %c overflow<nsw> : i8
  return %t : i8
}

//--- index-difference.mlir
// A difference compared with 0
// CHECK: index.cmp sgt(%arg0, %arg1)
func.func @f(%a: index, %b: index) -> i1 {
  %z = index.constant 0
  %d = index.sub %a, %b
  %r = index.cmp sgt(%d, %z)
  return %r : i1
}

//--- growing-loop.mlir
// A loop whose tensor grows
// CHECK: scf.for {{.*}} -> (tensor<2xf32>)
// CHECK: tensor.cast %{{.*}} : tensor<?xf32> to tensor<2xf32>
func.func @f(%a: tensor<2xf32>, %l: index, %n: index, %s: index, %z: f32) -> tensor<?xf32> {
  %t = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  %r = scf.for %i = %l to %n step %s iter_args(%x = %t) -> (tensor<?xf32>) {
    %y = tensor.pad %x low[0] high[1] {
    ^bb0(%j: index):
      tensor.yield %z : f32
    } : tensor<?xf32> to tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

//--- shared-out.mlir
// `--sccp` takes a shared tensor for a constant
// CHECK: error: 'tensor.parallel_insert_slice' op may only insert into an output block argument
func.func @f(%s: tensor<1xi32>) -> tensor<4xi32> {
  %z = arith.constant dense<0> : tensor<4xi32>
  %r = scf.forall (%i) in (4) shared_outs(%x = %z) -> (tensor<4xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  return %r : tensor<4xi32>
}

//--- forall-cast.mlir
// A concatenation before `scf.forall`
// CHECK: error: 'scf.forall' op type mismatch between 0-th output and corresponding block argument
func.func @f(%0: f64) -> (tensor<?x?xf64>) {
  %1 = arith.constant dense<0.0> : tensor<2x2xf64>
  %2 = linalg.fill ins(%0 : f64) outs(%1 : tensor<2x2xf64>) -> tensor<2x2xf64>
  %3 = tensor.concat dim(0) %2, %2, %2 : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<?x?xf64>
  %4 = arith.constant 6 : index
  %7 = scf.forall (%5) in (%4) shared_outs(%6 = %3) -> (tensor<?x?xf64>) {
    %8 = arith.constant dense<0.0> : tensor<2xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %8 into %6[%5, 0][1, 2][1, 1] : tensor<2xf64> into tensor<?x?xf64>
    }
  }
  return %7 : tensor<?x?xf64>
}

//--- constant-in-disguise.mlir
// A slice that drops a dimension, with a constant as a size
// CHECK: error: 'tensor.cast' op operand type 'tensor<3x1xf64>' and result type 'tensor<?x3xf64>' are cast incompatible
func.func @f(%a: tensor<1x3x1xf64>, %s: index) -> tensor<?x3xf64> {
  %c1 = arith.constant 1 : index
  %r = tensor.extract_slice %a[0, 0, 0] [%c1, 3, 1] [%s, 1, 1] : tensor<1x3x1xf64> to tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}

//--- strings.mlir
// A reshape of a constant of strings
func.func @f() -> tensor<2x!llvm.ptr> {
  %s = arith.constant dense<[["a", "b"]]> : tensor<1x2x!llvm.ptr>
  %r = tensor.collapse_shape %s [[0, 1]] : tensor<1x2x!llvm.ptr> into tensor<2x!llvm.ptr>
  return %r : tensor<2x!llvm.ptr>
}

//--- folded-cast.mlir
// A cast to unknown extents before a structured op
// CHECK: error: 'scatternd.scatter' op expected updates dimension 0 to be 2 (indices dimension 0), but got 3
func.func @f(%a: tensor<3xf32>, %i: tensor<2x1xi64>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %u = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %r = scatternd.scatter %u into %d[%i] : tensor<?xf32>, tensor<2x1xi64> into tensor<8xf32>
  return %r : tensor<8xf32>
}

//--- unreachable-loop.mlir
// A loop of branches that never runs
func.func @f(%m: memref<4xi64>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  cf.br ^a
^a:
  cf.cond_br %false, ^head(%c0, %false : index, i1), ^end
^head(%i: index, %k: i1):
  %l = arith.cmpi slt, %i, %c1 : index
  cf.cond_br %l, ^body, ^end
^body:
  %v = memref.load %m[%i] : memref<4xi64>
  %v2 = arith.index_cast %v : i64 to index
  %b = arith.cmpi slt, %v2, %c0 : index
  %o = arith.ori %k, %b : i1
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n, %o : index, i1)
^end:
  return
}

//--- unused-realloc.mlir
// A reallocation that is only freed
// CHECK: memref.alloc
// CHECK-NOT: memref.dealloc
func.func @f(%x: i32) {
  %m = memref.alloc() : memref<1xi32>
  linalg.fill ins(%x : i32) outs(%m : memref<1xi32>)
  %r = memref.realloc %m : memref<1xi32> to memref<2xi32>
  memref.dealloc %r : memref<2xi32>
  return
}

//--- sunk-index.mlir
// `--control-flow-sink` moves `linalg.index` into a branch
// CHECK: error: 'linalg.index' op expected parent op with LinalgOp interface
#id = affine_map<(d0) -> (d0)>
func.func @f(%o: memref<4xindex>, %c: i1, %z: index) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%o : memref<4xindex>) {
  ^bb0(%e: index):
    %i = linalg.index 0 : index
    %r = scf.if %c -> index {
      %s = arith.addi %i, %i : index
      scf.yield %s : index
    } else {
      scf.yield %z : index
    }
    linalg.yield %r : index
  }
  return
}
