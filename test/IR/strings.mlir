// Constants of strings come back from text and from bytecode as they were, and passes can ask for the type's size.
// RUN: scatternd-opt %s | scatternd-opt | FileCheck %s
// RUN: scatternd-opt %s --emit-bytecode | scatternd-opt | FileCheck %s
// RUN: scatternd-opt %s --promote-buffers-to-stack="max-alloc-size-in-bytes=48" | FileCheck %s --check-prefix=SIZE

// CHECK-LABEL: func.func @constants
// CHECK-NEXT: dense<["a", "b\00c", "", "\22\\", "na\C3\AFve", "\FF"]> : tensor<6x!scatternd.string>
// CHECK-NEXT: dense<"same"> : tensor<2x3x!scatternd.string>
// CHECK-NEXT: dense<""> : tensor<!scatternd.string>
// CHECK-NEXT: dense<"0xAB"> : tensor<1x!scatternd.string>
// CHECK-NEXT: dense<> : tensor<0x2x!scatternd.string>
func.func @constants() {
  %list = arith.constant dense<["a", "b\00c", "", "\22\\", "na\C3\AFve", "\FF"]> : tensor<6x!scatternd.string>
  %splat = arith.constant dense<"same"> : tensor<2x3x!scatternd.string>
  %rank0 = arith.constant dense<""> : tensor<!scatternd.string>
  %not_hexadecimal = arith.constant dense<["0xAB"]> : tensor<1x!scatternd.string>
  %empty = arith.constant dense<> : tensor<0x2x!scatternd.string>
  return
}

// SIZE-LABEL: func.func @size
// SIZE: memref.alloca() : memref<3x!scatternd.string>
// SIZE: memref.alloc() : memref<4x!scatternd.string>
func.func @size(%string: !scatternd.string, %i: index) {
  %small = memref.alloc() : memref<3x!scatternd.string>
  memref.store %string, %small[%i] : memref<3x!scatternd.string>
  %large = memref.alloc() : memref<4x!scatternd.string>
  memref.store %string, %large[%i] : memref<4x!scatternd.string>
  return
}
