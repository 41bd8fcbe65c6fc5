// Whose memory is whose: the functions that docs/Scatter.md shows.
// RUN: scatternd-opt %s --scatternd-mark-arguments \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --canonicalize --scatternd-deallocate --canonicalize | FileCheck %s

// The caller's data stays: one copy of data, and the copy is the result.
// CHECK-LABEL: func.func @copied
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK: scatternd.scatter %{{.*}} into %[[COPY]]
// CHECK-NOT: memref.copy
func.func @copied(%data: tensor<8xf32>, %indices: tensor<4x1xi64>,
                  %updates: tensor<4xf32>) -> tensor<8xf32> {
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %result : tensor<8xf32>
}

// Nothing is copied, and the result is data's buffer.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: (%[[DATA:[a-z0-9]*]]: memref<8xf32>
// CHECK-NOT: memref.alloc
// CHECK: scatternd.scatter %{{.*}} into %[[DATA]]
// CHECK-NOT: clone
// CHECK: return %[[DATA]]
func.func @in_place(%data: tensor<8xf32> {bufferization.writable = true},
                    %indices: tensor<4x1xi64>, %updates: tensor<4xf32>)
    -> tensor<8xf32> {
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %result : tensor<8xf32>
}
