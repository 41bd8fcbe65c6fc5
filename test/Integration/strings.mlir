// Strings: constants, chains of scatters and gathers that share them, upstream ops around, scalars. Bytes are compared by
// FileCheck and with the reference loop.

// RUN: %python -c "import numpy as np, sys; np.save(sys.argv[1], np.array('naïve')); np.save(sys.argv[2], np.array(['', 'b\0c', '日本', 'b\0c'])); np.save(sys.argv[3], np.array(2)); np.save(sys.argv[4], np.array(99999))" %t.scalar.npy %t.vector.npy %t.two.npy %t.last.npy
// RUN: %scatternd_run %s --entry=constants --check | FileCheck %s --check-prefix=CONSTANTS
// RUN: %scatternd_run %s --entry=chain --check --input=%t.vector.npy | FileCheck %s --check-prefix=CHAIN
// RUN: %scatternd_run %s --entry=in_place --check --print=all --input=%t.vector.npy | FileCheck %s --check-prefix=IN-PLACE
// RUN: %scatternd_run %s --entry=shared --check --input=%t.vector.npy | FileCheck %s --check-prefix=SHARED
// RUN: %scatternd_run %s --entry=scalars --check --input=%t.scalar.npy --input=%t.two.npy | FileCheck %s --check-prefix=SCALARS
// RUN: %scatternd_run %s --entry=one_scalar --check --input=%t.scalar.npy | FileCheck %s --check-prefix=ONE-SCALAR
// RUN: %scatternd_run %s --entry=slices --check --input=%t.vector.npy --input=%t.two.npy | FileCheck %s --check-prefix=SLICES
// RUN: %scatternd_run %s --entry=control --check --input=%t.vector.npy --input=%t.two.npy | FileCheck %s --check-prefix=CONTROL
// RUN: %scatternd_run %s --entry=linalg --check --input=%t.vector.npy | FileCheck %s --check-prefix=LINALG
// RUN: %scatternd_run %s --entry=copies --check --input=%t.vector.npy --input=%t.two.npy | FileCheck %s --check-prefix=COPIES
// RUN: not %scatternd_run %s --entry=reported --input=%t.vector.npy 2>&1 | FileCheck %s --check-prefix=REPORTED
// RUN: %scatternd_run %s --entry=chain --time=1 --input=%t.vector.npy --output=%t.timed.npy
// RUN: %scatternd_run %s --entry=chain --print=none --input=%t.vector.npy --expect=%t.timed.npy

// CONSTANTS: result 0: tensor<3x!scatternd.string> = ["a", "b\00c", ""]
// CONSTANTS-NEXT: result 1: tensor<2x3x!scatternd.string> = {{\[\["\\22\\\\", "\\22\\\\", "\\22\\\\"\], \["\\22\\\\", "\\22\\\\", "\\22\\\\"\]\]}}
// CONSTANTS-NEXT: result 2: tensor<!scatternd.string> = "\C3\AF"
// CONSTANTS-NEXT: result 3: tensor<0x2x!scatternd.string> = []
// CONSTANTS-NEXT: result 4: tensor<18x!scatternd.string> = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17"]
func.func @constants() -> (tensor<3x!scatternd.string>, tensor<2x3x!scatternd.string>, tensor<!scatternd.string>, tensor<0x2x!scatternd.string>, tensor<18x!scatternd.string>) {
  %list = arith.constant dense<["a", "b\00c", ""]> : tensor<3x!scatternd.string>
  %splat = arith.constant dense<"\22\\"> : tensor<2x3x!scatternd.string>
  %rank0 = arith.constant dense<"\C3\AF"> : tensor<!scatternd.string>
  %empty = arith.constant dense<> : tensor<0x2x!scatternd.string>
  %tree = arith.constant dense<["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17"]> : tensor<18x!scatternd.string>
  return %list, %splat, %rank0, %empty, %tree : tensor<3x!scatternd.string>, tensor<2x3x!scatternd.string>, tensor<!scatternd.string>, tensor<0x2x!scatternd.string>, tensor<18x!scatternd.string>
}

