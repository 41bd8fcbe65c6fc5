// RUN: scatternd-opt %s --scatternd-structure-control-flow --split-input-file | FileCheck %s

// Branches on tensors, also around a loop, become structured control flow; what no way needs is empty, not poison.
// CHECK-LABEL: func.func @loop
// CHECK-NOT: {{ cf[.]}}
// CHECK-NOT: ub.poison
// CHECK: scf.while
// CHECK-NOT: {{ cf[.]}}
// CHECK: return
func.func @loop(%d: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %d : index, tensor<8xf32>)
^head(%i: index, %x: tensor<8xf32>):
  %more = arith.cmpi ult, %i, %n : index
  cf.cond_br %more, ^body, ^exit
^body:
  %f = arith.constant 1.0 : f32
  %y = tensor.insert %f into %x[%i] : tensor<8xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %y : index, tensor<8xf32>)
^exit:
  return %x : tensor<8xf32>
}

// -----

// Without tensors, branches stay as they are.
// CHECK-LABEL: func.func @scalars
// CHECK: cf.switch
func.func @scalars(%c: i32) -> i32 {
  cf.switch %c : i32, [default: ^a(%c: i32)]
^a(%x: i32):
  return %x : i32
}

// -----

// Cases are compared one after the other, in all bits of an index.
// CHECK-LABEL: func.func @switch
// CHECK: %[[FAR:.*]] = arith.constant 4294967296 : index
// CHECK: %[[IS_FAR:.*]] = arith.cmpi eq, %arg0, %[[FAR]]
// CHECK: %[[R:.*]] = scf.if %[[IS_FAR]] -> (tensor<8xf32>) {
// CHECK: scf.yield %arg1
// CHECK: } else {
// CHECK: %[[C7:.*]] = arith.constant 7 : index
// CHECK: %[[IS_7:.*]] = arith.cmpi eq, %arg0, %[[C7]]
// CHECK: %[[REST:.*]] = scf.if %[[IS_7]] -> (tensor<8xf32>) {
// CHECK: scf.yield %arg2
// CHECK: } else {
// CHECK: scf.yield %arg1
// CHECK: }
// CHECK: scf.yield %[[REST]]
// CHECK: return %[[R]]
func.func @switch(%n: index, %a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.index_switch %n -> tensor<8xf32>
  case 4294967296 {
    scf.yield %a : tensor<8xf32>
  }
  case 7 {
    scf.yield %b : tensor<8xf32>
  }
  default {
    scf.yield %a : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @no_cases
// CHECK-NOT: scf
// CHECK: return %arg1
func.func @no_cases(%n: index, %a: i32) -> i32 {
  %r = scf.index_switch %n -> i32
  default {
    scf.yield %a : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @execute_region
// CHECK-NOT: execute_region
// CHECK: %[[R:.*]] = scf.if %arg0
// CHECK: return %[[R]]
func.func @execute_region(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
  %r = scf.execute_region -> memref<4xf32> {
    cf.cond_br %c, ^x, ^y
  ^x:
    scf.yield %a : memref<4xf32>
  ^y:
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// -----

// A memref that is never used is a view of no memory.
// CHECK-LABEL: func.func @unused_memref
// CHECK: memref.alloca() : memref<0xf32>
// CHECK: memref.reinterpret_cast
// CHECK-NOT: ub.poison
// CHECK: return
func.func @unused_memref(%t: tensor<4xf32>, %n: index, %m: memref<?xf32, strided<[?], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %view = memref.subview %m[%i] [%c1] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %more = arith.cmpi ult, %i, %n : index
  cf.cond_br %more, ^body, ^exit
^body:
  %done = arith.cmpi eq, %i, %c1 : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %done, ^other, ^head(%j : index)
^other:
  %e = tensor.extract %t[%i] : tensor<4xf32>
  return %e : f32
^exit:
  %f = memref.load %view[%c0] : memref<?xf32, strided<[?], offset: ?>>
  return %f : f32
}

// A tensor of which nothing is known has no form on buffers.
// CHECK-LABEL: func.func @poison
// CHECK-NOT: ub.poison
// CHECK: tensor.empty() : tensor<2xf32>
func.func @poison() -> tensor<2xf32> {
  %p = ub.poison : tensor<2xf32>
  return %p : tensor<2xf32>
}
