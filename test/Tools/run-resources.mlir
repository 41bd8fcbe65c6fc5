// Resources of a text file, of bytecode and of bytecode through a pipe.

// RUN: %scatternd_run %s --check | FileCheck %s
// RUN: scatternd-opt %s --emit-bytecode -o %t.mlirbc
// RUN: %scatternd_run %t.mlirbc --check | FileCheck %s
// RUN: cat %t.mlirbc | %scatternd_run - --check | FileCheck %s
// RUN: scatternd-opt %s --mlir-elide-resource-strings-if-larger=20 -o %t.elided.mlir
// RUN: not %scatternd_run %t.elided.mlir 2>&1 | FileCheck %s --check-prefix=ELIDED

// CHECK: result 0: tensor<6xf32> = [1, 20, 3, 4, 5, 10]
// CHECK-NEXT: result 1: tensor<6xf32> = [1, 2, 3, 4, 5, 6]
// CHECK-NEXT: result 2: f32 = 6
// ELIDED: error: 'arith.constant' op expected resource 'data' to have 24 bytes ('tensor<6xf32>'), but got no data
func.func @main() -> (tensor<6xf32>, tensor<6xf32>, f32) {
  %data = arith.constant dense_resource<data> : tensor<6xf32>
  %indices = arith.constant dense_resource<indices> : tensor<2x1xi64>
  %updates = arith.constant dense_resource<updates> : tensor<2xf32>
  %place = arith.constant dense_resource<place> : tensor<index>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<2xf32>, tensor<2x1xi64> into tensor<6xf32>
  %five = tensor.extract %place[] : tensor<index>
  %element = tensor.extract %data[%five] : tensor<6xf32>
  return %result, %data, %element : tensor<6xf32>, tensor<6xf32>, f32
}

// Data that is less aligned than its elements is copied.
// RUN: %scatternd_run %s --entry=packed | FileCheck %s --check-prefix=PACKED
// PACKED: result 0: tensor<2xf32> = [10, 20]
func.func @packed() -> tensor<2xf32> {
  %packed = arith.constant dense_resource<packed> : tensor<2xf32>
  return %packed : tensor<2xf32>
}

// A global that is not constant has memory of its own.
// RUN: %scatternd_run %s --entry=counts | FileCheck %s --check-prefix=COUNTS
// COUNTS: result 0: f32 = 2
// COUNTS-NEXT: result 1: f32 = 1
memref.global "private" @counter : memref<2xf32> = dense_resource<start>
memref.global "private" constant @start : memref<2xf32> = dense_resource<start>
func.func @counts() -> (f32, f32) {
  %zero = arith.constant 0 : index
  %counter = memref.get_global @counter : memref<2xf32>
  %start = memref.get_global @start : memref<2xf32>
  %one = memref.load %counter[%zero] : memref<2xf32>
  %two = arith.addf %one, %one : f32
  memref.store %two, %counter[%zero] : memref<2xf32>
  %counted = memref.load %counter[%zero] : memref<2xf32>
  %constant = memref.load %start[%zero] : memref<2xf32>
  return %counted, %constant : f32, f32
}

{-#
  dialect_resources: {
    builtin: {
      data: "0x400000000000803F0000004000004040000080400000A0400000C040",
      indices: "0x400000000500000000000000FBFFFFFFFFFFFFFF",
      updates: "0x40000000000020410000A041",
      place: "0x400000000500000000000000",
      packed: "0x01000000000020410000A041",
      start: "0x400000000000803F00000000"
    }
  }
#-}
