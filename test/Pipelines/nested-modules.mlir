// Modules in a module are lowered, each with its own declarations and texts.
// RUN: scatternd-opt %s --scatternd-to-llvm | FileCheck %s

// CHECK: module @outer
// CHECK: llvm.func @scatternd_report_index
// CHECK: llvm.mlir.global {{.*}}nested-modules.mlir:[[@LINE+10]]:10
// CHECK: llvm.func @f
// CHECK: module @inner
// CHECK: llvm.func @scatternd_report_index
// CHECK: llvm.mlir.global {{.*}}nested-modules.mlir:[[@LINE+11]]:12
// CHECK: llvm.func @f
// CHECK: module @innermost
// CHECK: llvm.func @g
module @outer {
  func.func @f(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
    %r = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
    return %r : tensor<8xf32>
  }
  module @inner {
    func.func @f(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
      %r = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
      return %r : tensor<8xf32>
    }
    module @innermost {
      func.func @g(%d: tensor<8xf32>) -> tensor<8xf32> {
        return %d : tensor<8xf32>
      }
    }
  }
}
