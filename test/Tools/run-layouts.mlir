// Strides and offsets that a type leaves open are chosen so that no two
// elements share a place, and none lies before the memory's start.

// RUN: %python -c "import numpy as np; np.save(r'%t.npy', np.arange(6, dtype=np.float32).reshape(2, 3))"
// RUN: %scatternd_run %s --entry=rows --input=%t.npy | FileCheck %s --check-prefix=ROWS
// RUN: %scatternd_run %s --entry=first --input=%t.npy | FileCheck %s --check-prefix=FIRST
// RUN: %scatternd_run %s --entry=gap --input=%t.npy | FileCheck %s --check-prefix=GAP
// RUN: %scatternd_run %s --entry=backwards --input=%t.npy --expect=%t.npy \
// RUN:   | FileCheck %s --check-prefix=BACKWARDS
// RUN: not %scatternd_run %s --entry=huge --input=%t.npy 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not %scatternd_run %s --entry=marked --input=%t.npy 2>&1 | FileCheck %s --check-prefix=MARKED

func.func @rows(%a: memref<2x3xf32, strided<[?, ?], offset: ?>>) -> (index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : memref<2x3xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %strides#0, %strides#1 : index, index
}
// ROWS: result 0: index = 3
// ROWS-NEXT: result 1: index = 1

func.func @first(%a: memref<2x3xf32, strided<[1, ?]>>) -> (index, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : memref<2x3xf32, strided<[1, ?]>> -> memref<f32>, index, index, index, index, index
  %value = memref.load %a[%zero, %one] : memref<2x3xf32, strided<[1, ?]>>
  return %strides#1, %value : index, f32
}
// FIRST: result 0: index = 2
// FIRST-NEXT: result 1: f32 = 1

func.func @gap(%a: memref<2x3xf32, strided<[?, 2]>>) -> index {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : memref<2x3xf32, strided<[?, 2]>> -> memref<f32>, index, index, index, index, index
  return %strides#0 : index
}
// GAP: result 0: index = 5

func.func @backwards(%a: memref<2x3xf32, strided<[?, -1], offset: ?>>)
    -> (memref<2x3xf32, strided<[?, -1], offset: ?>>) {
  return %a : memref<2x3xf32, strided<[?, -1], offset: ?>>
}
// BACKWARDS: = {{\[\[}}0, 1, 2], [3, 4, 5]]

func.func @huge(%a: memref<2x3xf32, strided<[1000000000000000, 1]>>) {
  return
}
// HUGE: error: input 0: {{.*}}.npy: shape [2, 3] of f32 is too large for memory (memref<2x3xf32, strided<[1000000000000000, 1]>>)

func.func @marked(%a: tensor<2x3xf32> {bufferization.buffer_layout = affine_map<(d0, d1) -> (d1, d0)>}) {
  return
}
// MARKED: error: argument 0 of 'marked' has the attribute bufferization.buffer_layout, but tensors are passed as contiguous memory
