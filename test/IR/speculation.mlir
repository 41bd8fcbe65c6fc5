// Only an op that cannot report leaves a loop that may run zero times: drop or clamp, with all shapes proven.
// RUN: scatternd-opt %s --loop-invariant-code-motion | FileCheck %s

!data = tensor<8x4xf32>
!updates = tensor<4x4xf32>
!indices = tensor<4x1xi64>

// CHECK-LABEL: func.func @drop
// CHECK: scatternd.scatter
// CHECK: scf.for
func.func @drop(%d: !data, %i: !indices, %u: !updates, %lb: index, %ub: index, %s: index) -> !data {
  %r = scf.for %iv = %lb to %ub step %s iter_args(%a = %d) -> !data {
    %0 = scatternd.scatter %u into %d[%i] out_of_bounds(drop) : !updates, !indices into !data
    scf.yield %0 : !data
  }
  return %r : !data
}

// CHECK-LABEL: func.func @clamp_gather
// CHECK: scatternd.gather
// CHECK: scf.for
func.func @clamp_gather(%d: !data, %i: !indices, %u: !updates, %lb: index, %ub: index, %s: index) -> !updates {
  %r = scf.for %iv = %lb to %ub step %s iter_args(%a = %u) -> !updates {
    %0 = scatternd.gather %d[%i] into %u out_of_bounds(clamp) : !data, !indices into !updates
    scf.yield %0 : !updates
  }
  return %r : !updates
}

// CHECK-LABEL: func.func @error
// CHECK: scf.for
// CHECK: scatternd.scatter
func.func @error(%d: !data, %i: !indices, %u: !updates, %lb: index, %ub: index, %s: index) -> !data {
  %r = scf.for %iv = %lb to %ub step %s iter_args(%a = %d) -> !data {
    %0 = scatternd.scatter %u into %d[%i] : !updates, !indices into !data
    scf.yield %0 : !data
  }
  return %r : !data
}

// A broken promise under `assume` is undefined behaviour, which must not be brought forward.
// CHECK-LABEL: func.func @assume
// CHECK: scf.for
// CHECK: scatternd.scatter
func.func @assume(%d: !data, %i: !indices, %u: !updates, %lb: index, %ub: index, %s: index) -> !data {
  %r = scf.for %iv = %lb to %ub step %s iter_args(%a = %d) -> !data {
    %0 = scatternd.scatter %u into %d[%i] out_of_bounds(assume) : !updates, !indices into !data
    scf.yield %0 : !data
  }
  return %r : !data
}

// CHECK-LABEL: func.func @drop_open_updates
// CHECK: scf.for
// CHECK: scatternd.scatter
func.func @drop_open_updates(%d: !data, %i: !indices, %u: tensor<4x?xf32>, %lb: index, %ub: index, %s: index) -> !data {
  %r = scf.for %iv = %lb to %ub step %s iter_args(%a = %d) -> !data {
    %0 = scatternd.scatter %u into %d[%i] out_of_bounds(drop) : tensor<4x?xf32>, !indices into !data
    scf.yield %0 : !data
  }
  return %r : !data
}

// CHECK-LABEL: func.func @drop_open_components
// CHECK: scf.for
// CHECK: scatternd.scatter
func.func @drop_open_components(%d: !data, %i: tensor<4x?xi64>, %u: !updates, %lb: index, %ub: index, %s: index) -> !data {
  %r = scf.for %iv = %lb to %ub step %s iter_args(%a = %d) -> !data {
    %0 = scatternd.scatter %u into %d[%i] out_of_bounds(drop) : !updates, tensor<4x?xi64> into !data
    scf.yield %0 : !data
  }
  return %r : !data
}

// The extents that tuples index need no proof: no shape rule compares them.
// CHECK-LABEL: func.func @drop_open_rows
// CHECK: scatternd.scatter
// CHECK: scf.for
func.func @drop_open_rows(%d: tensor<?x4xf32>, %i: !indices, %u: !updates, %lb: index, %ub: index, %s: index) -> tensor<?x4xf32> {
  %r = scf.for %iv = %lb to %ub step %s iter_args(%a = %d) -> tensor<?x4xf32> {
    %0 = scatternd.scatter %u into %d[%i] out_of_bounds(drop) : !updates, !indices into tensor<?x4xf32>
    scf.yield %0 : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}
