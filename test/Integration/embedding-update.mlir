// An embedding updated in place and as a value, and looked up again.

// RUN: %python %examples/make_inputs.py %t
// RUN: %scatternd_run %examples/embedding_update.mlir --input=%t/embedding_update.table.npy \
// RUN:   --input=%t/embedding_update.tokens.npy --input=%t/embedding_update.gradients.npy \
// RUN:   --expect=arg0=%t/embedding_update.expected.npy --check
// RUN: %scatternd_run %examples/embedding_update.mlir --entry=on_tensors \
// RUN:   --input=%t/embedding_update.table.npy --input=%t/embedding_update.tokens.npy \
// RUN:   --input=%t/embedding_update.gradients.npy \
// RUN:   --expect=%t/embedding_update.expected.npy --check
// RUN: %scatternd_run %examples/embedding_update.mlir --entry=look_up \
// RUN:   --input=%t/embedding_update.expected.npy --input=%t/embedding_update.tokens.npy \
// RUN:   --input=%t/embedding_update.gradients.npy \
// RUN:   --expect=%t/embedding_update.found.npy --check
// RUN: not %scatternd_run %examples/embedding_update.mlir \
// RUN:   --input=%t/embedding_update.table.npy --input=%t/embedding_update.bad_tokens.npy \
// RUN:   --input=%t/embedding_update.gradients.npy 2>&1 | FileCheck %s

// CHECK: error: {{.*}}embedding_update.mlir:7:3: index out of bounds: indices[3, 7, 0] = 1000, but data dimension 0 has extent 1000 (valid: -1000 to 999)
