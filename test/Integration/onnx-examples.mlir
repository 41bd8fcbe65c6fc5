// The ONNX page's two examples, run from the files that the demo shows.

// RUN: %python %examples/make_inputs.py %t
// RUN: %scatternd_run %examples/onnx_example_1.mlir --input=%t/onnx_example_1.data.npy \
// RUN:   --input=%t/onnx_example_1.indices.npy --input=%t/onnx_example_1.updates.npy \
// RUN:   --expect=%t/onnx_example_1.expected.npy --check --print=all | FileCheck %s
// RUN: %scatternd_run %examples/onnx_example_2.mlir --input=%t/onnx_example_2.data.npy \
// RUN:   --input=%t/onnx_example_2.indices.npy --input=%t/onnx_example_2.updates.npy \
// RUN:   --expect=%t/onnx_example_2.expected.npy --check

// CHECK: result 0: tensor<8xf32> = [1, 11, 3, 10, 9, 6, 7, 12]
