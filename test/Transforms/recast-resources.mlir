// RUN: scatternd-opt %s --scatternd-recast-resources | FileCheck %s

// What the translation to LLVM IR refuses becomes an array of the same memory.
// CHECK: llvm.mlir.global private constant @bools(dense_resource<bools> : tensor<4xi8>) {addr_space = 0 : i32} : !llvm.array<4 x i8>
llvm.mlir.global private constant @bools(dense_resource<bools> : tensor<2x2xi1>) : !llvm.array<2 x array<2 x i1>>
// CHECK: @narrow(dense_resource<narrow> : tensor<4xi8>) {{.*}} : !llvm.array<4 x i8>
llvm.mlir.global private constant @narrow(dense_resource<narrow> : tensor<4xui4>) : !llvm.array<4 x i4>
// CHECK: @complex(dense_resource<complex> : tensor<2xf32>) {{.*}} : !llvm.array<2 x f32>
llvm.mlir.global private constant @complex(dense_resource<complex> : tensor<1xcomplex<f32>>) : !llvm.array<1 x struct<(f32, f32)>>

// The others stay, and so does what is no resource.
// CHECK: @floats(dense_resource<floats> : tensor<1x2xf32>) {{.*}} : !llvm.array<1 x array<2 x f32>>
llvm.mlir.global private constant @floats(dense_resource<floats> : tensor<1x2xf32>) : !llvm.array<1 x array<2 x f32>>
// CHECK: @dense(dense<true> : tensor<2xi1>) {addr_space = 0 : i32, alignment = 64 : i64}
llvm.mlir.global private constant @dense(dense<true> : tensor<2xi1>) {alignment = 64} : !llvm.array<2 x i1>
// CHECK: @declared()
llvm.mlir.global external constant @declared() {alignment = 64} : !llvm.array<2 x i1>

// No more alignment than that of the data, and no less than that of elements.
// CHECK: @enough(dense_resource<floats> : {{.*}}alignment = 8 : i64
llvm.mlir.global private constant @enough(dense_resource<floats> : tensor<2xf32>) {alignment = 8} : !llvm.array<2 x f32>
// CHECK: @less(dense_resource<floats> : {{.*}}alignment = 16 : i64
llvm.mlir.global private constant @less(dense_resource<floats> : tensor<2xf32>) {alignment = 64} : !llvm.array<2 x f32>
// CHECK: @elements(dense_resource<packed> : {{.*}}alignment = 4 : i64
llvm.mlir.global private constant @elements(dense_resource<packed> : tensor<2xf32>) {alignment = 64} : !llvm.array<2 x f32>

{-#
  dialect_resources: {
    builtin: {
      bools: "0x1000000001000001",
      narrow: "0x10000000010F0203",
      complex: "0x100000000000803F00000040",
      floats: "0x100000000000803F00000040",
      packed: "0x010000000000803F00000040"
    }
  }
#-}
