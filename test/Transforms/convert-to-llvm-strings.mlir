// Upstream's conversion to LLVM knows strings and constants of them. Values are checked in test/Integration/strings.mlir.
// RUN: scatternd-opt %s --convert-to-llvm --reconcile-unrealized-casts | FileCheck %s
// RUN: scatternd-opt %s --convert-to-llvm --reconcile-unrealized-casts | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// Equal strings share their bytes, which lie behind the elements.
// CHECK-LABEL: llvm.mlir.global internal constant @list
// CHECK-SAME: alignment = 64
// CHECK-SAME: !llvm.struct<(array<4 x struct<(ptr, i64)>>, array<4 x i8>)>
// LLVM: @list = internal constant { [4 x { ptr, i64 }], [4 x i8] } {
// LLVM-SAME: { ptr getelementptr inbounds nuw (i8, ptr @list, i64 64), i64 1 }
// LLVM-SAME: { ptr getelementptr inbounds nuw (i8, ptr @list, i64 65), i64 3 }
// LLVM-SAME: i64 0 }
// LLVM-SAME: { ptr getelementptr inbounds nuw (i8, ptr @list, i64 64), i64 1 }
// LLVM-SAME: c"ab\00c" }, align 64
memref.global "private" constant @list : memref<2x2x!scatternd.string> = dense<[["a", "b\00c"], ["", "a"]]> {alignment = 64 : i64}

// More than 16 elements are a tree of arrays, of few types.
// LLVM: @tree = internal constant { { [2 x [16 x { ptr, i64 }]], [5 x { ptr, i64 }] }, [1 x i8] }
memref.global "private" constant @tree : memref<37x!scatternd.string> = dense<"x">

// One element of a splat is built for all of them.
// CHECK-LABEL: llvm.mlir.global internal constant @splat
// CHECK-COUNT-1: llvm.getelementptr
// CHECK-NOT: llvm.getelementptr
// CHECK: llvm.return
// LLVM: @splat = internal constant { [16 x [16 x [16 x [16 x [16 x { ptr, i64 }]]]]], [1 x i8] }
memref.global "private" constant @splat : memref<1024x1024x!scatternd.string> = dense<"x">

// LLVM: @empty = constant { [0 x { ptr, i64 }], [0 x i8] }
memref.global constant @empty : memref<0x2x!scatternd.string> = dense<>

// LLVM: @rank0 = internal global { { ptr, i64 }, [1 x i8] }
memref.global "private" @rank0 : memref<!scatternd.string> = dense<"x">

// LLVM: @sparse = internal constant { [3 x { ptr, i64 }], [2 x i8] }
memref.global "private" constant @sparse : memref<3x!scatternd.string> = sparse<[[1]], ["zz"]>

// LLVM: @elsewhere = internal addrspace(1) constant
// LLVM-SAME: ptr addrspacecast (ptr addrspace(1) @elsewhere to ptr), i64 16), i64 1 }
memref.global "private" constant @elsewhere : memref<1x!scatternd.string, 1> = dense<"x">

// LLVM: @uninitialized = global [2 x { ptr, i64 }] undef
memref.global @uninitialized : memref<2x!scatternd.string> = uninitialized

// CHECK-LABEL: llvm.func @element
// CHECK-SAME: (%{{.*}}: !llvm.struct<(ptr, i64)>, %{{.*}}: i64) -> !llvm.struct<(ptr, i64)>
// CHECK: llvm.mlir.addressof @list
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> !llvm.struct<(ptr, i64)>
func.func @element(%unused: !scatternd.string, %i: index) -> !scatternd.string {
  %list = memref.get_global @list : memref<2x2x!scatternd.string>
  %element = memref.load %list[%i, %i] : memref<2x2x!scatternd.string>
  return %element : !scatternd.string
}
