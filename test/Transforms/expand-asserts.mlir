// RUN: scatternd-opt %s --scatternd-expand-asserts | FileCheck %s

// CHECK: llvm.mlir.global internal constant @[[$TEXT:scatternd_text_[0-9a-f]+]]("not so\00")
// CHECK-LABEL: func.func @check
// CHECK: cf.cond_br %arg0, ^[[GOOD:.*]], ^[[BAD:.*]]
// CHECK: ^[[BAD]]:
// CHECK: llvm.mlir.addressof @[[$TEXT]]
// CHECK: llvm.call @puts
// CHECK: llvm.call @fflush
// CHECK: llvm.call @abort
// CHECK: llvm.unreachable
func.func @check(%c: i1) {
  cf.assert %c, "not so"
  return
}
