//===- TensorElements.h - A TensorProto's elements --------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_TENSORELEMENTS_H
#define SCATTERND_LIB_ONNX_TENSORELEMENTS_H

#include "ScatterND/ONNX/TensorData.h"

namespace onnx {
class TensorProto;
} // namespace onnx

namespace mlir::scatternd {

class ExternalData;

/// Takes the elements out of `tensor`, without a copy where they are the bytes
/// of memory already. Fails as `readTensorFile` does, without a path.
llvm::Expected<TensorData> takeElements(onnx::TensorProto &tensor,
                                        ExternalData &external);

/// Compilers take longer and longer for ranks that no model has.
constexpr int64_t maxRank = 128;
llvm::Error checkRank(int64_t rank);

/// The number of elements of a tensor. Fails where its rank is beyond
/// `maxRank`, an extent is negative, or the number of bytes overflows.
llvm::Expected<int64_t> countElements(const DataType &type,
                                      ArrayRef<int64_t> shape);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_ONNX_TENSORELEMENTS_H
