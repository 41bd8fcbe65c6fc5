// RUN: scatternd-opt %s --scatternd-expand-branches | FileCheck %s

// A chain of comparisons; the last one missed goes to the default.
// CHECK-LABEL: func.func @switch
// CHECK: %[[C1:.*]] = arith.constant 1 : i32
// CHECK: %[[IS1:.*]] = arith.cmpi eq, %arg1, %[[C1]]
// CHECK: cf.cond_br %[[IS1]], ^[[A:.*]](%arg0 : tensor<8xf32>), ^[[NEXT:.*]]
// CHECK: ^[[NEXT]]:
// CHECK: %[[C7:.*]] = arith.constant 7 : i32
// CHECK: %[[IS7:.*]] = arith.cmpi eq, %arg1, %[[C7]]
// CHECK: cf.cond_br %[[IS7]], ^[[B:.*]](%arg0 : tensor<8xf32>), ^[[LAST:.*]]
// CHECK: ^[[LAST]]:
// CHECK: cf.br ^[[B]](%arg0 : tensor<8xf32>)
func.func @switch(%d: tensor<8xf32>, %c: i32) -> tensor<8xf32> {
  cf.switch %c : i32, [default: ^b(%d: tensor<8xf32>), 1: ^a(%d: tensor<8xf32>), 7: ^b(%d: tensor<8xf32>)]
^a(%x: tensor<8xf32>):
  cf.br ^b(%x : tensor<8xf32>)
^b(%y: tensor<8xf32>):
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func.func @doubled_edge
// CHECK: cf.cond_br %{{.*}}, ^[[A:.*]](%arg0 : tensor<8xf32>), ^[[EDGE:.*]]
// CHECK: ^[[EDGE]]:
// CHECK: cf.br ^[[A]](%arg1 : tensor<8xf32>)
func.func @doubled_edge(%d: tensor<8xf32>, %e: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  cf.cond_br %c, ^a(%d : tensor<8xf32>), ^a(%e : tensor<8xf32>)
^a(%x: tensor<8xf32>):
  return %x : tensor<8xf32>
}

// Without tensors there is nothing to bufferize.
// CHECK-LABEL: func.func @scalars
// CHECK: cf.switch
func.func @scalars(%c: i32) -> i32 {
  cf.switch %c : i32, [default: ^a(%c: i32)]
^a(%x: i32):
  return %x : i32
}
