// RUN: scatternd-opt %s --scatternd-bfloat16-to-bits | FileCheck %s

// CHECK: memref.global "private" constant @table : memref<2xi16> = dense<[16384, 16448]>
memref.global "private" constant @table : memref<2xbf16> = dense<[2.0, 3.0]>

// CHECK-LABEL: func.func @moves(
// CHECK-SAME: %arg0: i16, %arg1: memref<4xi16>, %arg2: i1) -> i16
// CHECK: %[[TWO:.*]] = arith.constant 16384 : i16
// CHECK: scf.if %arg2 -> (i16)
// CHECK: memref.store %{{.*}}, %arg1
// CHECK-NOT: bf16
func.func @moves(%x: bf16, %m: memref<4xbf16>, %c: i1) -> bf16 {
  %two = arith.constant 2.0 : bf16
  %i = arith.constant 0 : index
  %r = scf.if %c -> bf16 {
    scf.yield %two : bf16
  } else {
    scf.yield %x : bf16
  }
  memref.store %r, %m[%i] : memref<4xbf16>
  %bits = arith.bitcast %r : bf16 to i16
  %back = arith.bitcast %bits : i16 to bf16
  return %back : bf16
}

// What is of LLVM already is its author's.
// CHECK: llvm.func @own(bf16)
llvm.func @own(bf16)
