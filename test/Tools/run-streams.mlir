// Input files need not be plain files, and are never read without end.

// RUN: rm -rf %t && mkdir %t && cd %t && ln -s /dev/zero zero.npy && ln -s /dev/zero zero.mlir && mkfifo fifo.npy
// RUN: %python -c "import numpy as np; np.save('good.npy', np.float32([1, 2.5])); np.save('large.npy', np.zeros(1000000, dtype=np.float32))"
// RUN: not %scatternd_run %s --input=zero.npy 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not %scatternd_run zero.mlir 2>&1 | FileCheck %s --check-prefix=PROGRAM
// RUN: bash -c 'cat good.npy > fifo.npy & %scatternd_run %s --input=fifo.npy' | FileCheck %s
// RUN: bash -c '(cat good.npy; cat /dev/zero) > fifo.npy & not %scatternd_run %s --input=fifo.npy' 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: bash -c 'head -c 20 good.npy > fifo.npy & not %scatternd_run %s --input=fifo.npy' 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: bash -c 'cat large.npy > fifo.npy & %scatternd_run %s --input=fifo.npy --expect=large.npy' | FileCheck %s --check-prefix=LARGE
// RUN: bash -c 'cat good.npy | %scatternd_run %s --input=npy:/dev/stdin' | FileCheck %s
// RUN: bash -c '%scatternd_run %s --input=good.npy --print=none --output=npy:/dev/stdout | cmp - good.npy'
// RUN: bash -c 'cat good.npy > fifo.npy & %scatternd_run %s --input=fifo.npy --print=none --output=npy:/dev/stdout | %scatternd_run %s --input=npy:/dev/stdin' | FileCheck %s

func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// CHECK: result 0: tensor<2xf32> = [1, 2.5]
// ZERO: error: input 0: zero.npy: not a .npy file (it does not start with \x93NUMPY)
// PROGRAM: error: zero.mlir is a device, which may have no end
// LONG: error: input 0: fifo.npy: expected 8 bytes of elements (shape [2]), but got 9
// CUT: error: input 0: fifo.npy: truncated in the header
// LARGE: result 0: tensor<1000000xf32>