// A scatter of the constant into the argument, a gather from it, and a scatter of that into itself.
// CHAIN: result 0: tensor<4x!scatternd.string> = ["y", "b\00c", "z", "b\00c"]
// CHAIN-NEXT: result 1: tensor<3x!scatternd.string> = ["z", "z", "y"]
// CHAIN-NEXT: result 2: tensor<4x!scatternd.string> = ["z", "z", "y", "b\00c"]
func.func @chain(%data: tensor<4x!scatternd.string>) -> (tensor<4x!scatternd.string>, tensor<3x!scatternd.string>, tensor<4x!scatternd.string>) {
  %updates = arith.constant dense<["x", "y", "z"]> : tensor<3x!scatternd.string>
  %indices = arith.constant dense<[[0], [0], [-2]]> : tensor<3x1xi64>
  %places = arith.constant dense<[[2], [2], [0]]> : tensor<3x1xi64>
  %count = arith.constant dense<[[0], [1], [2]]> : tensor<3x1xi32>
  %init = tensor.empty() : tensor<3x!scatternd.string>
  %0 = scatternd.scatter %updates into %data[%indices] : tensor<3x!scatternd.string>, tensor<3x1xi64> into tensor<4x!scatternd.string>
  %1 = scatternd.gather %0[%places] into %init : tensor<4x!scatternd.string>, tensor<3x1xi64> into tensor<3x!scatternd.string>
  %2 = scatternd.scatter %1 into %0[%count] : tensor<3x!scatternd.string>, tensor<3x1xi32> into tensor<4x!scatternd.string>
  return %0, %1, %2 : tensor<4x!scatternd.string>, tensor<3x!scatternd.string>, tensor<4x!scatternd.string>
}

// IN-PLACE: argument 0: memref<4x!scatternd.string> = ["", "x", "\E6\97\A5\E6\9C\AC", "x"]
func.func @in_place(%data: memref<4x!scatternd.string>) {
  %updates = arith.constant dense<"x"> : tensor<2x1x!scatternd.string>
  %indices = arith.constant dense<[[1], [3]]> : tensor<2x1xi64>
  %u = bufferization.to_buffer %updates read_only : tensor<2x1x!scatternd.string> to memref<2x1x!scatternd.string>
  %i = bufferization.to_buffer %indices read_only : tensor<2x1xi64> to memref<2x1xi64>
  %rows = memref.expand_shape %data [[0, 1]] output_shape [4, 1] : memref<4x!scatternd.string> into memref<4x1x!scatternd.string>
  scatternd.scatter %u into %rows[%i] : memref<2x1x!scatternd.string>, memref<2x1xi64> into memref<4x1x!scatternd.string>
  return
}

// Equal ops share a function.
// SHARED: result 0: tensor<4x!scatternd.string> = ["b\00c", "x", "", "b\00c"]
func.func @shared(%data: tensor<4x!scatternd.string>) -> tensor<4x!scatternd.string> {
  %x = arith.constant dense<["x", "y"]> : tensor<2x!scatternd.string>
  %first = tensor.extract_slice %data[0] [2] [1] : tensor<4x!scatternd.string> to tensor<2x!scatternd.string>
  %0 = arith.constant dense<[[1], [9]]> : tensor<2x1xi64>
  %1 = arith.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %2 = scatternd.scatter %x into %data[%0] out_of_bounds(drop) unique : tensor<2x!scatternd.string>, tensor<2x1xi64> into tensor<4x!scatternd.string>
  %3 = scatternd.scatter %first into %2[%1] out_of_bounds(drop) unique : tensor<2x!scatternd.string>, tensor<2x1xi64> into tensor<4x!scatternd.string>
  return %3 : tensor<4x!scatternd.string>
}

