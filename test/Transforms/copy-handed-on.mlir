// RUN: scatternd-opt %s --scatternd-copy-handed-on | FileCheck %s

// A loop that hands on what it made of its own is left alone.
// CHECK-LABEL: func.func @own
// CHECK-NOT: bufferization.alloc_tensor
// CHECK: return
func.func @own(%d: tensor<8xf32>, %n: index, %f: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %d) -> tensor<8xf32> {
    %y = tensor.insert %f into %x[%i] : tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A value from outside, and a constant of the body.
// CHECK-LABEL: func.func @foreign
// CHECK: scf.for
// CHECK: %[[K:.*]] = arith.constant dense
// CHECK: %[[A:.*]] = bufferization.alloc_tensor() copy(%arg0)
// CHECK: %[[B:.*]] = bufferization.alloc_tensor() copy(%[[K]])
// CHECK: scf.yield %[[A]], %[[B]]
func.func @foreign(%d: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %g = tensor.empty() : tensor<8xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %e, %y = %g) -> (tensor<8xf32>, tensor<8xf32>) {
    %k = arith.constant dense<3.0> : tensor<8xf32>
    scf.yield %d, %k : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// An op that writes to what is not its own works on a copy, in the branch where it does.
// CHECK-LABEL: func.func @where_it_comes_in
// CHECK: scf.if
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%arg0)
// CHECK: tensor.insert %{{.*}} into %[[C]]
// CHECK: else
// CHECK-NOT: alloc_tensor
// CHECK: return
func.func @where_it_comes_in(%d: tensor<8xf32>, %n: index, %f: f32, %c: i1) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %e) -> tensor<8xf32> {
    %y = scf.if %c -> tensor<8xf32> {
      %z = tensor.insert %f into %d[%i] : tensor<8xf32>
      scf.yield %z : tensor<8xf32>
    } else {
      scf.yield %x : tensor<8xf32>
    }
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// One tensor twice, and two that change places.
// CHECK-LABEL: func.func @twice
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[OTHER:.*]] = bufferization.alloc_tensor()
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %[[E]], %[[Y:.*]] = %[[OTHER]])
// CHECK: %[[CX:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK: %[[CY:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK: scf.yield %[[CX]], %[[CY]]
func.func @twice(%n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %e, %y = %e) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %y, %x : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @while
// CHECK: scf.while (%[[X:.*]] = %arg0
// CHECK: scf.condition(%{{.*}}) %[[X]]
// CHECK: do
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%arg0)
// CHECK: scf.yield %[[C]]
func.func @while(%d: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %r = scf.while (%x = %d) : (tensor<8xf32>) -> tensor<8xf32> {
    scf.condition(%c) %x : tensor<8xf32>
  } do {
  ^bb0(%y: tensor<8xf32>):
    scf.yield %d : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Results of calls are different buffers: a function that is called copies one of two that are the same, and constants.
// CHECK-LABEL: func.func private @two
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%arg0)
// CHECK: return %arg0, %[[C]]
func.func private @two(%d: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  return %d, %d : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func.func private @constant
// CHECK: bufferization.alloc_tensor() copy
func.func private @constant() -> tensor<8xf32> {
  %k = arith.constant dense<3.0> : tensor<8xf32>
  return %k : tensor<8xf32>
}
// CHECK-LABEL: func.func @never_called
// CHECK-NOT: bufferization.alloc_tensor
// CHECK: return %arg0, %arg0
func.func @never_called(%d: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  return %d, %d : tensor<8xf32>, tensor<8xf32>
}
func.func private @declared() -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-LABEL: func.func @calls
// CHECK: %[[R:.*]]:2 = call @declared
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[R]]#1)
// CHECK: return %[[R]]#0, %[[C]]
func.func @calls(%d: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a:2 = call @two(%d) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %k = call @constant() : () -> tensor<8xf32>
  %b:2 = call @declared() : () -> (tensor<8xf32>, tensor<8xf32>)
  return %b#0, %b#1 : tensor<8xf32>, tensor<8xf32>
}

// What one thread inserts is not what another insertion of it has overwritten before.
// CHECK-LABEL: func.func @insertions
// CHECK: %[[T:.*]] = tensor.extract_slice
// CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[T]])
// CHECK: tensor.parallel_insert_slice %arg2 into %{{.*}}[0] [2] [1]
// CHECK: tensor.parallel_insert_slice %[[C]] into
func.func @insertions(%d: tensor<4xf32>, %e: tensor<4xf32>, %s: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (1) shared_outs(%x = %d, %y = %e) -> (tensor<4xf32>, tensor<4xf32>) {
    %t = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %t into %y[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A copy into what nobody else sees need not be in place; into an argument, it must.
// CHECK-LABEL: func.func @destinations
// CHECK: linalg.copy
// CHECK: bufferization.materialize_in_destination %arg0 in %arg1
func.func @destinations(%d: tensor<8xf32>, %a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %r = bufferization.materialize_in_destination %d in %e : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %s = bufferization.materialize_in_destination %d in %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %r, %s : tensor<8xf32>, tensor<8xf32>
}
