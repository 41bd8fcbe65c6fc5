// The forms that docs/Scatter.md shows.
// RUN: scatternd-opt %s | scatternd-opt | FileCheck %s
// RUN: scatternd-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: scatternd-opt %s --scatternd-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @on_tensors
// CHECK: %{{.*}} = scatternd.scatter %{{.*}} into %{{.*}}[%{{.*}}] : tensor<4x16xf32>
// GENERIC-LABEL: sym_name = "on_tensors"
// LLVM-LABEL: llvm.func @on_tensors
func.func @on_tensors(%data: tensor<8x16xf32>, %indices: tensor<4x1xi64>,
                      %updates: tensor<4x16xf32>) -> tensor<8x16xf32> {
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<4x16xf32>, tensor<4x1xi64> into tensor<8x16xf32>
  return %result : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @on_memrefs
// CHECK: {{^ *}}scatternd.scatter %{{.*}} into %{{.*}}[%{{.*}}] : memref<4x16xf32>
// LLVM-LABEL: llvm.func @on_memrefs
func.func @on_memrefs(%data: memref<8x16xf32>, %indices: memref<4x1xi64>,
                      %updates: memref<4x16xf32>) {
  scatternd.scatter %updates into %data[%indices]
      : memref<4x16xf32>, memref<4x1xi64> into memref<8x16xf32>
  return
}

// CHECK-LABEL: func.func @every_clause
// CHECK: reduction(add) out_of_bounds(drop) negative_indices(invalid) batch_dims(1) unique :
// GENERIC-LABEL: sym_name = "every_clause"
// GENERIC: <{batch_dims = 1 : i64, negative_indices = #scatternd.negative_indices<invalid>, out_of_bounds = #scatternd.out_of_bounds<drop>, reduction = #scatternd.reduction<add>, unique}>
// LLVM-LABEL: llvm.func @every_clause
func.func @every_clause(%data: tensor<2x8xf32>, %indices: tensor<2x3x1xi32>,
                        %updates: tensor<2x3xf32>) -> tensor<2x8xf32> {
  %result = scatternd.scatter %updates into %data[%indices]
      reduction(add) out_of_bounds(drop) negative_indices(invalid)
      batch_dims(1) unique
      : tensor<2x3xf32>, tensor<2x3x1xi32> into tensor<2x8xf32>
  return %result : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @gather_on_tensors
// CHECK: %{{.*}} = scatternd.gather %{{.*}}[%{{.*}}] into %{{.*}} batch_dims(1) :
// LLVM-LABEL: llvm.func @gather_on_tensors
func.func @gather_on_tensors(%data: tensor<2x8xf32>,
                             %indices: tensor<2x3x1xi64>,
                             %init: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %result = scatternd.gather %data[%indices] into %init batch_dims(1)
      : tensor<2x8xf32>, tensor<2x3x1xi64> into tensor<2x3xf32>
  return %result : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @gather_on_memrefs
// CHECK: {{^ *}}scatternd.gather %{{.*}}[%{{.*}}] into %{{.*}} :
// LLVM-LABEL: llvm.func @gather_on_memrefs
func.func @gather_on_memrefs(%data: memref<?x16xf32>, %indices: memref<?x1xi64>,
                             %init: memref<?x16xf32>) {
  scatternd.gather %data[%indices] into %init
      : memref<?x16xf32>, memref<?x1xi64> into memref<?x16xf32>
  return
}

// CHECK-LABEL: func.func @strided
// CHECK: memref<?x16xf32, strided<[?, 2], offset: ?>, 1>
// LLVM-LABEL: llvm.func @strided
func.func @strided(%data: memref<?x16xf32, strided<[?, 2], offset: ?>, 1>,
                   %indices: memref<?x1xindex>, %updates: memref<?x16xf32>) {
  scatternd.scatter %updates into %data[%indices] out_of_bounds(clamp)
      : memref<?x16xf32>, memref<?x1xindex>
        into memref<?x16xf32, strided<[?, 2], offset: ?>, 1>
  return
}

// CHECK-LABEL: func.func @promised
// CHECK: out_of_bounds(assume) :
// LLVM-LABEL: llvm.func @promised
// LLVM-NOT: scatternd_report
func.func @promised(%data: tensor<?xf32>, %indices: tensor<?x1xi64>,
                    %updates: tensor<?xf32>) -> tensor<?xf32> {
  %result = scatternd.scatter %updates into %data[%indices]
      out_of_bounds(assume)
      : tensor<?xf32>, tensor<?x1xi64> into tensor<?xf32>
  return %result : tensor<?xf32>
}
