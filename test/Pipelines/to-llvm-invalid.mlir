// What the pipeline cannot lower is an error, never an output with ops of other dialects in it.
// RUN: scatternd-opt %s --scatternd-to-llvm --split-input-file --verify-diagnostics

func.func @no_lowering(%a: memref<8xf32>) {
  // expected-error @below {{'gpu.barrier' op was not lowered to the LLVM dialect}}
  gpu.barrier
  return
}

// -----

func.func @unranked_copy(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error @below {{'memref.copy' op copies a memref without a rank, which only a library of upstream's could do}}
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

// -----

// expected-error @below {{expected 'scatternd_report_index' to be the C function of that name, which scatternd.report_index becomes a call of}}
memref.global "private" @scatternd_report_index : memref<i64> = dense<0>
func.func @main(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// -----

// expected-error @below {{redefinition of reserved function 'malloc' of different type}}
func.func private @malloc(f32) -> i32
func.func @allocates() -> memref<8xf32> {
  %new = memref.alloc() : memref<8xf32>
  return %new : memref<8xf32>
}

// -----

#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @sparse(%d: tensor<8xf32, #sparse>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32, #sparse> {
  // expected-error @below {{expected dense tensors, but got}}
  // expected-error @below {{failed to bufferize op}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32, #sparse>
  return %0 : tensor<8xf32, #sparse>
}

// -----

func.func @no_buffers(%t: tensor<2xi8>) -> tensor<2xui8> {
  // expected-error @below {{'tensor.bitcast' op is on tensors, and has no form on buffers}}
  %r = tensor.bitcast %t : tensor<2xi8> to tensor<2xui8>
  return %r : tensor<2xui8>
}
