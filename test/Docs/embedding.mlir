// Compiled code called from C, with an error handler; docs/Scatter.md shows it.
// UNSUPPORTED: sanitize
// RUN: scatternd-opt %s --scatternd-to-llvm | mlir-translate --mlir-to-llvmir \
// RUN:   | llc -relocation-model=pic -filetype=obj -o %t.o
// RUN: cc -Wall -Wextra -Werror -I %S/../../include %S/embedding.c %t.o \
// RUN:   -L %scatternd_libs -Wl,-rpath,%scatternd_libs -lscatternd_runtime -o %t
// RUN: %t | FileCheck %s
// CHECK: updated: 10 1 30 2
// CHECK: reported: {{.*}}embedding.mlir:[[#@LINE+6]]:13: index out of bounds: indices[1, 0] = 4, but data dimension 0 has extent 4 (valid: -4 to 3)
// CHECK: unchanged: 10 20 30 40
// CHECK: reported once

func.func @replace(%data: tensor<4xf32>, %indices: tensor<2x1xi64>,
                   %updates: tensor<2xf32>) -> tensor<4xf32> {
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<2xf32>, tensor<2x1xi64> into tensor<4xf32>
  return %result : tensor<4xf32>
}