// SCALARS: result 0: !scatternd.string = "k2"
// SCALARS-NEXT: result 1: i8 = 7
// SCALARS-NEXT: result 2: !scatternd.string = "na\C3\AFve"
// SCALARS-NEXT: result 3: tensor<3x!scatternd.string> = ["na\C3\AFve", "k2", "na\C3\AFve"]
func.func private @swap(%a: !scatternd.string, %b: !scatternd.string) -> (!scatternd.string, !scatternd.string) {
  return %b, %a : !scatternd.string, !scatternd.string
}
func.func @scalars(%string: !scatternd.string, %i: index) -> (!scatternd.string, i8, !scatternd.string, tensor<3x!scatternd.string>) {
  %list = arith.constant dense<["k0", "k1", "k2"]> : tensor<3x!scatternd.string>
  %seven = arith.constant 7 : i8
  %element = tensor.extract %list[%i] : tensor<3x!scatternd.string>
  %0:2 = call @swap(%string, %element) : (!scatternd.string, !scatternd.string) -> (!scatternd.string, !scatternd.string)
  %1 = tensor.from_elements %string, %element, %string : tensor<3x!scatternd.string>
  return %0#0, %seven, %0#1, %1 : !scatternd.string, i8, !scatternd.string, tensor<3x!scatternd.string>
}

// ONE-SCALAR: result 0: !scatternd.string = "na\C3\AFve"
func.func @one_scalar(%string: !scatternd.string) -> !scatternd.string {
  return %string : !scatternd.string
}

// SLICES: result 0: tensor<2x!scatternd.string> = ["", "z"]
// SLICES-NEXT: result 1: tensor<4x!scatternd.string> = ["", "b\00c", "z", "b\00c"]
// SLICES-NEXT: result 2: tensor<2x2x!scatternd.string> = {{\[}}["", "b\00c"], ["\E6\97\A5\E6\9C\AC", "b\00c"]]
func.func @slices(%data: tensor<4x!scatternd.string>, %n: index) -> (tensor<?x!scatternd.string>, tensor<4x!scatternd.string>, tensor<2x2x!scatternd.string>) {
  %z = arith.constant dense<"z"> : tensor<1x!scatternd.string>
  %indices = arith.constant dense<1> : tensor<1x1xi64>
  %0 = tensor.extract_slice %data[0] [%n] [2] : tensor<4x!scatternd.string> to tensor<?x!scatternd.string>
  %1 = scatternd.scatter %z into %0[%indices] : tensor<1x!scatternd.string>, tensor<1x1xi64> into tensor<?x!scatternd.string>
  %2 = tensor.insert_slice %1 into %data[0] [%n] [2] : tensor<?x!scatternd.string> into tensor<4x!scatternd.string>
  %3 = tensor.expand_shape %data [[0, 1]] output_shape [2, 2] : tensor<4x!scatternd.string> into tensor<2x2x!scatternd.string>
  return %1, %2, %3 : tensor<?x!scatternd.string>, tensor<4x!scatternd.string>, tensor<2x2x!scatternd.string>
}

// CONTROL: result 0: tensor<4x!scatternd.string> = ["p", "p", "\E6\97\A5\E6\9C\AC", "b\00c"]
// CONTROL-NEXT: result 1: !scatternd.string = "p"
func.func @control(%data: tensor<4x!scatternd.string>, %n: index) -> (tensor<4x!scatternd.string>, !scatternd.string) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant dense<"p"> : tensor<1x!scatternd.string>
  %s = tensor.extract %data[%c0] : tensor<4x!scatternd.string>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %data, %last = %s) -> (tensor<4x!scatternd.string>, !scatternd.string) {
    %at = tensor.from_elements %i : tensor<1xindex>
    %indices = tensor.expand_shape %at [[0, 1]] output_shape [1, 1] : tensor<1xindex> into tensor<1x1xindex>
    %1 = scatternd.scatter %p into %t[%indices] : tensor<1x!scatternd.string>, tensor<1x1xindex> into tensor<4x!scatternd.string>
    %2 = tensor.extract %1[%i] : tensor<4x!scatternd.string>
    scf.yield %1, %2 : tensor<4x!scatternd.string>, !scatternd.string
  }
  %is = arith.cmpi eq, %n, %c0 : index
  %3 = scf.if %is -> tensor<4x!scatternd.string> {
    scf.yield %data : tensor<4x!scatternd.string>
  } else {
    scf.yield %0#0 : tensor<4x!scatternd.string>
  }
  %4 = arith.select %is, %s, %0#1 : !scatternd.string
  return %3, %4 : tensor<4x!scatternd.string>, !scatternd.string
}

