//===- Node.cpp - ScatterND and GatherND nodes ----------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include "onnx/onnx_pb.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

bool mlir::scatternd::isOnnxDomain(StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

bool mlir::scatternd::isOperator(const onnx::NodeProto &node, StringRef name) {
  return isOnnxDomain(node.domain()) && node.op_type() == name;
}

bool mlir::scatternd::isScatterOrGather(const onnx::NodeProto &node) {
  return isOperator(node, "ScatterND") || isOperator(node, "GatherND");
}

llvm::Expected<int64_t> mlir::scatternd::getOperatorSetVersion(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>
        &imports) {
  std::optional<int64_t> version;
  for (const onnx::OperatorSetIdProto &import : imports) {
    if (!isOnnxDomain(import.domain()))
      continue;
    if (version && *version != import.version())
      return createStringError("opset_import has versions " + Twine(*version) +
                               " and " + Twine(import.version()) +
                               " of the domain ai.onnx");
    version = import.version();
  }
  return version.value_or(noOperatorSet);
}

//===----------------------------------------------------------------------===//
// What each version has
//===----------------------------------------------------------------------===//

/// The versions in which the operators changed. An operator set has the newest
/// version that is not above its own; ONNX says of new meanings by new
/// attributes, which are refused by name.
static constexpr int64_t scatterVersions[] = {11, 13, 16, 18};
static constexpr int64_t gatherVersions[] = {11, 12, 13};

static constexpr int64_t reductionSince = 16;
static constexpr int64_t maxAndMinSince = 18;
static constexpr int64_t batchDimsSince = 12;
static constexpr int64_t bfloat16Since = 13;

/// The version of ScatterND or GatherND that `node` means: the one that was
/// newest when the operator set of that version came out. Fails where the
/// operator did not exist yet.
static llvm::Expected<int64_t> getVersion(const onnx::NodeProto &node,
                                          int64_t operatorSetVersion) {
  ArrayRef<int64_t> versions = scatterVersions;
  if (isOperator(node, "GatherND"))
    versions = gatherVersions;
  const int64_t *next = llvm::upper_bound(versions, operatorSetVersion);
  if (next == versions.begin())
    return createStringError(
        "expected opset_import to have version " + Twine(versions.front()) +
        " or later of ai.onnx, which brought " + node.op_type() + ", but got " +
        (operatorSetVersion == noOperatorSet
             ? "none"
             : std::to_string(operatorSetVersion)));
  return *std::prev(next);
}

llvm::Error
mlir::scatternd::checkAttributeType(const onnx::AttributeProto &attribute,
                                    int expected) {
  using onnx::AttributeProto;
  if (attribute.type() == expected)
    return llvm::Error::success();
  return createStringError(
      "expected attribute '" + attribute.name() + "' to be of type " +
      AttributeProto::AttributeType_Name(
          static_cast<AttributeProto::AttributeType>(expected)) +
      ", but got " + AttributeProto::AttributeType_Name(attribute.type()));
}

static llvm::Expected<Reduction>
readReduction(const onnx::AttributeProto &attribute, int64_t version) {
  if (llvm::Error error =
          checkAttributeType(attribute, onnx::AttributeProto::STRING))
    return error;
  std::optional<Reduction> reduction = symbolizeReduction(attribute.s());
  bool isNew = reduction == Reduction::Max || reduction == Reduction::Min;
  if (reduction && (!isNew || version >= maxAndMinSince))
    return *reduction;
  StringRef allowed = version >= maxAndMinSince ? "none, add, mul, max or min"
                                                : "none, add or mul";
  return createStringError("expected attribute 'reduction' to be " + allowed +
                           ", but got '" + attribute.s() + "'");
}

static llvm::Error
checkNames(const google::protobuf::RepeatedPtrField<std::string> &names,
           int expected, StringRef what) {
  if (names.size() != expected)
    return createStringError("expected " + Twine(expected) + " " + what +
                             (expected == 1 ? "" : "s") + ", but got " +
                             Twine(names.size()));
  // An empty name leaves out what is optional; nothing here is.
  for (auto [i, name] : llvm::enumerate(names))
    if (name.empty())
      return createStringError(what + " " + Twine(i) + " has no name");
  return llvm::Error::success();
}

/// Reads what follows from the version of `result`; errors are without the
/// node's name.
static llvm::Error readNode(const onnx::NodeProto &node, Node &result) {
  if (llvm::Error error =
          checkNames(node.input(), result.isGather ? 2 : 3, "input"))
    return error;
  if (llvm::Error error = checkNames(node.output(), 1, "output"))
    return error;
  SmallVector<StringRef> seen;
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    StringRef name = attribute.name();
    if (llvm::is_contained(seen, name))
      return createStringError("attribute '" + name + "' is there twice");
    seen.push_back(name);
    StringRef known = result.isGather ? "batch_dims" : "reduction";
    int64_t since = result.isGather ? batchDimsSince : reductionSince;
    if (name != known)
      return createStringError("attribute '" + name + "' is not known");
    if (result.version < since)
      return createStringError("attribute '" + name +
                               "' exists since version " + Twine(since));
    if (!attribute.ref_attr_name().empty()) {
      result.parameter = attribute.name();
      continue;
    }
    if (!result.isGather) {
      llvm::Expected<Reduction> reduction =
          readReduction(attribute, result.version);
      if (!reduction)
        return reduction.takeError();
      result.reduction = *reduction;
      continue;
    }
    if (llvm::Error error =
            checkAttributeType(attribute, onnx::AttributeProto::INT))
      return error;
    if (attribute.i() < 0)
      return createStringError("expected batch_dims to be 0 or more, but got " +
                               Twine(attribute.i()));
    result.batchDims = attribute.i();
  }
  return llvm::Error::success();
}

