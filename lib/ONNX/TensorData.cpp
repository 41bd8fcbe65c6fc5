//===- TensorData.cpp - Tensors of ONNX files -----------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/ONNX/TensorData.h"

#include "ExternalData.h"
#include "ProtoFile.h"
#include "TensorElements.h"
#include "onnx/onnx_pb.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

llvm::Expected<TensorData>
mlir::scatternd::parseTensorFile(llvm::MemoryBufferRef file, StringRef folder) {
  auto parse = [&]() -> llvm::Expected<TensorData> {
    onnx::TensorProto tensor;
    if (llvm::Error error = parseMessage(file, "an ONNX tensor", tensor))
      return error;
    ExternalData external(folder);
    return takeElements(tensor, external);
  };
  llvm::Expected<TensorData> data = parse();
  if (!data)
    return createStringError(file.getBufferIdentifier() + ": " +
                             llvm::toString(data.takeError()));
  return data;
}

llvm::Expected<TensorData> mlir::scatternd::readTensorFile(StringRef path) {
  auto file = openFile(path);
  if (!file)
    return file.takeError();
  return parseTensorFile(llvm::MemoryBufferRef((*file)->getBuffer(), path),
                         getFolder(path));
}

llvm::Error mlir::scatternd::checkTensorFileSize(const DataType &type,
                                                 ArrayRef<int64_t> shape,
                                                 uint64_t numBytes) {
  // The longest that the fields beside the elements can be is far less.
  constexpr uint64_t reserve = 1 << 20;
  if (numBytes <= std::numeric_limits<int>::max() - reserve)
    return llvm::Error::success();
  return createStringError(formatTensorType(type.name, shape) +
                           " does not fit the 2 GiB of a protobuf message");
}

llvm::Error mlir::scatternd::writeTensorFile(raw_ostream &os,
                                             const DataType &type,
                                             ArrayRef<int64_t> shape,
                                             ArrayRef<char> bytes,
                                             ArrayRef<StringRef> strings) {
  uint64_t size = bytes.size();
  for (StringRef string : strings)
    size += string.size() + 10;
  if (llvm::Error error = checkTensorFileSize(type, shape, size))
    return error;
  onnx::TensorProto tensor;
  tensor.set_data_type(type.number);
  for (int64_t extent : shape)
    tensor.add_dims(extent);
  if (type.isString())
    for (StringRef string : strings)
      tensor.add_string_data(string.data(), string.size());
  else
    tensor.set_raw_data(bytes.data(), bytes.size());
  os << tensor.SerializeAsString();
  return llvm::Error::success();
}