// LINALG: result 0: tensor<2x4x!scatternd.string> = {{\[}}["", "b\00c", "\E6\97\A5\E6\9C\AC", "b\00c"], ["", "b\00c", "\E6\97\A5\E6\9C\AC", "b\00c"]]
// LINALG-NEXT: result 1: tensor<4x2x!scatternd.string> = {{\[}}["", ""], ["b\00c", "b\00c"], ["\E6\97\A5\E6\9C\AC", "\E6\97\A5\E6\9C\AC"], ["b\00c", "b\00c"]]
// LINALG-NEXT: result 2: tensor<3x!scatternd.string> = ["b\00c", "b\00c", "b\00c"]
// LINALG-NEXT: result 3: tensor<8x!scatternd.string> = ["", "b\00c", "\E6\97\A5\E6\9C\AC", "b\00c", "", "b\00c", "\E6\97\A5\E6\9C\AC", "b\00c"]
func.func @linalg(%data: tensor<4x!scatternd.string>) -> (tensor<2x4x!scatternd.string>, tensor<4x2x!scatternd.string>, tensor<3x!scatternd.string>, tensor<8x!scatternd.string>) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2x4x!scatternd.string>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%data : tensor<4x!scatternd.string>) outs(%e : tensor<2x4x!scatternd.string>) {
    ^bb0(%a: !scatternd.string, %b: !scatternd.string):
      linalg.yield %a : !scatternd.string
    } -> tensor<2x4x!scatternd.string>
  %f = tensor.empty() : tensor<4x2x!scatternd.string>
  %1 = linalg.transpose ins(%0 : tensor<2x4x!scatternd.string>) outs(%f : tensor<4x2x!scatternd.string>) permutation = [1, 0]
  %g = tensor.empty() : tensor<3x!scatternd.string>
  %s = tensor.extract %data[%c1] : tensor<4x!scatternd.string>
  %2 = linalg.fill ins(%s : !scatternd.string) outs(%g : tensor<3x!scatternd.string>) -> tensor<3x!scatternd.string>
  %3 = tensor.concat dim(0) %data, %data : (tensor<4x!scatternd.string>, tensor<4x!scatternd.string>) -> tensor<8x!scatternd.string>
  return %0, %1, %2, %3 : tensor<2x4x!scatternd.string>, tensor<4x2x!scatternd.string>, tensor<3x!scatternd.string>, tensor<8x!scatternd.string>
}

// COPIES: argument 0: memref<4x!scatternd.string> = ["", "", "\E6\97\A5\E6\9C\AC", "\E6\97\A5\E6\9C\AC"]
func.func @copies(%m: memref<?x!scatternd.string>, %n: index) {
  %even = memref.subview %m[0] [%n] [2] : memref<?x!scatternd.string> to memref<?x!scatternd.string, strided<[2]>>
  %odd = memref.subview %m[1] [%n] [2] : memref<?x!scatternd.string> to memref<?x!scatternd.string, strided<[2], offset: 1>>
  %own = memref.alloc(%n) : memref<?x!scatternd.string>
  memref.copy %even, %own : memref<?x!scatternd.string, strided<[2]>> to memref<?x!scatternd.string>
  memref.copy %own, %odd : memref<?x!scatternd.string> to memref<?x!scatternd.string, strided<[2], offset: 1>>
  memref.dealloc %own : memref<?x!scatternd.string>
  return
}

// REPORTED: error: {{.*}}strings.mlir:[[# @LINE + 4]]:{{[0-9]+}}: index out of bounds: indices[0, 0] = 4, but data dimension 0 has extent 4 (valid: -4 to 3)
func.func @reported(%data: tensor<4x!scatternd.string>) -> tensor<4x!scatternd.string> {
  %u = arith.constant dense<"u"> : tensor<1x!scatternd.string>
  %i = arith.constant dense<4> : tensor<1x1xi64>
  %0 = scatternd.scatter %u into %data[%i] : tensor<1x!scatternd.string>, tensor<1x1xi64> into tensor<4x!scatternd.string>
  return %0 : tensor<4x!scatternd.string>
}
