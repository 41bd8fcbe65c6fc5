// An op that can report is not hoisted out of a loop that runs zero times.

// RUN: %scatternd_run %s --check | FileCheck %s

func.func @main() -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %bad = arith.constant dense<5> : tensor<1x1xi64>
  %updates = arith.constant dense<7.0> : tensor<1xf32>
  %end = scf.for %i = %c0 to %c0 step %c1 iter_args(%data = %start) -> tensor<2xf32> {
    %same = scatternd.scatter %updates into %start[%bad]
        : tensor<1xf32>, tensor<1x1xi64> into tensor<2xf32>
    scf.yield %same : tensor<2xf32>
  }
  return %end : tensor<2xf32>
}

// CHECK: result 0: tensor<2xf32> = [1, 2]
