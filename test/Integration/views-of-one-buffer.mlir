// Data, indices and updates as strided views of buffers: what lies between
// their elements stays.

// RUN: %python -c "import numpy, sys; numpy.save(sys.argv[1], numpy.arange(12, dtype=numpy.float32).reshape(3, 4))" %t.npy
// RUN: %scatternd_run %s --input=%t.npy --check | FileCheck %s

func.func @main(%whole: memref<3x4xf32>) {
  // The second and the last column are written, the first one is read.
  %data = memref.subview %whole[0, 1] [3, 2] [1, 2]
      : memref<3x4xf32> to memref<3x2xf32, strided<[4, 2], offset: 1>>
  %column = memref.subview %whole[0, 0] [2, 1] [2, 1]
      : memref<3x4xf32> to memref<2x1xf32, strided<[8, 1]>>
  %updates = memref.alloc() : memref<2x2xf32>
  %left = memref.subview %updates[0, 0] [2, 1] [1, 1]
      : memref<2x2xf32> to memref<2x1xf32, strided<[2, 1]>>
  %right = memref.subview %updates[0, 1] [2, 1] [1, 1]
      : memref<2x2xf32> to memref<2x1xf32, strided<[2, 1], offset: 1>>
  memref.copy %column, %left
      : memref<2x1xf32, strided<[8, 1]>> to memref<2x1xf32, strided<[2, 1]>>
  memref.copy %column, %right
      : memref<2x1xf32, strided<[8, 1]>> to memref<2x1xf32, strided<[2, 1], offset: 1>>
  %indices = memref.alloc() : memref<2x1xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %last = arith.constant -1 : i32
  memref.store %last, %indices[%c0, %c0] : memref<2x1xi32>
  memref.store %one, %indices[%c1, %c0] : memref<2x1xi32>
  scatternd.scatter %updates into %data[%indices] reduction(add)
      : memref<2x2xf32>, memref<2x1xi32>
      into memref<3x2xf32, strided<[4, 2], offset: 1>>
  memref.dealloc %updates : memref<2x2xf32>
  memref.dealloc %indices : memref<2x1xi32>
  return
}

// CHECK: argument 0: memref<3x4xf32> = {{\[\[}}0, 1, 2, 3], [4, 13, 6, 15], [8, 9, 10, 11]]
