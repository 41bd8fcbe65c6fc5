// RUN: scatternd-opt %s --scatternd-export-functions | FileCheck %s

// CHECK: func.func @public() attributes {llvm.emit_c_interface}
func.func @public() {
  return
}

// CHECK: func.func private @inside() attributes {llvm.linkage = #llvm.linkage<internal>}
func.func private @inside() {
  return
}

// CHECK: func.func private @own_linkage() attributes {llvm.linkage = #llvm.linkage<weak>}
func.func private @own_linkage() attributes {llvm.linkage = #llvm.linkage<weak>} {
  return
}

// CHECK: func.func private @declared()
// CHECK-NOT: attributes
func.func private @declared()

// C reads a whole byte.
// CHECK: func.func @flag(%{{.*}}: i1) -> (i1 {llvm.zeroext})
func.func @flag(%c: i1) -> i1 {
  return %c : i1
}
