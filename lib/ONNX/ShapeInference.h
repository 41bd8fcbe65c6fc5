//===- ShapeInference.h - ONNX's own shape inference ------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_SHAPEINFERENCE_H
#define SCATTERND_LIB_ONNX_SHAPEINFERENCE_H

namespace onnx {
class ModelProto;
} // namespace onnx

namespace mlir::scatternd {

/// Adds the types that ONNX's library infers to the `value_info` of the graph
/// and its subgraphs. Where the library fails, what it has inferred by then
/// stays; where it crashes, which it does in a process of its own, nothing
/// does. The elements of long tensors, and attributes that the library does not
/// know, are gone afterwards.
void inferShapes(onnx::ModelProto &model);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_ONNX_SHAPEINFERENCE_H
