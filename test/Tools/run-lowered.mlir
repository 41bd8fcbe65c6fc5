// A module that is lowered already has nothing to call.

// RUN: not %scatternd_run %s 2>&1 | FileCheck %s

// CHECK: error: expected --entry to be a public function with a body (there is none; the module is already in the LLVM dialect), but got 'main'
llvm.func @main() {
  llvm.return
}
