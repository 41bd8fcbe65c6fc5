// An argument belongs to the caller: only `bufferization.writable = true` lets
// its memory be used for the result.

// RUN: %python -c "import numpy, sys; numpy.save(sys.argv[1], numpy.int32([1, 2, 3]))" %t.npy
// RUN: %scatternd_run %s --entry=keeps --check --input=%t.npy | FileCheck %s
// RUN: %scatternd_run %s --entry=uses --check --input=%t.npy | FileCheck %s

func.func @keeps(%data: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %first, %second = call @two(%data)
      : (tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return %first, %second : tensor<3xi32>, tensor<3xi32>
}

func.func @uses(%data: tensor<3xi32> {bufferization.writable = true})
    -> (tensor<3xi32>, tensor<3xi32>) {
  %first, %second = call @two(%data)
      : (tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return %first, %second : tensor<3xi32>, tensor<3xi32>
}

// Two results from one data: at most one of them can lie in its memory.
func.func private @two(%data: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %zero = arith.constant dense<0> : tensor<1x1xi64>
  %one = arith.constant dense<1> : tensor<1x1xi64>
  %update = arith.constant dense<10> : tensor<1xi32>
  %first = scatternd.scatter %update into %data[%zero]
      : tensor<1xi32>, tensor<1x1xi64> into tensor<3xi32>
  %second = scatternd.scatter %update into %data[%one] reduction(add)
      : tensor<1xi32>, tensor<1x1xi64> into tensor<3xi32>
  return %first, %second : tensor<3xi32>, tensor<3xi32>
}

// CHECK: result 0: tensor<3xi32> = [10, 2, 3]
// CHECK-NEXT: result 1: tensor<3xi32> = [1, 12, 3]
