// Data that one branch updates and the other passes on.

// RUN: %python -c "import numpy, sys; numpy.save(sys.argv[1], numpy.bool_(True)); numpy.save(sys.argv[2], numpy.bool_(False))" %t.true.npy %t.false.npy
// RUN: %scatternd_run %s --input=%t.true.npy --check | FileCheck %s --check-prefix=TRUE
// RUN: %scatternd_run %s --input=%t.false.npy --check | FileCheck %s --check-prefix=FALSE

func.func @main(%condition: i1) -> (tensor<2xf32>, tensor<2xf32>) {
  %data = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %indices = arith.constant dense<1> : tensor<1x1xi64>
  %updates = arith.constant dense<5.0> : tensor<1xf32>
  %result = scf.if %condition -> tensor<2xf32> {
    %written = scatternd.scatter %updates into %data[%indices]
        : tensor<1xf32>, tensor<1x1xi64> into tensor<2xf32>
    scf.yield %written : tensor<2xf32>
  } else {
    scf.yield %data : tensor<2xf32>
  }
  return %result, %data : tensor<2xf32>, tensor<2xf32>
}

// TRUE: result 0: tensor<2xf32> = [1, 5]
// TRUE-NEXT: result 1: tensor<2xf32> = [1, 2]
// FALSE: result 0: tensor<2xf32> = [1, 2]
// FALSE-NEXT: result 1: tensor<2xf32> = [1, 2]
