// RUN: scatternd-opt %s --scatternd-report-to-llvm | FileCheck %s

// Equal texts are one constant, and each function is declared once.
// CHECK-DAG: llvm.mlir.global internal constant @[[$UNKNOWN:.*]]("<unknown>\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$PLAIN:.*]]("model.mlir:3:8\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$NAMED:.*]]("node_7 at model.onnx:1:2\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$FILE:.*]]("model.onnx\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$NODE:.*]]("node_7 at model.onnx\00")
// CHECK-DAG: llvm.func @scatternd_report_index(!llvm.ptr, i64, i64, i64, i64, i64, ...)
// CHECK-DAG: llvm.func @scatternd_report_extent(!llvm.ptr, i64, i64, i64, i64, i64, i64)
// CHECK-DAG: llvm.func @scatternd_report_components(!llvm.ptr, i64, i64, i64, i64, i64, i64)
// CHECK-NOT: llvm.func @scatternd_report

// CHECK-LABEL: func.func @reports
// CHECK: llvm.mlir.addressof @[[$PLAIN]]
// CHECK: llvm.call @scatternd_report_index(%{{.*}}) vararg(!llvm.func<void (ptr, i64, i64, i64, i64, i64, ...)>) : (!llvm.ptr, i64, i64, i64, i64, i64, i64, i64) -> ()
// CHECK: llvm.call @scatternd_report_extent
// CHECK: llvm.call @scatternd_report_components
func.func @reports(%v: i64, %e: index) {
  %l = scatternd.location loc("model.mlir":3:8)
  scatternd.report_index %v at [%e, %e], dimension %e has %e location %l negative_indices(wrap)
  scatternd.report_extent updates[0] is %e, indices[0] is %e location %l
  scatternd.report_components indices[1] is %e, data rank 3 and updates rank 2 leave 2 location %l
  return
}

// CHECK-LABEL: func.func @locations
// CHECK: llvm.mlir.addressof @[[$NAMED]]
// CHECK: llvm.mlir.addressof @[[$PLAIN]]
// CHECK: llvm.mlir.addressof @[[$PLAIN]]
// CHECK: llvm.mlir.addressof @[[$UNKNOWN]]
func.func @locations() -> (index, index, index, index) {
  %0 = scatternd.location loc("node_7"("model.onnx":1:2))
  %1 = scatternd.location loc(fused[unknown, "model.mlir":3:8])
  %2 = scatternd.location loc(callsite("model.mlir":3:8 at "other.mlir":1:1))
  %3 = scatternd.location loc(unknown)
  return %0, %1, %2, %3 : index, index, index, index
}

// Line 0 is no line; without a file as well, there is no place.
// CHECK-LABEL: func.func @no_line
// CHECK: llvm.mlir.addressof @[[$FILE]]
// CHECK: llvm.mlir.addressof @[[$NODE]]
// CHECK: llvm.mlir.addressof @[[$PLAIN]]
func.func @no_line() -> (index, index, index) {
  %0 = scatternd.location loc("model.onnx":0:0)
  %1 = scatternd.location loc("node_7"("model.onnx":0:0))
  %2 = scatternd.location loc(fused["":0:0, "model.mlir":3:8])
  return %0, %1, %2 : index, index, index
}

// A shared function gets the location as an argument.
// CHECK-LABEL: func.func @shared
// CHECK-SAME: %[[L:[a-z0-9]+]]: index)
// CHECK: %[[I:.*]] = arith.index_cast %[[L]] : index to i64
// CHECK: %[[P:.*]] = llvm.inttoptr %[[I]]
// CHECK: llvm.call @scatternd_report_extent(%[[P]]
func.func @shared(%e: index, %l: index) {
  scatternd.report_extent init[2] is %e, data[1] is %e location %l
  return
}
