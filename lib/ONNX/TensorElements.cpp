//===- TensorElements.cpp - A TensorProto's elements ----------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorElements.h"

#include "ExternalData.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

static_assert(llvm::endianness::native == llvm::endianness::little,
              "raw_data is used as it lies in memory");

std::string mlir::scatternd::formatTensorType(StringRef type,
                                              ArrayRef<int64_t> shape) {
  std::string text = type.str() + "[";
  for (auto [i, extent] : llvm::enumerate(shape))
    text += (i == 0 ? "" : ", ") +
            (extent < 0 ? std::string("?") : std::to_string(extent));
  return text + "]";
}

llvm::Error mlir::scatternd::checkRank(int64_t rank) {
  if (rank <= maxRank)
    return llvm::Error::success();
  return createStringError("expected a rank of at most " + Twine(maxRank) +
                           ", but got " + Twine(rank));
}

llvm::Expected<int64_t>
mlir::scatternd::countElements(const DataType &type, ArrayRef<int64_t> shape) {
  if (llvm::Error error = checkRank(shape.size()))
    return error;
  for (auto [i, extent] : llvm::enumerate(shape))
    if (extent < 0)
      return createStringError("expected dimension " + Twine(i) +
                               " to be 0 or more, but got " + Twine(extent));
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<int64_t> bytes = type.byteSize;
  for (int64_t extent : shape)
    bytes = bytes ? llvm::checkedMul(*bytes, extent) : std::nullopt;
  if (!bytes)
    return createStringError(formatTensorType(type.name, shape) +
                             " has more bytes than 64 bits count");
  return *bytes / type.byteSize;
}

namespace {
/// A typed field of TensorProto: elements that are not raw bytes.
struct TypedField {
  StringLiteral name;
  int size;
};
} // namespace

static SmallVector<TypedField> getTypedFields(const onnx::TensorProto &tensor) {
  return {{"float_data", tensor.float_data_size()},
          {"int32_data", tensor.int32_data_size()},
          {"string_data", tensor.string_data_size()},
          {"int64_data", tensor.int64_data_size()},
          {"double_data", tensor.double_data_size()},
          {"uint64_data", tensor.uint64_data_size()}};
}

/// The typed field that ONNX has for elements of `type`.
static StringRef getFieldName(const DataType &type) {
  using onnx::TensorProto;
  switch (type.number) {
  case TensorProto::FLOAT:
  case TensorProto::COMPLEX64:
    return "float_data";
  case TensorProto::DOUBLE:
  case TensorProto::COMPLEX128:
    return "double_data";
  case TensorProto::INT64:
    return "int64_data";
  case TensorProto::UINT32:
  case TensorProto::UINT64:
    return "uint64_data";
  case TensorProto::STRING:
    return "string_data";
  default:
    return "int32_data";
  }
}

/// Memory for `size` bytes, and what keeps it.
static char *allocate(TensorData &data, size_t size) {
  // operator new's alignment suits every type here.
  std::shared_ptr<char[]> memory(new char[size]);
  data.bytes = ArrayRef<char>(memory.get(), size);
  char *bytes = memory.get();
  data.owner = std::move(memory);
  return bytes;
}

/// Copies values whose representation is that of the elements.
template <typename T>
static void copyField(TensorData &data,
                      const google::protobuf::RepeatedField<T> &field) {
  ArrayRef<char> from(reinterpret_cast<const char *>(field.data()),
                      field.size() * sizeof(T));
  llvm::copy(from, allocate(data, from.size()));
}

/// Copies values of which each holds an element of fewer bits: its value, or
/// the bits of a float as an unsigned number.
template <typename T>
static llvm::Error
narrowField(TensorData &data, const google::protobuf::RepeatedField<T> &field) {
  unsigned size = data.type->byteSize;
  char *bytes = allocate(data, field.size() * size);
  bool isSigned = StringRef(data.type->name).starts_with("INT");
  for (auto [i, value] : llvm::enumerate(field)) {
    bool fits = isSigned
                    ? llvm::isIntN(8 * size, static_cast<int64_t>(value))
                    : llvm::isUIntN(8 * size, static_cast<uint64_t>(value));
    if (!fits)
      return createStringError("element " + Twine(i) + " is " +
                               std::to_string(value) + ", which is no " +
                               data.type->name);
    // Little-endian: the low bytes come first.
    std::memcpy(bytes + i * size, &value, size);
  }
  return llvm::Error::success();
}

