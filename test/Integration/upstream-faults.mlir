// Ops around a scatter that upstream's passes compute wrong, refuse, or crash on (see
// docs/Upstream.md), through the whole pipeline. Values by hand.

// RUN: %scatternd_run %s --entry=narrow_index | FileCheck %s --check-prefix=NARROW-INDEX
// RUN: %scatternd_run %s --entry=extended_index | FileCheck %s --check-prefix=EXTENDED-INDEX
// RUN: %scatternd_run %s --entry=wrapped | FileCheck %s --check-prefix=WRAPPED
// RUN: %scatternd_run %s --entry=index_difference | FileCheck %s --check-prefix=INDEX-DIFFERENCE
// RUN: %scatternd_run %s --entry=powers | FileCheck %s --check-prefix=POWERS
// RUN: %scatternd_run %s --entry=rounded_once | FileCheck %s --check-prefix=ROUNDED-ONCE
// RUN: %scatternd_run %s --entry=unit_dimension | FileCheck %s --check-prefix=UNIT-DIMENSION
// RUN: %scatternd_run %s --entry=dynamic_row | FileCheck %s --check-prefix=DYNAMIC-ROW
// RUN: %scatternd_run %s --entry=not_contiguous --check | FileCheck %s --check-prefix=NOT-CONTIGUOUS
// RUN: %scatternd_run %s --entry=two_dynamic | FileCheck %s --check-prefix=TWO-DYNAMIC
// RUN: %scatternd_run %s --entry=empty_group | FileCheck %s --check-prefix=EMPTY-GROUP
// RUN: %scatternd_run %s --entry=with_itself | FileCheck %s --check-prefix=WITH-ITSELF
// RUN: %scatternd_run %s --entry=choice | FileCheck %s --check-prefix=CHOICE
// RUN: %scatternd_run %s --entry=packed | FileCheck %s --check-prefix=PACKED
// RUN: %scatternd_run %s --entry=unpacked_nothing | FileCheck %s --check-prefix=UNPACKED-NOTHING
// RUN: %scatternd_run %s --entry=softmax | FileCheck %s --check-prefix=SOFTMAX
// RUN: %scatternd_run %s --entry=masked | FileCheck %s --check-prefix=MASKED
// RUN: %scatternd_run %s --entry=affine | FileCheck %s --check-prefix=AFFINE
// RUN: %scatternd_run %s --entry=authors_buffer | FileCheck %s --check-prefix=AUTHORS-BUFFER

func.func private @data() -> tensor<2x4xi32> {
  %d = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
  return %d : tensor<2x4xi32>
}

// 300 is 44 in 8 bits.
// NARROW-INDEX: result 0: index = 44
// NARROW-INDEX: result 1: index = -1
func.func @narrow_index() -> (index, index) {
  %a = arith.constant 300 : index
  %b = arith.constant 255 : index
  %c = arith.index_castui %a : index to i8
  %d = arith.index_castui %c : i8 to index
  %e = arith.index_cast %b : index to i8
  %f = arith.index_cast %e : i8 to index
  return %d, %f : index, index
}

// EXTENDED-INDEX: result 0: index = 1
// EXTENDED-INDEX: result 1: i1 = true
// EXTENDED-INDEX: result 2: index = -3
// EXTENDED-INDEX: result 3: index = 2
func.func @extended_index() -> (index, i1, index, index) {
  %a = arith.constant -1 : index
  %b = arith.constant 2 : index
  %c = arith.constant 3 : index
  %s, %o = arith.addui_extended %a, %b : index, i1
  %l, %h = arith.mului_extended %a, %c : index
  return %s, %o, %l, %h : index, i1, index, index
}

// 100 + 100 is not negative where it must not wrap; what is compared is the sum.
// WRAPPED: result 0: i1 = true
func.func @wrapped() -> i1 {
  %a = arith.constant -100 : i8
  %b = arith.constant 50 : i8
  %c = arith.constant 51 : i8
  %s = arith.addi %a, %b overflow<nsw> : i8
  %t = arith.addi %s, %c overflow<nsw> : i8
  %z = arith.constant 0 : i8
  %r = arith.cmpi sgt, %t, %z : i8
  return %r : i1
}

