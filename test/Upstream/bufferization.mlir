// What upstream's passes do wrong (docs/Upstream.md). A test here that fails tells of an
// update that has mended it: then take away what we do about it, and its entry.

// RUN: split-file %s %t
// RUN: mlir-opt %t/index-switch.mlir --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" | FileCheck %t/index-switch.mlir
// RUN: mlir-opt %t/cf-switch.mlir --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" | FileCheck %t/cf-switch.mlir
// RUN: mlir-opt %t/loop-constant.mlir --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" | FileCheck %t/loop-constant.mlir
// RUN: mlir-opt %t/call-twice.mlir --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" | FileCheck %t/call-twice.mlir
// RUN: mlir-opt %t/not-contiguous.mlir --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" | FileCheck %t/not-contiguous.mlir
// RUN: mlir-opt %t/masked-write.mlir --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" | FileCheck %t/masked-write.mlir
// RUN: mlir-opt %t/select.mlir --convert-elementwise-to-linalg | FileCheck %t/select.mlir
// RUN: not mlir-opt %t/affine-for.mlir --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" 2>&1 | FileCheck %t/affine-for.mlir

//--- index-switch.mlir
// `scf.index_switch` hands a tensor on
// CHECK: %[[S:.*]] = scf.index_switch
// CHECK: scf.yield %arg1 : memref<4xf32>
// CHECK-NOT: memref.copy
// CHECK: memref.store %{{.*}}, %[[S]]
func.func @f(%i: index, %a: tensor<4xf32> {bufferization.writable = false},
             %b: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %s = scf.index_switch %i -> tensor<4xf32>
  case 0 {
    scf.yield %a : tensor<4xf32>
  }
  default {
    scf.yield %b : tensor<4xf32>
  }
  %r = tensor.insert %x into %s[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- cf-switch.mlir
// `cf.switch` hands a tensor on
// CHECK: ^bb1(%[[T:.*]]: memref<4xf32>):
// CHECK-NEXT: memref.store %{{.*}}, %[[T]]
func.func @f(%i: i32, %j: index, %a: tensor<4xf32> {bufferization.writable = false},
             %x: f32) -> tensor<4xf32> {
  cf.switch %i : i32, [
    default: ^next(%a : tensor<4xf32>)
  ]
^next(%t: tensor<4xf32>):
  %r = tensor.insert %x into %t[%j] : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- loop-constant.mlir
// A loop carries a constant
// CHECK: scf.for
// CHECK: memref.store
// CHECK: %[[K:.*]] = memref.get_global
// CHECK-NEXT: scf.yield %[[K]]
func.func @f(%a: tensor<4xf32>, %l: index, %n: index, %s: index, %x: f32) -> tensor<4xf32> {
  %r = scf.for %i = %l to %n step %s iter_args(%t = %a) -> (tensor<4xf32>) {
    %u = tensor.insert %x into %t[%i] : tensor<4xf32>
    %k = arith.constant dense<1.0> : tensor<4xf32>
    scf.yield %k : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

//--- call-twice.mlir
// A call returns one tensor twice
// CHECK: return %arg0, %arg0
// CHECK: %[[R:.*]]:2 = call @twice
// CHECK-NEXT: memref.store %{{.*}}, %[[R]]#0
// CHECK: memref.load %[[R]]#1
func.func private @twice(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %a, %a : tensor<4xf32>, tensor<4xf32>
}
func.func @f(%a: tensor<4xf32>, %i: index, %x: f32) -> (f32, f32) {
  %r:2 = call @twice(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %s = tensor.insert %x into %r#0[%i] : tensor<4xf32>
  %e = tensor.extract %s[%i] : tensor<4xf32>
  %g = tensor.extract %r#1[%i] : tensor<4xf32>
  return %e, %g : f32, f32
}

//--- not-contiguous.mlir
// A slice that is cast to unknown extents
// CHECK: memref.subview {{.*}} to memref<?x1x1xf32, strided<[?, 2, 1]>>
// CHECK-NOT: memref.copy
// CHECK: return {{.*}} : memref<?x?x?xf32>
func.func @f(%d: tensor<?x?x2xf32>, %n: index) -> tensor<?x?x?xf32> {
  %s = tensor.extract_slice %d[0, 0, 0] [%n, 1, 1] [1, 1, 1] : tensor<?x?x2xf32> to tensor<?x1x1xf32>
  %r = tensor.cast %s : tensor<?x1x1xf32> to tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

//--- masked-write.mlir
// A masked write of all of a tensor
// CHECK: %[[R:.*]] = memref.alloc
// CHECK-NOT: memref.copy
// CHECK: vector.transfer_write %{{.*}}, %[[R]]
func.func @f(%t: tensor<4xf32> {bufferization.writable = false},
             %m: vector<4xi1>, %v: vector<4xf32>) -> tensor<4xf32> {
  %i = arith.constant 0 : index
  %r = vector.transfer_write %v, %t[%i], %m {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- select.mlir
// A `select` of whole tensors
// CHECK: linalg.generic
// CHECK-SAME: outs(%arg1 : tensor<?xf32>)
func.func @f(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.select %c, %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}

//--- affine-for.mlir
// `affine.for` on tensors
// CHECK: error: op was not bufferized
func.func @f(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %r = affine.for %i = 0 to 4 iter_args(%a = %t) -> (tensor<4xf32>) {
    %s = tensor.insert %x into %a[%i] : tensor<4xf32>
    affine.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
