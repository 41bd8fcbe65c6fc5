// Every form prints as it was written, through the generic form and bytecode too.
// RUN: scatternd-opt %s | FileCheck %s
// RUN: scatternd-opt %s | scatternd-opt | FileCheck %s
// RUN: scatternd-opt %s --mlir-print-op-generic | scatternd-opt | FileCheck %s
// RUN: scatternd-opt %s --emit-bytecode | scatternd-opt | FileCheck %s
// RUN: scatternd-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @tensors
// CHECK: %{{.*}} = scatternd.scatter %{{.*}} into %{{.*}}[%{{.*}}] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
// GENERIC-LABEL: sym_name = "tensors"
// GENERIC: "scatternd.scatter"({{.*}}) <{batch_dims = 0 : i64, negative_indices = #scatternd.negative_indices<wrap>, out_of_bounds = #scatternd.out_of_bounds<error>, reduction = #scatternd.reduction<none>}> : (tensor<8xf32>, tensor<4x1xi64>, tensor<4xf32>) -> tensor<8xf32>
func.func @tensors(%data: tensor<8xf32>, %indices: tensor<4x1xi64>, %updates: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatternd.scatter %updates into %data[%indices] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @memrefs
// CHECK: {{^ *}}scatternd.scatter %{{.*}} into %{{.*}}[%{{.*}}] : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
func.func @memrefs(%data: memref<8xf32>, %indices: memref<4x1xi64>, %updates: memref<4xf32>) {
  scatternd.scatter %updates into %data[%indices] : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// CHECK-LABEL: func.func @every_clause
// CHECK: scatternd.scatter %{{.*}} into %{{.*}}[%{{.*}}] reduction(add) out_of_bounds(drop) negative_indices(invalid) batch_dims(1) unique : tensor<2x3xf32>, tensor<2x3x1xi32> into tensor<2x8xf32>
// GENERIC-LABEL: sym_name = "every_clause"
// GENERIC: <{batch_dims = 1 : i64, negative_indices = #scatternd.negative_indices<invalid>, out_of_bounds = #scatternd.out_of_bounds<drop>, reduction = #scatternd.reduction<add>, unique}>
func.func @every_clause(%data: tensor<2x8xf32>, %indices: tensor<2x3x1xi32>, %updates: tensor<2x3xf32>) -> tensor<2x8xf32> {
  %r = scatternd.scatter %updates into %data[%indices] reduction(add) out_of_bounds(drop)
         negative_indices(invalid) batch_dims(1) unique
       : tensor<2x3xf32>, tensor<2x3x1xi32> into tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @values
// CHECK: reduction(mul) out_of_bounds(clamp) :
// CHECK: reduction(max) out_of_bounds(assume) :
// CHECK: reduction(min) :
func.func @values(%d: memref<?xi8>, %i: memref<?x?xindex>, %u: memref<?xi8>) {
  scatternd.scatter %u into %d[%i] reduction(mul) out_of_bounds(clamp) : memref<?xi8>, memref<?x?xindex> into memref<?xi8>
  scatternd.scatter %u into %d[%i] reduction(max) out_of_bounds(assume) : memref<?xi8>, memref<?x?xindex> into memref<?xi8>
  scatternd.scatter %u into %d[%i] reduction(min) : memref<?xi8>, memref<?x?xindex> into memref<?xi8>
  return
}

// A default may be written, and is not printed.
// CHECK-LABEL: func.func @defaults
// CHECK: scatternd.scatter %{{.*}} into %{{.*}}[%{{.*}}] {note = "kept"} : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
// CHECK: scatternd.gather %{{.*}}[%{{.*}}] into %{{.*}} : tensor<8xf32>, tensor<4x1xi64> into tensor<4xf32>
func.func @defaults(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) {
  %r = scatternd.scatter %u into %d[%i] reduction(none) out_of_bounds(error) negative_indices(wrap) batch_dims(0)
      {note = "kept"} : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  %g = scatternd.gather %d[%i] into %u out_of_bounds(error) negative_indices(wrap) batch_dims(0)
      : tensor<8xf32>, tensor<4x1xi64> into tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @gather
// CHECK: %{{.*}} = scatternd.gather %{{.*}}[%{{.*}}] into %{{.*}} batch_dims(1) : tensor<2x8xf32>, tensor<2x3x1xi64> into tensor<2x3xf32>
// CHECK: {{^ *}}scatternd.gather %{{.*}}[%{{.*}}] into %{{.*}} out_of_bounds(drop) negative_indices(invalid) : memref<8xf32>, memref<4x1xi32> into memref<4xf32>
func.func @gather(%d: tensor<2x8xf32>, %i: tensor<2x3x1xi64>, %init: tensor<2x3xf32>,
                  %md: memref<8xf32>, %mi: memref<4x1xi32>, %minit: memref<4xf32>) -> tensor<2x3xf32> {
  %g = scatternd.gather %d[%i] into %init batch_dims(1) : tensor<2x8xf32>, tensor<2x3x1xi64> into tensor<2x3xf32>
  scatternd.gather %md[%mi] into %minit out_of_bounds(drop) negative_indices(invalid)
      : memref<8xf32>, memref<4x1xi32> into memref<4xf32>
  return %g : tensor<2x3xf32>
}

// Shapes the verifier must let through: q = 1, k = 0, k = 0 with a batch, empty extents, dynamic last dimension.
// CHECK-LABEL: func.func @shapes
// CHECK-COUNT-5: scatternd.scatter
func.func @shapes(%d1: tensor<3xf32>, %i1: tensor<1xi64>, %u1: tensor<f32>,
                  %d2: tensor<2x3xf32>, %i2: tensor<1x0xi64>, %u2: tensor<1x2x3xf32>,
                  %i3: tensor<2x0xi64>, %u3: tensor<2x3xf32>,
                  %d4: tensor<0x3xf32>, %i4: tensor<0x1xi64>, %u4: tensor<0x3xf32>,
                  %i5: tensor<?x?xi64>, %u5: tensor<?xf32>) {
  %0 = scatternd.scatter %u1 into %d1[%i1] : tensor<f32>, tensor<1xi64> into tensor<3xf32>
  %1 = scatternd.scatter %u2 into %d2[%i2] : tensor<1x2x3xf32>, tensor<1x0xi64> into tensor<2x3xf32>
  %2 = scatternd.scatter %u3 into %d2[%i3] batch_dims(1) : tensor<2x3xf32>, tensor<2x0xi64> into tensor<2x3xf32>
  %3 = scatternd.scatter %u4 into %d4[%i4] : tensor<0x3xf32>, tensor<0x1xi64> into tensor<0x3xf32>
  %4 = scatternd.scatter %u5 into %d2[%i5] : tensor<?xf32>, tensor<?x?xi64> into tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @element_types
// CHECK: tensor<8x!scatternd.string>
// CHECK: tensor<8xf8E8M0FNU>
// CHECK: tensor<8xcomplex<f64>>
func.func @element_types(%i: tensor<4x1xi64>, %sd: tensor<8x!scatternd.string>, %su: tensor<4x!scatternd.string>,
                         %fd: tensor<8xf8E8M0FNU>, %fu: tensor<4xf8E8M0FNU>,
                         %cd: tensor<8xcomplex<f64>>, %cu: tensor<4xcomplex<f64>>) {
  %0 = scatternd.scatter %su into %sd[%i] : tensor<4x!scatternd.string>, tensor<4x1xi64> into tensor<8x!scatternd.string>
  %1 = scatternd.scatter %fu into %fd[%i] : tensor<4xf8E8M0FNU>, tensor<4x1xi64> into tensor<8xf8E8M0FNU>
  %2 = scatternd.scatter %cu into %cd[%i] reduction(mul) : tensor<4xcomplex<f64>>, tensor<4x1xi64> into tensor<8xcomplex<f64>>
  return
}

// CHECK-LABEL: func.func @reports
// CHECK: %[[L:.*]] = scatternd.location "model.mlir:3:8"
// CHECK: scatternd.report_index %{{.*}} at [%{{.*}}, %{{.*}}], dimension 1 has %{{.*}} location %[[L]] negative_indices(invalid)
// CHECK: scatternd.report_extent updates[0] is %{{.*}}, indices[1] is %{{.*}} location %[[L]]
// CHECK: scatternd.report_components indices[1] is %{{.*}}, data rank 3 and init rank 2 leave 2 location %[[L]]
func.func @reports(%v: i64, %e: index) {
  %l = scatternd.location "model.mlir:3:8"
  scatternd.report_index %v at [%e, %e], dimension 1 has %e location %l negative_indices(invalid)
  scatternd.report_extent updates[0] is %e, indices[1] is %e location %l
  scatternd.report_components indices[1] is %e, data rank 3 and init rank 2 leave 2 location %l
  return
}
