// The value of one turn of a loop is the data of the next.

// RUN: %scatternd_run %s --check | FileCheck %s

func.func @main() -> tensor<4xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %start = arith.constant dense<0> : tensor<4xi64>
  %one = arith.constant dense<1> : tensor<1xi64>
  %end = scf.for %i = %c0 to %c4 step %c1 iter_args(%data = %start) -> tensor<4xi64> {
    %at = arith.index_cast %i : index to i64
    %indices = tensor.from_elements %at : tensor<1x1xi64>
    %added = scatternd.scatter %one into %data[%indices] reduction(add)
        : tensor<1xi64>, tensor<1x1xi64> into tensor<4xi64>
    %last = arith.constant dense<3> : tensor<1x1xi64>
    %next = scatternd.scatter %one into %added[%last] reduction(add)
        : tensor<1xi64>, tensor<1x1xi64> into tensor<4xi64>
    scf.yield %next : tensor<4xi64>
  }
  return %end : tensor<4xi64>
}

// CHECK: result 0: tensor<4xi64> = [1, 1, 1, 5]