// The difference wraps, so that its sign says nothing of the order.
// INDEX-DIFFERENCE: result 0: i1 = true
func.func @index_difference() -> i1 {
  %a = index.constant -9223372036854775808
  %b = index.constant 1
  %z = index.constant 0
  %d = index.sub %a, %b
  %r = index.cmp sgt(%d, %z)
  return %r : i1
}

// POWERS: result 0: f32 = 8
// POWERS: result 1: f32 = 0.125
// POWERS: result 2: f64 = 4
func.func @powers() -> (f32, f32, f64) {
  %a = arith.constant 2.0 : f32
  %b = arith.constant 2.0 : f64
  %m = arith.constant 3 : i64
  %n = arith.constant -3 : i64
  %k = arith.constant 2 : i16
  %p = math.fpowi %a, %m : f32, i64
  %q = math.fpowi %a, %n : f32, i64
  %r = math.fpowi %b, %k : f64, i16
  return %p, %q, %r : f32, f32, f64
}

// A hair above the middle between two numbers of bf16: by way of f32, both would be
// the lower ones, 16256 and 19328.
// ROUNDED-ONCE: result 0: i16 = 16257
// ROUNDED-ONCE: result 1: i16 = 19329
func.func @rounded_once() -> (i16, i16) {
  %a = arith.constant 1.00390625000000022 : f64
  %b = arith.constant 16842753 : i64
  %p = arith.truncf %a : f64 to bf16
  %q = arith.sitofp %b : i64 to bf16
  %r = arith.bitcast %p : bf16 to i16
  %s = arith.bitcast %q : bf16 to i16
  return %r, %s : i16, i16
}

// UNIT-DIMENSION: result 0: tensor<2xi32> = [0, 2]
// UNIT-DIMENSION: result 1: tensor<1x2xi32> = {{\[}}[5, 6]]
func.func @unit_dimension() -> (tensor<2xi32>, tensor<1x2xi32>) {
  %d = call @data() : () -> tensor<2x4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %d[0, 0] [1, 2] [1, 2] : tensor<2x4xi32> to tensor<2xi32>
  %e = tensor.expand_shape %d [[0, 1], [2]] output_shape [1, 2, 4] : tensor<2x4xi32> into tensor<1x2x4xi32>
  %h = tensor.cast %e : tensor<1x2x4xi32> to tensor<?x?x?xi32>
  %t = tensor.extract_slice %h[0, %c1, 1] [1, 1, %c2] [%c1, 1, %c1] : tensor<?x?x?xi32> to tensor<1x?xi32>
  %u = tensor.cast %t : tensor<1x?xi32> to tensor<1x2xi32>
  return %s, %u : tensor<2xi32>, tensor<1x2xi32>
}

