// RUN: scatternd-opt %s --scatternd-lower-to-reference | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("f32\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("i64\00")
// CHECK-DAG: llvm.func @scatternd_reference(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64, i64, i64, ...)
// CHECK-LABEL: func.func @main
// CHECK-NOT: alloca
// CHECK: memref.extract_aligned_pointer_as_index %arg0
// CHECK: memref.extract_strided_metadata %arg0
// CHECK: memref.extract_strided_metadata %arg1
// CHECK: memref.extract_strided_metadata %arg2
// CHECK: llvm.call @scatternd_reference
// CHECK-NOT: scatternd.scatter
func.func @main(%d: memref<?x8xf32, strided<[?, 1], offset: ?>>, %i: memref<4x1xi64>, %u: memref<4x8xf32>) {
  scatternd.scatter %u into %d[%i] : memref<4x8xf32>, memref<4x1xi64> into memref<?x8xf32, strided<[?, 1], offset: ?>>
  return
}
