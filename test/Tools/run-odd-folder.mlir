// A folder may have any name, and a file one of 255 bytes.

// RUN: rm -rf %t && mkdir -p "%t/100%% x" && cd "%t/100%% x"
// RUN: %scatternd_run %s --print=none --output=o.npy --output=nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn.npy
// RUN: ls -A | FileCheck %s

// CHECK: nnn
// CHECK-NEXT: o.npy
// CHECK-NOT: {{.}}

func.func @main() -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  return %one, %one : f32, f32
}
