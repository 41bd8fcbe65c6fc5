// What a region or a function hands on that is not its own: an argument, a constant, what is
// read later, one value twice. Nobody may see a write to it, and each buffer is freed once.
// Values by hand.

// RUN: %scatternd_run %s --entry=switch | FileCheck %s --check-prefix=SWITCH
// RUN: %scatternd_run %s --entry=far_switch | FileCheck %s --check-prefix=FAR-SWITCH
// RUN: %scatternd_run %s --entry=constant_of_a_loop | FileCheck %s --check-prefix=CONSTANT-OF-A-LOOP
// RUN: %scatternd_run %s --entry=places | FileCheck %s --check-prefix=PLACES
// RUN: %scatternd_run %s --entry=starts_over | FileCheck %s --check-prefix=STARTS-OVER
// RUN: %scatternd_run %s --entry=forwarded_twice | FileCheck %s --check-prefix=FORWARDED-TWICE
// RUN: %scatternd_run %s --entry=unused_update | FileCheck %s --check-prefix=UNUSED-UPDATE
// RUN: %scatternd_run %s --entry=insertions | FileCheck %s --check-prefix=INSERTIONS
// RUN: %scatternd_run %s --entry=results_of_a_call | FileCheck %s --check-prefix=RESULTS-OF-A-CALL
// RUN: %scatternd_run %s --entry=writable | FileCheck %s --check-prefix=WRITABLE
// RUN: %scatternd_run %s --entry=recursion | FileCheck %s --check-prefix=RECURSION
// RUN: %scatternd_run %s --entry=branches | FileCheck %s --check-prefix=BRANCHES
// RUN: %scatternd_run %s --entry=destination | FileCheck %s --check-prefix=DESTINATION

func.func private @data() -> tensor<4xi32> {
  %d = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  return %d : tensor<4xi32>
}

// Replaces elements 0 and 2.
func.func private @update(%t: tensor<4xi32>) -> tensor<4xi32> {
  %i = arith.constant dense<[[0], [2]]> : tensor<2x1xi64>
  %u = arith.constant dense<[10, 20]> : tensor<2xi32>
  %r = scatternd.scatter %u into %t[%i] : tensor<2xi32>, tensor<2x1xi64> into tensor<4xi32>
  return %r : tensor<4xi32>
}

// SWITCH: result 0: tensor<4xi32> = [10, 1, 20, 3]
// SWITCH: result 1: tensor<4xi32> = [0, 1, 2, 3]
func.func @switch() -> (tensor<4xi32>, tensor<4xi32>) {
  %d = call @data() : () -> tensor<4xi32>
  %n = arith.constant 0 : index
  %other = arith.constant dense<7> : tensor<4xi32>
  %e = scf.index_switch %n -> tensor<4xi32>
  case 0 {
    scf.yield %d : tensor<4xi32>
  }
  default {
    scf.yield %other : tensor<4xi32>
  }
  %r = call @update(%e) : (tensor<4xi32>) -> tensor<4xi32>
  return %r, %d : tensor<4xi32>, tensor<4xi32>
}

// Cases of more than 32 bits, which upstream cuts off.
// FAR-SWITCH: result 0: i32 = 3
func.func @far_switch() -> i32 {
  %n = arith.constant 4294967296 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %e = scf.index_switch %n -> i32
  case 0 {
    scf.yield %one : i32
  }
  case 8589934592 {
    scf.yield %two : i32
  }
  default {
    scf.yield %three : i32
  }
  return %e : i32
}

// CONSTANT-OF-A-LOOP: result 0: tensor<4xi32> = [10, 3, 20, 3]
func.func @constant_of_a_loop() -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant dense<0> : tensor<4xi32>
  %e = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %z) -> tensor<4xi32> {
    %b = func.call @update(%a) : (tensor<4xi32>) -> tensor<4xi32>
    %k3 = arith.constant dense<3> : tensor<4xi32>
    scf.yield %k3 : tensor<4xi32>
  }
  %r = call @update(%e) : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// What a loop carries changes places, and branches follow.
