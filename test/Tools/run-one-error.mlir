// Only the first of several comparisons that fail is called an error. A name's
// control characters do not break a message's line.

// RUN: %python -c "import numpy as np; np.save(r'%t.npy', np.float32(2.5))"
// RUN: not %scatternd_run %s --print=none --expect=%t.npy --expect=%t.npy 2>&1 \
// RUN:   | FileCheck %s
// RUN: %python -c "import subprocess as s, sys; sys.exit(s.call([r'%scatternd_run', r'%s', '--entry=a\nb\x1b']) != 1)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAME
// RUN: %python -c "import subprocess as s, sys; sys.exit(s.call([r'%scatternd_run', 'a\nb.mlir']) != 1)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FILE

func.func @main() -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  return %one, %one : f32, f32
}

// CHECK: {{^}}error: result 0 and {{.*}}.npy: 1 of 1 element differs, first at []: got 1, expected 2.5
// CHECK-NEXT: {{^}}note: result 1 and {{.*}}.npy: 1 of 1 element differs, first at []: got 1, expected 2.5
// CHECK-NOT: {{.}}

// NAME: error: expected --entry to be a public function with a body (main), but got 'a\nb\x1b'
// FILE: error: {{.*}}'a\nb.mlir'
