// A function of the file is never taken for the C library's or the runner's own
// function of that name, nor the other way round.

// RUN: %scatternd_run %s | FileCheck %s
// RUN: %scatternd_run %s --entry=malloc | FileCheck %s --check-prefix=ENTRY

func.func @exp(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  return %zero : f64
}
func.func @tanhf(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  return %zero : f32
}
func.func private @erff(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  return %zero : f32
}
func.func @memcpy(%x: tensor<1xf64>) -> tensor<1xf64> {
  return %x : tensor<1xf64>
}
func.func @scatternd_report_index(%x: f64) -> f64 {
  return %x : f64
}
func.func @_mlir_ciface_main() {
  return
}
func.func @mlir.main() {
  return
}
memref.global constant @free : memref<1xf64> = dense<4.0>
func.func @malloc() -> f64 {
  %five = arith.constant 5.0 : f64
  return %five : f64
}

func.func @main() -> (tensor<2xf64>, f64, f32, tensor<1xf64>, f64, f64) {
  func.call @_mlir_ciface_main() : () -> ()
  func.call @mlir.main() : () -> ()
  %one = arith.constant 1.0 : f64
  %data = arith.constant dense<0.0> : tensor<2xf64>
  %indices = arith.constant dense<1> : tensor<1x1xi64>
  %place = arith.constant 0 : index
  %global = memref.get_global @free : memref<1xf64>
  %update = memref.load %global[%place] : memref<1xf64>
  %small = arith.constant 1.0 : f32
  %tanh = math.tanh %small : f32
  %mine = func.call @tanhf(%small) : (f32) -> f32
  %erf = func.call @erff(%small) : (f32) -> f32
  %libm = math.erf %small : f32
  %sum0 = arith.addf %tanh, %mine : f32
  %sum1 = arith.addf %sum0, %erf : f32
  %sum = arith.addf %sum1, %libm : f32
  %updates = tensor.from_elements %update : tensor<1xf64>
  %copied = func.call @memcpy(%updates) : (tensor<1xf64>) -> tensor<1xf64>
  %r = scatternd.scatter %copied into %data[%indices]
      : tensor<1xf64>, tensor<1x1xi64> into tensor<2xf64>
  %e = math.exp %one : f64
  %m = func.call @exp(%one) : (f64) -> f64
  %reported = func.call @scatternd_report_index(%one) : (f64) -> f64
  %five = func.call @malloc() : () -> f64
  %all = arith.addf %m, %reported : f64
  return %r, %e, %sum, %copied, %all, %five
      : tensor<2xf64>, f64, f32, tensor<1xf64>, f64, f64
}

// CHECK: result 0: tensor<2xf64> = [0, 4]
// CHECK-NEXT: result 1: f64 = 2.718281828459045
// CHECK-NEXT: result 2: f32 = 1.604
// CHECK-NEXT: result 3: tensor<1xf64> = [4]
// CHECK-NEXT: result 4: f64 = 1
// CHECK-NEXT: result 5: f64 = 5

// ENTRY: result 0: f64 = 5
