// A file that is there stays where the driver fails, also one that is its own
// input, and is replaced whole where it does not.

// RUN: rm -rf %t && mkdir %t && cd %t && cp %s s.mlir && echo precious > kept
// RUN: not scatternd-opt s.mlir --scatternd-lower-to-loops -o kept 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not scatternd-opt kept -o kept 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not scatternd-opt none.mlir -o kept 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not scatternd-opt none.onnx -o kept 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: grep precious kept
// RUN: not scatternd-opt s.mlir -o none/x 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: scatternd-opt s.mlir -o s.mlir && FileCheck %s --check-prefix=WHOLE --input-file=s.mlir
// RUN: scatternd-opt s.mlir -o /dev/null
// RUN: ls -A | FileCheck %s --check-prefix=FILES

// FAILS: error: 'scatternd.scatter' op is on tensors
// TEXT: kept:1:1: error:
// NONE: error: {{.*}}none.{{.*}}No such file or directory
// FOLDER: error: cannot write none/x: No such file or directory
// WHOLE: scatternd.scatter %{{.*}} into %
// FILES: kept
// FILES-NEXT: s.mlir
// FILES-NOT: {{.}}

func.func @main(%data: tensor<8xf32>, %indices: tensor<4x1xi64>,
                %updates: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatternd.scatter %updates into %data[%indices]
      : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %0 : tensor<8xf32>
}
