// Each buffer has one owner, who frees it or hands it on.
// RUN: scatternd-opt %s --scatternd-deallocate | FileCheck %s

memref.global "private" constant @ones : memref<8xf32> = dense<1.0>

// CHECK-LABEL: func.func @writable
// CHECK-NOT: bufferization.clone
// CHECK: return %arg0
func.func @writable(%a: memref<8xf32> {scatternd.writable}) -> (memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  return %a : memref<8xf32>
}

// CHECK-LABEL: func.func @not_writable
// CHECK: %[[CLONE:.*]] = bufferization.clone %arg0
// CHECK: return %[[CLONE]], %[[CLONE]]
func.func @not_writable(%a: memref<8xf32>) -> (memref<8xf32> {scatternd.tensor_result}, memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  return %a, %a : memref<8xf32>, memref<8xf32>
}

// A memref is its author's, and the same one for all.
// CHECK-LABEL: func.func @memref_result
// CHECK-NOT: bufferization.clone
// CHECK: return %arg0
func.func @memref_result(%a: memref<8xf32>) -> memref<8xf32> attributes {scatternd.managed_memory} {
  return %a : memref<8xf32>
}

// Either may be returned.
// CHECK-LABEL: func.func @through_if
// CHECK-NOT: memref.dealloc
// CHECK: %[[R:.*]] = scf.if
// CHECK-NOT: memref.dealloc
// CHECK: %[[SAME:.*]] = arith.cmpi eq
// CHECK: %[[GIVEN:.*]] = arith.ori %{{.*}}, %[[SAME]]
// CHECK: scf.if %[[GIVEN]]
// CHECK: scf.yield %[[R]]
// CHECK: bufferization.clone %[[R]]
func.func @through_if(%a: memref<8xf32> {scatternd.writable}, %c: i1) -> (memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  %r = scf.if %c -> memref<8xf32> {
    scf.yield %a : memref<8xf32>
  } else {
    %new = memref.alloc() : memref<8xf32>
    scf.yield %new : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// CHECK-LABEL: func.func @constant
// CHECK: %[[K:.*]] = memref.get_global
// CHECK: %[[CLONE:.*]] = bufferization.clone %[[K]]
// CHECK: return %[[CLONE]]
func.func @constant() -> (memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  %k = memref.get_global @ones : memref<8xf32>
  return %k : memref<8xf32>
}

// A buffer that is not returned is freed; one that is returned is not.
// CHECK-LABEL: func.func @allocations
// CHECK: %[[KEPT:.*]] = memref.alloc
// CHECK: %[[FREED:.*]] = memref.alloc
// CHECK-NOT: bufferization.clone
// CHECK-NOT: arith.cmpi
// CHECK: memref.dealloc %[[FREED]]
// CHECK-NOT: memref.dealloc
// CHECK: return %[[KEPT]]
func.func @allocations(%f: f32, %i: index) -> (memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  %kept = memref.alloc() : memref<8xf32>
  %freed = memref.alloc() : memref<8xf32>
  memref.store %f, %freed[%i] : memref<8xf32>
  memref.store %f, %kept[%i] : memref<8xf32>
  return %kept : memref<8xf32>
}

// A loop that works in place carries no flag.
// CHECK-LABEL: func.func @loop_in_place
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: %[[R:.*]] = scf.for {{.*}} -> (memref<8xf32>) {
// CHECK-NOT: memref.dealloc
// CHECK: return %[[R]]
func.func @loop_in_place(%n: index, %f: f32) -> (memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> memref<8xf32> {
    memref.store %f, %x[%i] : memref<8xf32>
    scf.yield %x : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// One that makes a new buffer each time frees the one before, if it is its own.
// CHECK-LABEL: func.func @loop_with_flag
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %arg1, %[[OWN:.*]] = %false)
// CHECK: %[[NEW:.*]] = memref.alloc
// CHECK: scf.if %[[OWN]] {
// CHECK: memref.dealloc %[[X]]
// CHECK: }
// CHECK: scf.yield %[[NEW]], %{{true.*}} :
// CHECK: scf.if %[[R]]#1
// CHECK: memref.dealloc %[[R]]#0
func.func @loop_with_flag(%n: index, %a: memref<8xf32>, %f: f32) -> f32 attributes {scatternd.managed_memory} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> memref<8xf32> {
    %new = memref.alloc() : memref<8xf32>
    memref.copy %x, %new : memref<8xf32> to memref<8xf32>
    scf.yield %new : memref<8xf32>
  }
  %e = memref.load %r[%c0] : memref<8xf32>
  return %e : f32
}

// CHECK-LABEL: func.func @while_with_flags
// CHECK: %[[R:.*]]:2 = scf.while (%[[X:.*]] = %arg0, %[[OWN:.*]] = %false)
// CHECK: scf.condition(%arg1) %[[X]], %[[OWN]]
// CHECK: ^bb0(%[[Y:.*]]: memref<8xf32>, %[[YOWN:.*]]: i1):
// CHECK: %[[NEW:.*]] = memref.alloc
// CHECK: scf.if %[[YOWN]] {
// CHECK: memref.dealloc %[[Y]]
// CHECK: scf.yield %[[NEW]], %{{true.*}} :
// CHECK: scf.if %[[R]]#1
// CHECK: memref.dealloc %[[R]]#0
func.func @while_with_flags(%a: memref<8xf32>, %c: i1) -> f32 attributes {scatternd.managed_memory} {
  %c0 = arith.constant 0 : index
  %r = scf.while (%x = %a) : (memref<8xf32>) -> memref<8xf32> {
    scf.condition(%c) %x : memref<8xf32>
  } do {
  ^bb0(%y: memref<8xf32>):
    %new = memref.alloc() : memref<8xf32>
    memref.copy %y, %new : memref<8xf32> to memref<8xf32>
    scf.yield %new : memref<8xf32>
  }
  %e = memref.load %r[%c0] : memref<8xf32>
  return %e : f32
}

// Functions and allocations of the author's own.
// CHECK-LABEL: func.func @own_memory
// CHECK: %[[A:.*]] = memref.alloc
// CHECK-NOT: memref.dealloc
// CHECK: return %arg0
func.func @own_memory(%a: memref<8xf32>) -> memref<8xf32> {
  %own = memref.alloc() : memref<8xf32>
  return %a : memref<8xf32>
}
// CHECK-LABEL: func.func @manual
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @manual() attributes {scatternd.managed_memory} {
  %own = memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
  return
}

// The caller owns a result, but not one that is an argument or an earlier result.
func.func private @fresh(%a: memref<8xf32>) -> (memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  %new = memref.alloc() : memref<8xf32>
  return %new : memref<8xf32>
}
func.func private @argument(%a: memref<8xf32>) -> (memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  return %a : memref<8xf32>
}
func.func private @declared(memref<8xf32>) -> (memref<8xf32> {scatternd.tensor_result}, memref<8xf32> {scatternd.tensor_result}, memref<8xf32>)
// CHECK-LABEL: func.func @calls
// CHECK: %[[FRESH:.*]] = call @fresh
// CHECK: %[[ARGUMENT:.*]] = call @argument
// CHECK: arith.cmpi eq
// CHECK: %[[D:.*]]:3 = call @declared
// CHECK-COUNT-3: arith.cmpi eq
// CHECK-NOT: arith.cmpi eq
// CHECK: memref.dealloc %[[FRESH]]
// CHECK: scf.if
// CHECK: memref.dealloc %[[ARGUMENT]]
// CHECK: scf.if
// CHECK: memref.dealloc %[[D]]#0
// CHECK: scf.if
// CHECK: memref.dealloc %[[D]]#1
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @calls(%a: memref<8xf32>) attributes {scatternd.managed_memory} {
  %fresh = call @fresh(%a) : (memref<8xf32>) -> memref<8xf32>
  %argument = call @argument(%a) : (memref<8xf32>) -> memref<8xf32>
  %declared:3 = call @declared(%a) : (memref<8xf32>) -> (memref<8xf32>, memref<8xf32>, memref<8xf32>)
  return
}

// A round makes a buffer and carries on what it began with: the one is freed, and the other
// is not looked at.
// CHECK-LABEL: func.func @unused_update
// CHECK: scf.for {{.*}} iter_args(%[[X:[^ ]*]] =
// CHECK: %[[MADE:.*]] = memref.alloc
// CHECK-NOT: arith.cmpi
// CHECK: memref.dealloc %[[MADE]]
// CHECK: scf.yield %[[X]]
func.func @unused_update(%a: memref<8xf32>, %l: index, %n: index, %s: index, %f: f32) -> (memref<8xf32> {scatternd.tensor_result}) attributes {scatternd.managed_memory} {
  %m = memref.alloc() : memref<8xf32>
  %r = scf.for %i = %l to %n step %s iter_args(%x = %m) -> (memref<8xf32>) {
    %made = memref.alloc() : memref<8xf32>
    memref.store %f, %made[%i] : memref<8xf32>
    scf.yield %x : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// An allocation that lost its mark, as canonicalization does it, is the author's all the same.
// CHECK-LABEL: func.func @without_mark
// CHECK: memref.dealloc
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @without_mark() attributes {scatternd.managed_memory} {
  %m = memref.alloc() : memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  return
}
