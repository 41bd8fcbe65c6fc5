// Upstream's conversion takes all of the dialect that the lowering leaves.
// RUN: scatternd-opt %s --convert-to-llvm --split-input-file 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=TAKEN < %t.err

// Equal texts are one constant, and each function is declared once, what the module has of it included.
// CHECK-DAG: llvm.func @scatternd_report_index(!llvm.ptr, i64, i64, i64, i64, i64, ...)
// CHECK-DAG: llvm.mlir.global internal constant @[[$PLAIN:scatternd_text_.*]]("model.mlir:3:8\00")
// CHECK-DAG: llvm.func @scatternd_report_extent(!llvm.ptr, i64, i64, i64, i64, i64, i64)
// CHECK-DAG: llvm.func @scatternd_report_components(!llvm.ptr, i64, i64, i64, i64, i64, i64)
// CHECK-NOT: llvm.mlir.global
// CHECK-NOT: llvm.func @scatternd_report
// CHECK-LABEL: llvm.func @reports
// CHECK: %[[L:.*]] = llvm.mlir.addressof @[[$PLAIN]]
// CHECK: llvm.call @scatternd_report_index(%[[L]], {{.*}}) vararg(!llvm.func<void (ptr, i64, i64, i64, i64, i64, ...)>) : (!llvm.ptr, i64, i64, i64, i64, i64, i64, i64) -> ()
// CHECK: llvm.call @scatternd_report_extent(%[[L]]
// CHECK: %[[M:.*]] = llvm.mlir.addressof @[[$PLAIN]]
// CHECK: llvm.call @scatternd_report_components(%[[M]]
llvm.func @scatternd_report_index(!llvm.ptr, i64, i64, i64, i64, i64, ...)
func.func @reports(%v: i64, %e: index) {
  %l = scatternd.location "model.mlir:3:8"
  scatternd.report_index %v at [%e, %e], dimension 1 has %e location %l negative_indices(wrap)
  scatternd.report_extent updates[0] is %e, indices[0] is %e location %l
  %m = scatternd.location "model.mlir:3:8"
  scatternd.report_components indices[1] is %e, data rank 3 and updates rank 2 leave 2 location %m
  return
}

// A shared function gets the location as an argument.
// CHECK-LABEL: llvm.func @shared
// CHECK-SAME: %arg1: !llvm.ptr)
// CHECK: llvm.call @scatternd_report_extent(%arg1
func.func @shared(%e: index, %l: !scatternd.location) {
  scatternd.report_extent init[2] is %e, data[1] is %e location %l
  return
}

// -----

// TAKEN: error: expected 'scatternd_report_extent' to be the C function of that name, which scatternd.report_extent becomes a call of
llvm.mlir.global internal @scatternd_report_extent(0 : i32) : i32
func.func @taken(%e: index, %l: !scatternd.location) {
  scatternd.report_extent init[2] is %e, data[1] is %e location %l
  return
}
