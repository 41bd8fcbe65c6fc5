// A result that cannot be one is named.

// RUN: %python -c "import numpy as np; np.save(r'%t.npy', np.array(-1))"
// RUN: not %scatternd_run %s --input=%t.npy 2>&1 | FileCheck %s
// RUN: not %scatternd_run %s --entry=null 2>&1 | FileCheck %s --check-prefix=NULL

func.func @main(%extent: index) -> (i32, memref<3x?xf32>) {
  %zero = arith.constant 0 : i32
  %memory = memref.alloc() : memref<3xf32>
  %r = memref.reinterpret_cast %memory to offset: [0], sizes: [3, %extent], strides: [%extent, 1]
      : memref<3xf32> to memref<3x?xf32, strided<[?, 1]>>
  %c = memref.cast %r : memref<3x?xf32, strided<[?, 1]>> to memref<3x?xf32, strided<[?, ?], offset: ?>>
  %d = memref.cast %c : memref<3x?xf32, strided<[?, ?], offset: ?>> to memref<3x?xf32>
  return %zero, %d : i32, memref<3x?xf32>
}
// CHECK: error: result 1 has extent -1 in dimension 1
// CHECK-NOT: {{.}}

func.func @null() -> memref<2xf32> {
  %address = llvm.mlir.zero : !llvm.ptr
  %empty = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %zero = llvm.mlir.constant(0 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %a = llvm.insertvalue %address, %empty[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %b = llvm.insertvalue %address, %a[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %c = llvm.insertvalue %zero, %b[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %d = llvm.insertvalue %two, %c[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %e = llvm.insertvalue %two, %d[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %r = builtin.unrealized_conversion_cast %e
      : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<2xf32>
  return %r : memref<2xf32>
}
// NULL: error: result 0 has shape [2], but a null pointer for its elements
