//===- Node.h - ScatterND and GatherND nodes --------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_NODE_H
#define SCATTERND_LIB_ONNX_NODE_H

#include "PartialType.h"
#include "ScatterND/IR/ScatterND.h"

namespace onnx {
class AttributeProto;
class NodeProto;
class OperatorSetIdProto;
} // namespace onnx

namespace google::protobuf {
template <typename Element>
class RepeatedPtrField;
} // namespace google::protobuf

namespace mlir::scatternd {

/// Whether `domain` is that of ONNX's own operators, `ai.onnx`.
bool isOnnxDomain(llvm::StringRef domain);

/// Whether `node` is ONNX's own operator `name`, of the domain `ai.onnx`.
bool isOperator(const onnx::NodeProto &node, StringRef name);

/// Whether `node` is a ScatterND or a GatherND.
bool isScatterOrGather(const onnx::NodeProto &node);

/// Where a model imports no version of ONNX's operators.
constexpr int64_t noOperatorSet = INT64_MIN;

/// The version of ONNX's operators that a model or function imports, or
/// `noOperatorSet`. Fails where it imports two.
llvm::Expected<int64_t> getOperatorSetVersion(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>
        &imports);

/// Fails where `attribute` has not the type that ONNX gives it, one of
/// AttributeProto.AttributeType's numbers.
llvm::Error checkAttributeType(const onnx::AttributeProto &attribute,
                               int expected);

/// A ScatterND or GatherND node, by the rules of its version.
struct Node {
  bool isGather;
  int64_t version;
  Reduction reduction = Reduction::None;
  int64_t batchDims = 0;
  /// An attribute whose value is a parameter of the function that the node is
  /// in; empty where there is none.
  std::string parameter;

  /// Reads a ScatterND or GatherND node. Fails, with the node's name, where its
  /// version has not an attribute, a value, or that many inputs.
  static llvm::Expected<Node> read(const onnx::NodeProto &node,
                                   std::optional<int64_t> number,
                                   int64_t operatorSetVersion);

  /// Checks, where they are known, the element types by the version's list and
  /// the number of components by what data's rank allows (C5, C6).
  llvm::Error checkInputs(const PartialType &data,
                          const PartialType &indices) const;
};

/// The name of `node` as it goes into locations: its own, else
/// "ScatterND #NUMBER", or that of its output where it has no number.
std::string getNodeName(const onnx::NodeProto &node,
                        std::optional<int64_t> number);

/// "node 'NAME' (ScatterND, version 13)", for messages. A node without a name
/// is told by its number among scatters and gathers, or else by its output.
std::string describeNode(const onnx::NodeProto &node,
                         std::optional<int64_t> number,
                         std::optional<int64_t> version = std::nullopt);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_ONNX_NODE_H
