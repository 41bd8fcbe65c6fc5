// Which text stands for a location in reports.
// RUN: scatternd-opt %s --scatternd-lower-to-loops=share=false | FileCheck %s

// CHECK-LABEL: func.func @locations
// CHECK: scatternd.location "model.mlir:3:8"
// CHECK: scatternd.location "node_7 at model.onnx:1:2"
// CHECK: scatternd.location "model.mlir:3:8"
// CHECK: scatternd.location "model.mlir:3:8"
// CHECK: scatternd.location "<unknown>"
// Line 0 is no line; without a file as well, there is no place.
// CHECK: scatternd.location "model.onnx"
// CHECK: scatternd.location "node_7 at model.onnx"
// CHECK: scatternd.location "model.mlir:3:8"
func.func @locations(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32> loc("model.mlir":3:8)
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32> loc("node_7"("model.onnx":1:2))
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32> loc(fused[unknown, "model.mlir":3:8])
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32> loc(callsite("model.mlir":3:8 at "other.mlir":1:1))
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32> loc(unknown)
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32> loc("model.onnx":0:0)
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32> loc("node_7"("model.onnx":0:0))
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32> loc(fused["":0:0, "model.mlir":3:8])
  return
}
