// What the pipeline cannot lower is an error, never an output with ops of other dialects in it.
// RUN: scatternd-opt %s --scatternd-to-llvm --split-input-file --verify-diagnostics

module {
  // expected-error @below {{'builtin.module' op was not lowered to the LLVM dialect}}
  module @inner {
    func.func @f(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
      scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
      return
    }
  }
}

// -----

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

// expected-error @below {{expected no symbol 'scatternd_report_index' in the module: it is the name of a C function that scatternd ops become calls of}}
func.func private @scatternd_report_index(i64)
func.func @main(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// -----

#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @sparse(%d: tensor<8xf32, #sparse>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32, #sparse> {
  // expected-error @below {{expected dense tensors, but got}}
  // expected-error @below {{failed to bufferize op}}
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32, #sparse>
  return %0 : tensor<8xf32, #sparse>
}
