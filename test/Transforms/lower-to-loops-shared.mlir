// Ops of the same types and clauses share one private function, which gets each op's location.
// RUN: scatternd-opt %s --scatternd-lower-to-loops | FileCheck %s
// RUN: scatternd-opt %s --scatternd-lower-to-loops=share=false | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: call @

// CHECK: func.func private @scatternd_scatter(
// CHECK-SAME: memref<8xf32>, %{{.*}}: memref<4x1xi64>, %{{.*}}: memref<4xf32>, %[[L:.*]]: !scatternd.location) attributes {no_inline, passthrough = ["noinline"]}
// CHECK: scatternd.report_index {{.*}} location %[[L]]
// CHECK-LABEL: func.func @twice
// CHECK: %[[L1:.*]] = scatternd.location
// CHECK: call @scatternd_scatter(%arg0, %arg1, %arg2, %[[L1]])
// CHECK: %[[L2:.*]] = scatternd.location
// CHECK: call @scatternd_scatter(%arg0, %arg1, %arg2, %[[L2]])
func.func @twice(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  scatternd.scatter %u into %d[%i] : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// Another clause is another function, and one op alone is written in place.
// CHECK-LABEL: func.func @other_clause
// CHECK-NOT: call
// CHECK: memref.store
func.func @other_clause(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] reduction(add) : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// A kernel keeps its ops: what is shared is a function of the host.
// CHECK-LABEL: func.func @in_a_kernel
// CHECK: gpu.launch
// CHECK-NOT: call @
// CHECK: scatternd.location "{{.*}}:[[@LINE+8]]:5"
// CHECK: memref.store
// CHECK: scatternd.location "{{.*}}:[[@LINE+7]]:5"
// CHECK: memref.store
// CHECK: gpu.terminator
func.func @in_a_kernel(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%x, %y, %z) in (%nx = %c1, %ny = %c1, %nz = %c1) threads(%a, %b, %c) in (%na = %c1, %nb = %c1, %nc = %c1) {
    scatternd.scatter %u into %d[%i] reduction(mul) : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
    scatternd.scatter %u into %d[%i] reduction(mul) : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
    gpu.terminator
  }
  return
}