// PLACES: result 0: tensor<4xi32> = [10, 1, 20, 3]
// PLACES: result 1: tensor<4xi32> = [10, 7, 20, 7]
func.func @places() -> (tensor<4xi32>, tensor<4xi32>) {
  %d = call @data() : () -> tensor<4xi32>
  %e = arith.constant dense<7> : tensor<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %true = arith.constant true
  %l:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%x = %d, %y = %e) -> (tensor<4xi32>, tensor<4xi32>) {
    %s = func.call @update(%x) : (tensor<4xi32>) -> tensor<4xi32>
    scf.yield %y, %s : tensor<4xi32>, tensor<4xi32>
  }
  cf.cond_br %true, ^swap, ^keep
^swap:
  return %l#1, %l#0 : tensor<4xi32>, tensor<4xi32>
^keep:
  return %l#0, %l#1 : tensor<4xi32>, tensor<4xi32>
}

// Each round starts over from what is returned as well.
// STARTS-OVER: result 0: tensor<4xi32> = [0, 1, 2, 3]
// STARTS-OVER: result 1: tensor<4xi32> = [10, 1, 20, 3]
func.func @starts_over() -> (tensor<4xi32>, tensor<4xi32>) {
  %d = call @data() : () -> tensor<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %w:2 = scf.while (%x = %d, %k = %c0) : (tensor<4xi32>, index) -> (tensor<4xi32>, index) {
    %s = func.call @update(%x) : (tensor<4xi32>) -> tensor<4xi32>
    %c = arith.cmpi slt, %k, %c3 : index
    scf.condition(%c) %s, %k : tensor<4xi32>, index
  } do {
  ^bb0(%y: tensor<4xi32>, %k: index):
    %l = arith.addi %k, %c1 : index
    scf.yield %d, %l : tensor<4xi32>, index
  }
  return %d, %w#0 : tensor<4xi32>, tensor<4xi32>
}