// DYNAMIC-ROW: result 0: tensor<2x4xi32> = {{\[}}[0, 1, 2, 3], [0, 1, 2, 3]]
func.func @dynamic_row() -> tensor<2x4xi32> {
  %d = call @data() : () -> tensor<2x4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %h = tensor.cast %d : tensor<2x4xi32> to tensor<?x?xi32>
  %s = tensor.extract_slice %h[%c0, 0] [1, %c4] [2, 1] : tensor<?x?xi32> to tensor<?xi32>
  %t = tensor.insert_slice %s into %h[%c1, 0] [1, %c4] [%c1, 1] : tensor<?xi32> into tensor<?x?xi32>
  %r = tensor.cast %t : tensor<?x?xi32> to tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// Rows of 1 from a buffer with rows of 2 are copied where they leave the function.
// NOT-CONTIGUOUS: result 0: tensor<2x1xi32> = {{\[}}[0], [4]]
func.func private @first_column(%d: tensor<?x4xi32>, %n: index) -> tensor<?x?xi32> {
  %s = tensor.extract_slice %d[0, 0] [%n, 1] [1, 1] : tensor<?x4xi32> to tensor<?x1xi32>
  %r = tensor.cast %s : tensor<?x1xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
func.func @not_contiguous() -> tensor<2x1xi32> {
  %d = call @data() : () -> tensor<2x4xi32>
  %e = tensor.cast %d : tensor<2x4xi32> to tensor<?x4xi32>
  %n = arith.constant 2 : index
  %c = call @first_column(%e, %n) : (tensor<?x4xi32>, index) -> tensor<?x?xi32>
  %r = tensor.cast %c : tensor<?x?xi32> to tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}

// TWO-DYNAMIC: result 0: i32 = 5
func.func @two_dynamic() -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d = call @data() : () -> tensor<2x4xi32>
  %f = tensor.collapse_shape %d [[0, 1]] : tensor<2x4xi32> into tensor<8xi32>
  %h = tensor.cast %f : tensor<8xi32> to tensor<?xi32>
  %e = tensor.expand_shape %h [[0, 1]] output_shape [%c2, %c4] : tensor<?xi32> into tensor<?x?xi32>
  %r = tensor.extract %e[%c1, %c1] : tensor<?x?xi32>
  return %r : i32
}

// EMPTY-GROUP: result 0: tensor<0x5xi8> = []
func.func @empty_group() -> tensor<?x5xi8> {
  %e = tensor.empty() : tensor<2x0x5xi8>
  %c = tensor.cast %e : tensor<2x0x5xi8> to tensor<?x0x5xi8>
  %r = tensor.collapse_shape %c [[0, 1], [2]] : tensor<?x0x5xi8> into tensor<?x5xi8>
  return %r : tensor<?x5xi8>
}

// WITH-ITSELF: result 0: tensor<2xi1> = [true, true]
func.func @with_itself() -> tensor<?xi1> {
  %d = arith.constant dense<[3, 4]> : tensor<2xi32>
  %h = tensor.cast %d : tensor<2xi32> to tensor<?xi32>
  %r = arith.cmpi eq, %h, %h : tensor<?xi32>
  return %r : tensor<?xi1>
}

// Of two extents, which an elementwise choice would mix.
// CHOICE: result 0: tensor<2xi32> = [3, 4]
// CHOICE: result 1: tensor<3xi32> = [5, 6, 7]
func.func @choice() -> (tensor<?xi32>, tensor<?xi32>) {
  %d = arith.constant dense<[3, 4]> : tensor<2xi32>
  %e = arith.constant dense<[5, 6, 7]> : tensor<3xi32>
  %g = tensor.cast %d : tensor<2xi32> to tensor<?xi32>
  %h = tensor.cast %e : tensor<3xi32> to tensor<?xi32>
  %true = arith.constant true
  %false = arith.constant false
  %r = arith.select %true, %g, %h : tensor<?xi32>
  %s = arith.select %false, %g, %h : tensor<?xi32>
  return %r, %s : tensor<?xi32>, tensor<?xi32>
}

// Inner tiles of 2 rows and 3 columns, with the outer dimensions exchanged.
// PACKED: result 0: tensor<2x1x2x3xi32> = {{\[\[\[}}[0, 1, 2], [4, 5, 6]]], {{\[\[}}[3, -1, -1], [7, -1, -1]]]]
// PACKED: result 1: tensor<2x4xi32> = {{\[}}[0, 1, 2, 3], [4, 5, 6, 7]]
func.func @packed() -> (tensor<2x1x2x3xi32>, tensor<2x4xi32>) {
  %d = call @data() : () -> tensor<2x4xi32>
  %z = arith.constant -1 : i32
  %e = tensor.empty() : tensor<2x1x2x3xi32>
  %p = linalg.pack %d padding_value(%z : i32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 3]
    into %e : tensor<2x4xi32> -> tensor<2x1x2x3xi32>
  %f = tensor.empty() : tensor<2x4xi32>
  %u = linalg.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 3]
    into %f : tensor<2x1x2x3xi32> -> tensor<2x4xi32>
  return %p, %u : tensor<2x1x2x3xi32>, tensor<2x4xi32>
}

