// RUN: scatternd-opt %s --scatternd-expand-tensor-ops --split-input-file | FileCheck %s

// A comparison with itself is not folded to a constant, whose shape nobody knows.
// CHECK-LABEL: func.func @elementwise
// CHECK: linalg.generic
// CHECK: arith.cmpi ne
// CHECK: tensor<?xi1>
func.func @elementwise(%t: tensor<?xi32>) -> tensor<?xi1> {
  %r = arith.cmpi ne, %t, %t : tensor<?xi32>
  return %r : tensor<?xi1>
}

// -----

// CHECK-LABEL: func.func @softmax
// CHECK-NOT: linalg.softmax
// CHECK: math.exp
func.func @softmax(%t: tensor<3x?xf32>, %o: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.softmax dimension(1) ins(%t : tensor<3x?xf32>) outs(%o : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// -----

// Each element is read where it comes from, or is padding; the extents of the packed
// tensor are those of the destination, which the type need not give.
// CHECK-LABEL: func.func @pack
// CHECK-SAME: (%[[T:.*]]: tensor<2x?xi1>, %[[O:.*]]: tensor<?x2x4xi1>, %[[Z:.*]]: i1)
// CHECK: %[[TILE:.*]] = arith.constant 4
// CHECK: %[[EXTENT:.*]] = tensor.dim %[[T]], %{{.*}}
// CHECK: %[[OUTER:.*]] = tensor.dim %[[O]], %{{.*}}
// CHECK: tensor.generate %[[OUTER]]
// CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index):
// CHECK: %[[START:.*]] = arith.muli %[[I]], %[[TILE]]
// CHECK: %[[AT:.*]] = arith.addi %[[START]], %[[K]]
// CHECK: %[[LESS:.*]] = arith.cmpi ult, %[[AT]], %[[EXTENT]]
// CHECK: %[[INSIDE:.*]] = arith.andi %{{.*}}, %[[LESS]]
// CHECK: scf.if %[[INSIDE]]
// CHECK: tensor.extract %[[T]][%[[J]], %[[AT]]]
// CHECK: else
// CHECK: scf.yield %[[Z]]
func.func @pack(%t: tensor<2x?xi1>, %o: tensor<?x2x4xi1>, %z: i1) -> tensor<?x2x4xi1> {
  %r = linalg.pack %t padding_value(%z : i1) outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [4] into %o : tensor<2x?xi1> -> tensor<?x2x4xi1>
  return %r : tensor<?x2x4xi1>
}

// -----

// Nothing is padded, so that no value is needed that the type may not have.
// CHECK-LABEL: func.func @pack_strings
// CHECK-NOT: scf.if
// CHECK: tensor.extract
// CHECK-NOT: linalg.pack
func.func @pack_strings(%t: tensor<3x!scatternd.string>, %o: tensor<1x3x!scatternd.string>) -> tensor<1x3x!scatternd.string> {
  %r = linalg.pack %t inner_dims_pos = [0] inner_tiles = [3] into %o : tensor<3x!scatternd.string> -> tensor<1x3x!scatternd.string>
  return %r : tensor<1x3x!scatternd.string>
}

// -----

// CHECK-LABEL: func.func @unpack
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3
// CHECK: tensor.generate
// CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
// CHECK: %[[TILE0:.*]] = arith.divui %[[I]], %[[FOUR]]
// CHECK: %[[IN0:.*]] = arith.remui %[[I]], %[[FOUR]]
// CHECK: %[[TILE1:.*]] = arith.divui %[[J]], %[[THREE]]
// CHECK: %[[IN1:.*]] = arith.remui %[[J]], %[[THREE]]
// CHECK: tensor.extract %arg0[%[[TILE0]], %[[TILE1]], %[[IN0]], %[[IN1]]]
func.func @unpack(%t: tensor<2x3x4x3xf32>, %o: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %r = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %o : tensor<2x3x4x3xf32> -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// -----

// One of two tensors of whatever extents; no elementwise op of the first's.
// CHECK-LABEL: func.func @choice
// CHECK: scf.if %{{.*}} -> (tensor<?xf32>)
// CHECK-NOT: linalg.generic
func.func @choice(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.select %c, %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// A condition for each element selects elements.
// CHECK-LABEL: func.func @choices
// CHECK-NOT: scf.if
// CHECK: linalg.generic
func.func @choices(%c: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.select %c, %a, %b : tensor<?xi1>, tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// What is 0 with one extent unknown has an unknown extent in memory.
// CHECK-LABEL: func.func @empty_group
// CHECK: tensor.cast %arg0 : tensor<0x?x2xf32> to tensor<?x?x2xf32>
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<?x?x2xf32> into tensor<?x2xf32>
func.func @empty_group(%a: tensor<0x?x2xf32>) -> tensor<?x2xf32> {
  %r = tensor.collapse_shape %a [[0, 1], [2]] : tensor<0x?x2xf32> into tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// -----

// What is empty is left out: a slice cannot start where there are no elements.
// CHECK-LABEL: func.func @concat
// CHECK-NOT: tensor<0xf32> into
// CHECK: %[[START:.*]] = arith.constant 0
// CHECK: tensor.insert_slice %arg1 into %{{.*}}[%[[START]]] [4] [1]
// CHECK-NOT: tensor.insert_slice
func.func @concat(%a: tensor<0xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<0xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Offsets and unknown extents are values, in case that there is nothing at run time.
// CHECK-LABEL: func.func @concat_of_unknown
// CHECK: %[[START:.*]] = arith.constant 0
// CHECK: %[[N:.*]] = tensor.dim %arg0, %{{.*}}
// CHECK: %[[NEXT:.*]] = arith.addi %[[START]], %[[N]]
// CHECK: %[[M:.*]] = tensor.dim %arg1, %{{.*}}
// CHECK: %[[END:.*]] = arith.addi %[[NEXT]], %[[M]]
// CHECK: %[[E:.*]] = tensor.empty(%[[END]]) : tensor<3x?xf32>
// CHECK: %[[A:.*]] = tensor.insert_slice %arg0 into %[[E]][0, %[[START]]] [3, %{{.*}}] [1, 1]
// CHECK: tensor.insert_slice %arg1 into %[[A]][0, %[[NEXT]]] [3, %{{.*}}] [1, 1]
func.func @concat_of_unknown(%a: tensor<3x?xf32>, %b: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = tensor.concat dim(1) %a, %b : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// -----

// CHECK-LABEL: func.func @concat_of_nothing
// CHECK: tensor.empty
// CHECK-NOT: tensor.insert_slice
func.func @concat_of_nothing(%a: tensor<3x0x4xf32>) -> tensor<3x?x?xf32> {
  %r = tensor.concat dim(0) %a : (tensor<3x0x4xf32>) -> tensor<3x?x?xf32>
  return %r : tensor<3x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @pad_nothing
// CHECK-NOT: tensor.pad
// CHECK: tensor.generate
func.func @pad_nothing(%a: tensor<0xf32>, %f: f32) -> tensor<3xf32> {
  %r = tensor.pad %a low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<0xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @mask
// CHECK-NOT: vector.mask
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}], %{{.*}} :
func.func @mask(%t: tensor<?xf32>, %m: vector<4xi1>, %v: vector<4xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.mask %m { vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// The vector has the extents of the tensor, but need not write all of it.
// CHECK-LABEL: func.func @mask_of_static
// CHECK: %[[BASE:.*]] = tensor.cast %arg0 : tensor<4xf32> to tensor<?xf32>
// CHECK: vector.transfer_write %{{.*}}, %[[BASE]]
func.func @mask_of_static(%t: tensor<4xf32>, %m: vector<4xi1>, %v: vector<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.transfer_write %v, %t[%c0], %m {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}
