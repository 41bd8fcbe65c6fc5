//===- Constants.cpp - Constants of a model -------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"

#include "ExternalData.h"
#include "Node.h"
#include "TensorElements.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "onnx/onnx_pb.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;
using onnx::AttributeProto;
using onnx::TensorProto;

//===----------------------------------------------------------------------===//
// Constant nodes
//===----------------------------------------------------------------------===//

/// Takes the value of a Constant's attribute as a tensor: of rank 1 where the
/// attribute is a list, of rank 0 where it is one value.
static llvm::Error toTensor(AttributeProto &attribute, TensorProto &tensor) {
  StringRef name = attribute.name();
  AttributeProto::AttributeType expected;
  if (name == "value") {
    expected = AttributeProto::TENSOR;
    tensor.Swap(attribute.mutable_t());
  } else if (name == "value_float" || name == "value_floats") {
    expected =
        name.back() == 's' ? AttributeProto::FLOATS : AttributeProto::FLOAT;
    tensor.set_data_type(TensorProto::FLOAT);
    *tensor.mutable_float_data() = attribute.floats();
    if (expected == AttributeProto::FLOAT)
      tensor.add_float_data(attribute.f());
  } else if (name == "value_int" || name == "value_ints") {
    expected = name.back() == 's' ? AttributeProto::INTS : AttributeProto::INT;
    tensor.set_data_type(TensorProto::INT64);
    *tensor.mutable_int64_data() = attribute.ints();
    if (expected == AttributeProto::INT)
      tensor.add_int64_data(attribute.i());
  } else if (name == "value_string" || name == "value_strings") {
    expected =
        name.back() == 's' ? AttributeProto::STRINGS : AttributeProto::STRING;
    tensor.set_data_type(TensorProto::STRING);
    *tensor.mutable_string_data() = attribute.strings();
    if (expected == AttributeProto::STRING)
      tensor.add_string_data(attribute.s());
  } else if (name == "sparse_value") {
    return createStringError("sparse constants are not supported");
  } else {
    return createStringError("attribute '" + name + "' is not known");
  }
  if (llvm::Error error = checkAttributeType(attribute, expected))
    return error;
  if (name.back() == 's')
    tensor.add_dims(tensor.float_data_size() + tensor.int64_data_size() +
                    tensor.string_data_size());
  return llvm::Error::success();
}

llvm::Expected<TensorData> mlir::scatternd::takeConstantValue(
    onnx::NodeProto &node, int64_t operatorSetVersion, ExternalData &external) {
  constexpr int64_t plainValuesSince = 12;
  if (node.attribute_size() != 1)
    return createStringError("expected 1 attribute, but got " +
                             Twine(node.attribute_size()));
  AttributeProto &attribute = *node.mutable_attribute(0);
  if (attribute.name() != "value" && attribute.name() != "sparse_value" &&
      operatorSetVersion < plainValuesSince)
    return createStringError("attribute '" + attribute.name() +
                             "' exists since version " +
                             Twine(plainValuesSince));
  if (!attribute.ref_attr_name().empty())
    return createStringError("attribute '" + attribute.name() +
                             "' is a parameter of the model's function");
  TensorProto tensor;
  if (llvm::Error error = toTensor(attribute, tensor))
    return error;
  return takeElements(tensor, external);
}

PartialType mlir::scatternd::getConstantType(const onnx::NodeProto &node) {
  if (node.attribute_size() != 1)
    return {};
  const AttributeProto &attribute = node.attribute(0);
  // The value is given where the function is called.
  bool isParameter = !attribute.ref_attr_name().empty();
  auto plain = [&](int32_t type, SmallVector<int64_t> shape) {
    if (isParameter)
      llvm::fill(shape, ShapedType::kDynamic);
    return PartialType{llvm::cantFail(findDataType(type)), std::move(shape)};
  };
  switch (attribute.type()) {
  case AttributeProto::TENSOR:
    return isParameter ? PartialType() : getType(attribute.t());
  case AttributeProto::FLOAT:
    return plain(TensorProto::FLOAT, {});
  case AttributeProto::FLOATS:
    return plain(TensorProto::FLOAT, {attribute.floats_size()});
  case AttributeProto::INT:
    return plain(TensorProto::INT64, {});
  case AttributeProto::INTS:
    return plain(TensorProto::INT64, {attribute.ints_size()});
  case AttributeProto::STRING:
    return plain(TensorProto::STRING, {});
  case AttributeProto::STRINGS:
    return plain(TensorProto::STRING, {attribute.strings_size()});
  default:
    return {};
  }
}

PartialType mlir::scatternd::getType(const onnx::TensorProto &tensor) {
  llvm::Expected<const DataType *> element = findDataType(tensor.data_type());
  SmallVector<int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  if (!element) {
    llvm::consumeError(element.takeError());
    return {};
  }
  if (auto count = countElements(**element, shape); !count) {
    llvm::consumeError(count.takeError());
    return {};
  }
  return {*element, std::move(shape)};
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

PartialType mlir::scatternd::getType(const TensorData &data) {
  return {data.type, data.shape};
}

ElementsAttr mlir::scatternd::makeAttribute(TensorData data, StringRef name,
                                            MLIRContext *context) {
  // A few elements read better where they are used, and fold.
  constexpr int64_t maxInlineElements = 16;
  RankedTensorType type = getType(data).toTensorType(context);
  if (data.type->isString()) {
    SmallVector<StringRef> strings(data.strings.begin(), data.strings.end());
    return DenseStringElementsAttr::get(type, strings);
  }
  if (data.numElements <= maxInlineElements) {
    if (!data.type->isBool())
      return DenseElementsAttr::getFromRawBuffer(type, data.bytes);
    SmallVector<bool> bits(data.bytes.begin(), data.bytes.end());
    return DenseElementsAttr::get(type, bits);
  }
  AsmResourceBlob blob(
      data.bytes, data.type->getAlignment(),
      [owner = std::move(data.owner)](void *, size_t, size_t) {},
      /*dataIsMutable=*/false);
  return DenseResourceElementsAttr::get(type, name, std::move(blob));
}