// UNPACKED-NOTHING: result 0: tensor<0x2xi32> = []
func.func @unpacked_nothing() -> tensor<0x2xi32> {
  %e = tensor.empty() : tensor<0x1x4x3xi32>
  %f = tensor.empty() : tensor<0x2xi32>
  %u = linalg.unpack %e inner_dims_pos = [1, 0] inner_tiles = [4, 3] into %f : tensor<0x1x4x3xi32> -> tensor<0x2xi32>
  return %u : tensor<0x2xi32>
}

// SOFTMAX: result 0: tensor<2x2xf32> = {{\[}}[0.5, 0.5], [0.5, 0.5]]
func.func @softmax() -> tensor<2x2xf32> {
  %d = arith.constant dense<3.0> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %r = linalg.softmax dimension(1) ins(%d : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// What the mask leaves out, and the second dimension of the tensor, stays.
// MASKED: result 0: tensor<2x4xi32> = {{\[}}[9, 1, 2, 3], [9, 5, 6, 7]]
// MASKED: result 1: tensor<2xi32> = [8, 1]
func.func @masked() -> (tensor<2x4xi32>, tensor<2xi32>) {
  %d = call @data() : () -> tensor<2x4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant dense<9> : vector<2xi32>
  %r = vector.transfer_write %v, %d[%c0, %c0] {in_bounds = [true], permutation_map = affine_map<(i, j) -> (i)>} : vector<2xi32>, tensor<2x4xi32>
  %e = arith.constant dense<1> : tensor<2xi32>
  %w = arith.constant dense<8> : vector<2xi32>
  %m = vector.create_mask %c1 : vector<2xi1>
  %s = vector.mask %m { vector.transfer_write %w, %e[%c0] : vector<2xi32>, tensor<2xi32> } : vector<2xi1> -> tensor<2xi32>
  return %r, %s : tensor<2x4xi32>, tensor<2xi32>
}

// AFFINE: result 0: tensor<4xi32> = [10, 11, 12, 13]
func.func @affine() -> tensor<4xi32> {
  %t = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %ten = arith.constant 10 : i32
  %r = affine.for %k = 0 to 4 iter_args(%x = %t) -> tensor<4xi32> {
    %e = tensor.extract %x[%k] : tensor<4xi32>
    %s = arith.addi %e, %ten : i32
    %y = tensor.insert %s into %x[%k] : tensor<4xi32>
    affine.yield %y : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// A buffer of the author's, beside tensors: enlarged, made smaller, updated as a whole.
// AUTHORS-BUFFER: result 0: i32 = 3
// AUTHORS-BUFFER: result 1: i32 = 15
// AUTHORS-BUFFER: result 2: i8 = 6
func.func @authors_buffer() -> (i32, i32, i8) {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i32
  %five = arith.constant 5 : i32
  %d = call @data() : () -> tensor<2x4xi32>
  %a = memref.alloc() : memref<4xi32>
  memref.store %three, %a[%c0] : memref<4xi32>
  %b = memref.realloc %a : memref<4xi32> to memref<8xi32>
  %c = memref.realloc %b : memref<8xi32> to memref<2xi32>
  %p = memref.atomic_rmw muli %five, %c[%c0] : (i32, memref<2xi32>) -> i32
  %q = memref.load %c[%c0] : memref<2xi32>
  memref.dealloc %c : memref<2xi32>
  %two = arith.constant 2 : i8
  %e = memref.alloc() : memref<2xi8>
  memref.store %two, %e[%c0] : memref<2xi8>
  %f = memref.generic_atomic_rmw %e[%c0] : memref<2xi8> {
  ^bb0(%x: i8):
    %y = arith.addi %x, %two : i8
    %z = arith.addi %y, %two : i8
    memref.atomic_yield %z : i8
  }
  %g = memref.load %e[%c0] : memref<2xi8>
  memref.dealloc %e : memref<2xi8>
  return %p, %q, %g : i32, i32, i8
}
