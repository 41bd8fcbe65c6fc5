// What upstream's passes do wrong (docs/Upstream.md). A test here that fails tells of an
// update that has mended it: then take away what we do about it, and its entry.

// RUN: split-file %s %t
// RUN: not --crash mlir-opt %t/two-dynamic.mlir --expand-strided-metadata 2>/dev/null
// RUN: not --crash mlir-opt %t/strided-drop.mlir --expand-strided-metadata 2>/dev/null
// RUN: not mlir-opt %t/dynamic-drop.mlir --expand-strided-metadata 2>&1 | FileCheck %t/dynamic-drop.mlir
// RUN: not mlir-opt %t/slice-of-nothing.mlir 2>&1 | FileCheck %t/slice-of-nothing.mlir
// RUN: not mlir-opt %t/alias-of-alias.mlir --fold-memref-alias-ops 2>&1 | FileCheck %t/alias-of-alias.mlir

//--- two-dynamic.mlir
// `expand_shape` with two unknown extents in a group
func.func @f(%m: memref<?xf32>, %a: index, %b: index) -> memref<?x?xf32> {
  %r = memref.expand_shape %m [[0, 1]] output_shape [%a, %b] : memref<?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}

//--- strided-drop.mlir
// A slice with a stride drops a dimension
func.func @f(%m: memref<2x3x1xi64>) -> memref<2x1xi64, strided<[2, 1]>> {
  %s = memref.subview %m[0, 0, 0] [1, 2, 1] [1, 2, 1] : memref<2x3x1xi64> to memref<2x1xi64, strided<[2, 1]>>
  return %s : memref<2x1xi64, strided<[2, 1]>>
}

//--- dynamic-drop.mlir
// A slice of unknown strides drops a dimension
// CHECK: error: expected result type with size = 3 instead of 1 in dim = 0
func.func @f(%m: memref<?x?x?x?xf32>, %p: index) -> memref<1x3x2xf32, strided<[?, ?, 1], offset: ?>> {
  %s = memref.subview %m[0, 0, %p, 0] [1, 3, 1, 2] [1, 1, 1, 1] : memref<?x?x?x?xf32> to memref<1x3x2xf32, strided<[?, ?, 1], offset: ?>>
  return %s : memref<1x3x2xf32, strided<[?, ?, 1], offset: ?>>
}

//--- slice-of-nothing.mlir
// A slice of nothing
// CHECK: error: offset 0 is out-of-bounds: 0 >= 0
func.func @f(%m: memref<0xf32>) -> memref<0xf32, strided<[1]>> {
  %s = memref.subview %m[0] [0] [1] : memref<0xf32> to memref<0xf32, strided<[1]>>
  return %s : memref<0xf32, strided<[1]>>
}

//--- alias-of-alias.mlir
// `--fold-memref-alias-ops` on a slice of a slice
// CHECK: error: expected result type to be 'memref<?x2xi32, strided<[3, 1]>>'
func.func @f(%m: memref<2x2xi32, strided<[3, 1]>>, %n: index) -> memref<?x2xi32, strided<[?, 1]>> {
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<2x2xi32, strided<[3, 1]>> to memref<2x2xi32, strided<[3, 1]>>
  %r = memref.subview %s[0, 0] [%n, 2] [%c1, 1] : memref<2x2xi32, strided<[3, 1]>> to memref<?x2xi32, strided<[?, 1]>>
  return %r : memref<?x2xi32, strided<[?, 1]>>
}