/// Takes the elements from their typed field, whose size has been checked.
static llvm::Error takeTyped(TensorData &data, onnx::TensorProto &tensor) {
  using onnx::TensorProto;
  switch (data.type->number) {
  case TensorProto::FLOAT:
  case TensorProto::COMPLEX64:
    copyField(data, tensor.float_data());
    return llvm::Error::success();
  case TensorProto::DOUBLE:
  case TensorProto::COMPLEX128:
    copyField(data, tensor.double_data());
    return llvm::Error::success();
  case TensorProto::INT32:
    copyField(data, tensor.int32_data());
    return llvm::Error::success();
  case TensorProto::INT64:
    copyField(data, tensor.int64_data());
    return llvm::Error::success();
  case TensorProto::UINT64:
    copyField(data, tensor.uint64_data());
    return llvm::Error::success();
  case TensorProto::UINT32:
    return narrowField(data, tensor.uint64_data());
  case TensorProto::STRING:
    data.strings.reserve(tensor.string_data_size());
    for (std::string &string : *tensor.mutable_string_data())
      data.strings.push_back(std::move(string));
    return llvm::Error::success();
  case TensorProto::BOOL: {
    char *bytes = allocate(data, tensor.int32_data_size());
    for (int32_t value : tensor.int32_data())
      *bytes++ = value != 0;
    return llvm::Error::success();
  }
  default:
    return narrowField(data, tensor.int32_data());
  }
}

/// Makes the bytes those that memory holds: aligned, and 0 or 1 for BOOL.
static void normalize(TensorData &data) {
  bool isAligned = llvm::isAddrAligned(llvm::Align(data.type->getAlignment()),
                                       data.bytes.data());
  bool isClean = !data.type->isBool() || llvm::all_of(data.bytes, [](char c) {
    return c == 0 || c == 1;
  });
  if (isAligned && isClean)
    return;
  ArrayRef<char> from = data.bytes;
  std::shared_ptr<const void> owner = data.owner;
  char *to = allocate(data, from.size());
  if (data.type->isBool())
    llvm::transform(from, to, [](char c) { return c != 0; });
  else
    llvm::copy(from, to);
}

llvm::Expected<TensorData>
mlir::scatternd::takeElements(onnx::TensorProto &tensor,
                              ExternalData &external) {
  if (tensor.data_type() == onnx::TensorProto::UNDEFINED)
    return createStringError("the tensor has no data type (UNDEFINED)");
  llvm::Expected<const DataType *> type = findDataType(tensor.data_type());
  if (!type)
    return type.takeError();
  TensorData data{*type, {}, 0, {}, nullptr, {}};
  data.shape.assign(tensor.dims().begin(), tensor.dims().end());
  llvm::Expected<int64_t> numElements = countElements(**type, data.shape);
  if (!numElements)
    return numElements.takeError();
  data.numElements = *numElements;
  if (tensor.has_segment())
    return createStringError("segments of tensors are not supported");
  std::string text = formatTensorType((*type)->name, data.shape);
  uint64_t numBytes = data.numElements * (*type)->byteSize;

  bool isExternal = tensor.data_location() == onnx::TensorProto::EXTERNAL;
  bool isRaw = !tensor.raw_data().empty();
  StringRef fieldName = getFieldName(**type);
  int fieldSize = 0;
  for (TypedField field : getTypedFields(tensor)) {
    if (field.size == 0)
      continue;
    if (isExternal || isRaw)
      return createStringError(
          "has " + Twine(isExternal ? "external data" : "raw_data") + " and " +
          field.name);
    if (field.name != fieldName)
      return createStringError(text + ": expected elements in " + fieldName +
                               " or raw_data, but got " + field.name);
    fieldSize = field.size;
  }
  if (isExternal && isRaw)
    return createStringError("has external data and raw_data");
  if ((isExternal || isRaw) && (*type)->isString())
    return createStringError(text + ": expected strings in string_data");

  if (isExternal) {
    llvm::Expected<ExternalData::Slice> slice = external.find(tensor, numBytes);
    if (!slice)
      return slice.takeError();
    data.bytes = slice->bytes;
    data.owner = std::move(slice->file);
    normalize(data);
    return data;
  }
  if (isRaw) {
    if (tensor.raw_data().size() != numBytes)
      return createStringError("expected raw_data of " + text + " to have " +
                               Twine(numBytes) + " bytes, but got " +
                               Twine(tensor.raw_data().size()));
    auto bytes = std::shared_ptr<std::string>(tensor.release_raw_data());
    data.bytes = ArrayRef<char>(bytes->data(), bytes->size());
    data.owner = std::move(bytes);
    normalize(data);
    return data;
  }
  bool isComplex = StringRef((*type)->name).starts_with("COMPLEX");
  // In 64 bits: there are few enough elements for the bytes to be counted so.
  int64_t numValues = data.numElements * (isComplex ? 2 : 1);
  if (fieldSize != numValues)
    return createStringError("expected " + fieldName + " of " + text +
                             " to have " + Twine(numValues) +
                             " values, but got " + Twine(fieldSize) +
                             (fieldSize == 0 ? ", and no raw_data" : ""));
  if (llvm::Error error = takeTyped(data, tensor))
    return error;
  return data;
}
