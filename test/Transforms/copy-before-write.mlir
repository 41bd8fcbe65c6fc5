// RUN: scatternd-opt %s --scatternd-copy-before-write | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%arg0)
// CHECK: %[[R:.*]] = scatternd.scatter %arg2 into %[[COPY]][%arg1]
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[R]])
// CHECK: tensor.insert %{{.*}} into %[[COPY]]
// CHECK: call @callee(%{{.*}})
func.func @main(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %f: f32, %n: index) -> tensor<8xf32> {
  %0 = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  %1 = tensor.insert %f into %0[%n] : tensor<8xf32>
  %2 = call @callee(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

func.func private @callee(%d: tensor<8xf32>) -> tensor<8xf32> {
  return %d : tensor<8xf32>
}