// FORWARDED-TWICE: result 0: tensor<4xi32> = [10, 1, 20, 3]
// FORWARDED-TWICE: result 1: tensor<4xi32> = [0, 1, 2, 3]
func.func @forwarded_twice() -> (tensor<4xi32>, tensor<4xi32>) {
  %d = call @data() : () -> tensor<4xi32>
  %true = arith.constant true
  %false = arith.constant false
  %w:2 = scf.while (%x = %d, %go = %true) : (tensor<4xi32>, i1) -> (tensor<4xi32>, tensor<4xi32>) {
    scf.condition(%go) %x, %x : tensor<4xi32>, tensor<4xi32>
  } do {
  ^bb0(%y: tensor<4xi32>, %z: tensor<4xi32>):
    %s = func.call @update(%y) : (tensor<4xi32>) -> tensor<4xi32>
    scf.yield %z, %false : tensor<4xi32>, i1
  }
  %r = call @update(%w#0) : (tensor<4xi32>) -> tensor<4xi32>
  return %r, %w#1 : tensor<4xi32>, tensor<4xi32>
}

// The update in the loop is of no use, and what is carried is not its own.
// UNUSED-UPDATE: result 0: tensor<4xi32> = [0, 1, 2, 3]
func.func @unused_update() -> tensor<4xi32> {
  %t = call @data() : () -> tensor<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%x = %t) -> (tensor<4xi32>) {
    %c = arith.cmpi eq, %k, %c1 : index
    %u = scf.if %c -> (tensor<4xi32>) {
      %s = func.call @update(%x) : (tensor<4xi32>) -> tensor<4xi32>
      scf.yield %s : tensor<4xi32>
    } else {
      scf.yield %x : tensor<4xi32>
    }
    scf.yield %x : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// All threads read before any writes.
// INSERTIONS: result 0: tensor<4xi32> = [0, 0, 0, 0]
// INSERTIONS: result 1: tensor<4xi32> = [0, 1, 2, 3]
func.func @insertions() -> (tensor<4xi32>, tensor<4xi32>) {
  %d = call @data() : () -> tensor<4xi32>
  %zero = arith.constant dense<0> : tensor<1xi32>
  %zero4 = arith.constant dense<0> : tensor<4xi32>
  %r:2 = scf.forall (%k) in (4) shared_outs(%x = %d, %y = %zero4) -> (tensor<4xi32>, tensor<4xi32>) {
    %e = tensor.extract_slice %x[%k] [1] [1] : tensor<4xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %zero into %x[%k] [1] [1] : tensor<1xi32> into tensor<4xi32>
      tensor.parallel_insert_slice %e into %y[%k] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}

func.func private @two(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %b = arith.addi %a, %a : tensor<4xi32>
  return %b, %b : tensor<4xi32>, tensor<4xi32>
}

// RESULTS-OF-A-CALL: result 0: tensor<4xi32> = [10, 2, 20, 6]
// RESULTS-OF-A-CALL: result 1: tensor<4xi32> = [0, 2, 4, 6]
func.func @results_of_a_call() -> (tensor<4xi32>, tensor<4xi32>) {
  %d = call @data() : () -> tensor<4xi32>
  %p:2 = call @two(%d) : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %r = call @update(%p#0) : (tensor<4xi32>) -> tensor<4xi32>
  return %r, %p#1 : tensor<4xi32>, tensor<4xi32>
}

// A public function that returns its writable argument frees nothing of its caller's.
// WRITABLE: result 0: tensor<4xi32> = [20, 2, 40, 6]
func.func @itself(%a: tensor<4xi32> {bufferization.writable = true}) -> tensor<4xi32> {
  %r = func.call @update(%a) : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @writable() -> tensor<4xi32> {
  %d = call @data() : () -> tensor<4xi32>
  %r = call @itself(%d) : (tensor<4xi32>) -> tensor<4xi32>
  %s = arith.addi %r, %r : tensor<4xi32>
  return %s : tensor<4xi32>
}

// RECURSION: result 0: tensor<4xi32> = [10, 1, 20, 3]
// RECURSION: result 1: tensor<4xi32> = [0, 1, 2, 3]
func.func private @recurse(%a: tensor<4xi32>, %n: index) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.cmpi eq, %n, %c0 : index
  cf.cond_br %c, ^end, ^more
^end:
  return %a : tensor<4xi32>
^more:
  %m = arith.subi %n, %c1 : index
  %b = call @update(%a) : (tensor<4xi32>) -> tensor<4xi32>
  %r = call @recurse(%b, %m) : (tensor<4xi32>, index) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @recursion() -> (tensor<4xi32>, tensor<4xi32>) {
  %d = call @data() : () -> tensor<4xi32>
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %r = call @recurse(%d, %c3) : (tensor<4xi32>, index) -> tensor<4xi32>
  %s = call @recurse(%d, %c0) : (tensor<4xi32>, index) -> tensor<4xi32>
  return %r, %s : tensor<4xi32>, tensor<4xi32>
}

// A loop of branches, whose end hands on what it got.
// BRANCHES: result 0: tensor<4xi32> = [10, 1, 20, 3]
// BRANCHES: result 1: tensor<4xi32> = [0, 1, 2, 3]
func.func @branches() -> (tensor<4xi32>, tensor<4xi32>) {
  %d = call @data() : () -> tensor<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  cf.br ^head(%d, %c0 : tensor<4xi32>, index)
^head(%x: tensor<4xi32>, %k: index):
  %c = arith.cmpi slt, %k, %c3 : index
  cf.cond_br %c, ^body, ^end(%x : tensor<4xi32>)
^body:
  %s = call @update(%x) : (tensor<4xi32>) -> tensor<4xi32>
  %l = arith.addi %k, %c1 : index
  cf.br ^head(%s, %l : tensor<4xi32>, index)
^end(%y: tensor<4xi32>):
  return %y, %d : tensor<4xi32>, tensor<4xi32>
}

// The tensor that a copy goes to is nobody else's: it need not be in place.
// DESTINATION: result 0: tensor<4xi32> = [0, 1, 2, 3]
func.func @destination() -> tensor<4xi32> {
  %d = call @data() : () -> tensor<4xi32>
  %f = arith.constant 2 : i32
  %e = tensor.empty() : tensor<4xi32>
  %m = bufferization.materialize_in_destination %d in %e : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  cf.switch %f : i32, [default: ^end(%m : tensor<4xi32>), 2: ^end(%d : tensor<4xi32>)]
^end(%r: tensor<4xi32>):
  return %r : tensor<4xi32>
}
