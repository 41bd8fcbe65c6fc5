//===- Constants.h - Constants of a model -----------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_CONSTANTS_H
#define SCATTERND_LIB_ONNX_CONSTANTS_H

#include "PartialType.h"
#include "ScatterND/ONNX/TensorData.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace onnx {
class NodeProto;
class TensorProto;
} // namespace onnx

namespace mlir::scatternd {

class ExternalData;

/// Takes the value of a Constant node. Fails, without the node's name, where it
/// has not exactly one value that the version of the operator set knows.
llvm::Expected<TensorData> takeConstantValue(onnx::NodeProto &node,
                                             int64_t operatorSetVersion,
                                             ExternalData &external);

/// What a Constant node says of its type, as far as that can be read.
PartialType getConstantType(const onnx::NodeProto &node);

/// The type of a tensor; nothing is known of one that cannot be read.
PartialType getType(const TensorData &data);
PartialType getType(const onnx::TensorProto &tensor);

/// The elements as an attribute. Long ones become a resource called `name` that
/// goes on using the memory of `data`.
ElementsAttr makeAttribute(TensorData data, StringRef name,
                           MLIRContext *context);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_ONNX_CONSTANTS_H
