// RUN: scatternd-opt %s --split-input-file --scatternd-check-translation --verify-diagnostics

// One error, of the op that LLVM does not have.
llvm.func @unknown(%x: i64) -> i64 {
  // expected-error @below {{could not find LLVM intrinsic: "llvm.no.such"}}
  %r = llvm.call_intrinsic "llvm.no.such"(%x) : (i64) -> i64
  llvm.return %r : i64
}

// -----

// Constants are left as they are.
llvm.mlir.global private constant @g(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.func @known(%x: i64) -> i64 {
  llvm.return %x : i64
}