llvm::Expected<Node> Node::read(const onnx::NodeProto &node,
                                std::optional<int64_t> number,
                                int64_t operatorSetVersion) {
  auto refuse = [&](std::optional<int64_t> version, llvm::Error error) {
    return createStringError(describeNode(node, number, version) + ": " +
                             llvm::toString(std::move(error)));
  };
  llvm::Expected<int64_t> version = getVersion(node, operatorSetVersion);
  if (!version)
    return refuse(std::nullopt, version.takeError());
  Node result;
  result.isGather = isOperator(node, "GatherND");
  result.version = *version;
  if (llvm::Error error = readNode(node, result))
    return refuse(*version, std::move(error));
  return result;
}

llvm::Error Node::checkInputs(const PartialType &data,
                              const PartialType &indices) const {
  if (indices.element && StringRef(indices.element->name) != "INT64")
    return createStringError("expected indices to be INT64, but got " +
                             indices.element->name);
  if (data.element) {
    StringRef element = data.element->name;
    if (element.starts_with("FLOAT8"))
      return createStringError("data of type " + element +
                               " is in no version of the operator");
    if (element == "BFLOAT16" && version < bfloat16Since)
      return createStringError("data of type BFLOAT16 exists since version " +
                               Twine(bfloat16Since));
  }
  if (!data.shape || !indices.shape)
    return llvm::Error::success();

  int64_t dataRank = data.shape->size(), indicesRank = indices.shape->size();
  if (dataRank == 0 || indicesRank == 0)
    return createStringError("expected data and indices to have rank 1 or "
                             "more, but got ranks " +
                             Twine(dataRank) + " and " + Twine(indicesRank));
  int64_t maxBatchDims = std::min(indicesRank - 1, dataRank);
  if (batchDims > maxBatchDims)
    return createStringError(
        "expected batch_dims to be 0 to " + Twine(maxBatchDims) +
        " (data rank " + Twine(dataRank) + ", indices rank " +
        Twine(indicesRank) + "), but got " + Twine(batchDims));
  int64_t components = indices.shape->back();
  if (!ShapedType::isDynamic(components) && components > dataRank - batchDims)
    return createStringError(
        "expected indices dimension " + Twine(indicesRank - 1) +
        " to be 0 to " + Twine(dataRank - batchDims) + " (data rank " +
        Twine(dataRank) +
        (batchDims ? ", batch_dims " + Twine(batchDims).str() : std::string()) +
        "), but got " + Twine(components));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string mlir::scatternd::getNodeName(const onnx::NodeProto &node,
                                         std::optional<int64_t> number) {
  if (!node.name().empty())
    return node.name();
  if (number)
    return node.op_type() + " #" + std::to_string(*number);
  return node.output_size() ? node.output(0) : "";
}

std::string mlir::scatternd::describeNode(const onnx::NodeProto &node,
                                          std::optional<int64_t> number,
                                          std::optional<int64_t> version) {
  std::string text = "node '" + node.name() + "'";
  if (node.name().empty())
    text = number ? "node #" + std::to_string(*number)
                  : "node of output '" +
                        (node.output_size() ? node.output(0) : "") + "'";
  text += " (" + (isOnnxDomain(node.domain()) ? "" : node.domain() + ".") +
          node.op_type();
  if (version)
    text += ", version " + std::to_string(*version);
  return text + ")";
}
