// A crash is one error, and what compiled code reported before is not lost.

// RUN: split-file %s %t
// RUN: not %scatternd_run %t/crash.mlir 2>&1 | FileCheck %t/crash.mlir
// RUN: not %scatternd_run %t/crash.mlir --entry=once 2>&1 \
// RUN:   | FileCheck %t/crash.mlir --check-prefix=ONCE

//--- crash.mlir
func.func private @abort()

func.func @once() -> tensor<2xf32> {
  %data = arith.constant dense<0.0> : tensor<2xf32>
  %bad = arith.constant dense<-3> : tensor<1x1xi64>
  %updates = arith.constant dense<1.0> : tensor<1xf32>
  %r = scatternd.scatter %updates into %data[%bad]
      : tensor<1xf32>, tensor<1x1xi64> into tensor<2xf32>
  %place = arith.constant 0 : index
  %value = tensor.extract %r[%place] : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %is = arith.cmpf oeq, %value, %zero : f32
  scf.if %is {
    func.call @abort() : () -> ()
  }
  return %r : tensor<2xf32>
}
func.func @main() -> tensor<2xf32> {
  %data = arith.constant dense<0.0> : tensor<2xf32>
  %bad = arith.constant dense<5> : tensor<1x1xi64>
  %updates = arith.constant dense<1.0> : tensor<1xf32>
  %r = scatternd.scatter %updates into %data[%bad]
      : tensor<1xf32>, tensor<1x1xi64> into tensor<2xf32>
  %s = func.call @once() : () -> tensor<2xf32>
  %t = arith.addf %r, %s : tensor<2xf32>
  return %t : tensor<2xf32>
}

// CHECK: error: {{.*}}crash.mlir:22:8: index out of bounds: indices[0, 0] = 5
// CHECK-NEXT: note: 1 more
// CHECK-NEXT: note: then abort (SIGABRT) in compiled code
// CHECK-NOT: {{.}}

// ONCE: error: {{.*}}crash.mlir:7:8: index out of bounds: indices[0, 0] = -3
// ONCE-NEXT: note: then abort (SIGABRT) in compiled code
// ONCE-NOT: {{.}}
