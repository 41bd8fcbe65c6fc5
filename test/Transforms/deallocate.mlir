// A result that can only be a fresh buffer or a writable argument is returned as it is; anything else is cloned.
// RUN: scatternd-opt %s --scatternd-deallocate --canonicalize --buffer-deallocation-simplification --canonicalize | FileCheck %s

memref.global "private" constant @constant : memref<8xf32> = dense<1.0>

// CHECK-LABEL: func.func @writable
// CHECK-NOT: bufferization.clone
// CHECK: return %arg0
func.func @writable(%a: memref<8xf32> {scatternd.writable}) -> memref<8xf32> attributes {scatternd.managed_memory} {
  return %a : memref<8xf32>
}

// CHECK-LABEL: func.func @not_writable
// CHECK: %[[CLONE:.*]] = bufferization.clone %arg0
// CHECK: return %[[CLONE]]
func.func @not_writable(%a: memref<8xf32>) -> memref<8xf32> attributes {scatternd.managed_memory} {
  return %a : memref<8xf32>
}

// CHECK-LABEL: func.func @through_if
// CHECK-NOT: bufferization.clone
// CHECK: return
func.func @through_if(%a: memref<8xf32> {scatternd.writable}, %c: i1) -> memref<8xf32> attributes {scatternd.managed_memory} {
  %r = scf.if %c -> memref<8xf32> {
    scf.yield %a : memref<8xf32>
  } else {
    %new = memref.alloc() : memref<8xf32>
    scf.yield %new : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// CHECK-LABEL: func.func @constant_through_if
// CHECK: bufferization.clone
func.func @constant_through_if(%a: memref<8xf32> {scatternd.writable}, %c: i1) -> memref<8xf32> attributes {scatternd.managed_memory} {
  %r = scf.if %c -> memref<8xf32> {
    scf.yield %a : memref<8xf32>
  } else {
    %constant = memref.get_global @constant : memref<8xf32>
    scf.yield %constant : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// A buffer that is not returned is freed, one that is returned is not.
// CHECK-LABEL: func.func @allocations
// CHECK: %[[KEPT:.*]] = memref.alloc
// CHECK: %[[FREED:.*]] = memref.alloc
// CHECK-NOT: bufferization.clone
// CHECK: bufferization.dealloc (%[[FREED]] : memref<8xf32>)
// CHECK-NOT: bufferization.dealloc
// CHECK: return %[[KEPT]]
func.func @allocations(%f: f32, %i: index) -> memref<8xf32> attributes {scatternd.managed_memory} {
  %kept = memref.alloc() : memref<8xf32>
  %freed = memref.alloc() : memref<8xf32>
  memref.store %f, %freed[%i] : memref<8xf32>
  memref.store %f, %kept[%i] : memref<8xf32>
  return %kept : memref<8xf32>
}

// A function on memrefs manages its own memory.
// CHECK-LABEL: func.func @own_memory
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: memref.dealloc %[[A]]
// CHECK-NOT: bufferization
// CHECK: return %arg0
func.func @own_memory(%a: memref<8xf32>, %f: f32, %i: index) -> memref<8xf32> {
  %own = memref.alloc() : memref<8xf32>
  memref.store %f, %own[%i] : memref<8xf32>
  memref.copy %own, %a : memref<8xf32> to memref<8xf32>
  memref.dealloc %own : memref<8xf32>
  return %a : memref<8xf32>
}

// What a function on memrefs returns may be its argument: it is not freed here.
func.func private @identity(%a: memref<8xf32>) -> memref<8xf32> {
  return %a : memref<8xf32>
}
// CHECK-LABEL: func.func @result_of_unmanaged
// CHECK: call @identity
// CHECK-NOT: bufferization.dealloc
// CHECK: return
func.func @result_of_unmanaged(%a: memref<8xf32> {scatternd.writable}, %i: index) -> f32 attributes {scatternd.managed_memory} {
  %b = call @identity(%a) : (memref<8xf32>) -> memref<8xf32>
  %f = memref.load %b[%i] : memref<8xf32>
  return %f : f32
}

// What is only declared hands its result over, as upstream has it.
func.func private @declared() -> memref<8xf32>
// CHECK-LABEL: func.func @result_of_declared
// CHECK: %[[R:.*]] = call @declared
// CHECK: bufferization.dealloc (%{{.*}}) if (%true
// CHECK: return
func.func @result_of_declared(%i: index) -> f32 attributes {scatternd.managed_memory} {
  %b = call @declared() : () -> memref<8xf32>
  %f = memref.load %b[%i] : memref<8xf32>
  return %f : f32
}
