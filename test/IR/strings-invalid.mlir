// Constants of strings that upstream refuses.
// RUN: scatternd-opt %s --split-input-file --verify-diagnostics

func.func @scalar() {
  // expected-error @below {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %0 = arith.constant "a" : !scatternd.string
  return
}

// -----

func.func @number() {
  // expected-error @below {{expected string token, got 3}}
  %0 = arith.constant dense<["a", 3]> : tensor<2x!scatternd.string>
  return
}

// -----

func.func @shape() {
  // expected-error @below {{inferred shape of elements literal ([1]) does not match type ([2])}}
  %0 = arith.constant dense<["a"]> : tensor<2x!scatternd.string>
  return
}
