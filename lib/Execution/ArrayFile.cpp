//===- ArrayFile.cpp - Files of one array ---------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/ArrayFile.h"

#include "NarrowInteger.h"
#include "NpyHeader.h"
#include "ScatterND/Execution/Npy.h"
#include "ScatterND/ONNX/TensorData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

std::optional<ArrayFile> ArrayFile::parse(StringRef text) {
  StringRef path = text;
  if (path.consume_front("npy:"))
    return ArrayFile{Form::Npy, path.str()};
  if (path.consume_front("pb:"))
    return ArrayFile{Form::Tensor, path.str()};
  if (path.ends_with(".npy"))
    return ArrayFile{Form::Npy, path.str()};
  if (path.ends_with(".pb"))
    return ArrayFile{Form::Tensor, path.str()};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// TensorProto
//===----------------------------------------------------------------------===//

/// The array of `data`, without the path in errors.
static llvm::Expected<HostBuffer> toBuffer(const TensorData &data,
                                           ElementType type) {
  const DataType *expected = findDataTypeOf(type.getName());
  if (!expected || expected != data.type)
    return createStringError("expected elements of data type " +
                             (expected ? StringRef(expected->name) : "none") +
                             " (" + type.getName() + "), but got " +
                             data.type->name);
  llvm::Expected<HostBuffer> buffer = HostBuffer::create(type, data.shape);
  if (!buffer)
    return buffer;
  const HostView &view = buffer->getView();
  char *element = view.data;
  for (StringRef string : data.strings) {
    buffer->storeString(element, string);
    element += type.getByteSize();
  }
  llvm::copy(data.bytes, view.data);
  if (isNarrowInteger(type))
    if (llvm::Error error = narrowBytes(view, data.type->name == "UINT8"))
      return error;
  return buffer;
}

llvm::Expected<HostBuffer> mlir::scatternd::readArray(const ArrayFile &file,
                                                      ElementType type) {
  if (file.form == ArrayFile::Form::Npy)
    return readNpy(file.path, type);
  llvm::Expected<TensorData> data = readTensorFile(file.path);
  if (!data)
    return data.takeError();
  llvm::Expected<HostBuffer> buffer = toBuffer(*data, type);
  if (!buffer)
    return createStringError(file.path + ": " +
                             llvm::toString(buffer.takeError()));
  return buffer;
}

static llvm::Error writeTensor(raw_ostream &os, const HostView &view) {
  ElementType type = view.type;
  const DataType *dataType = findDataTypeOf(type.getName());
  if (!dataType)
    return createStringError("ONNX has no data type for " + type.getName());
  // The bytes of strings are elsewhere, and counted later.
  if (!type.isString())
    if (llvm::Error error = checkTensorFileSize(
            *dataType, view.shape, view.getNumElements() * type.getByteSize()))
      return error;
  // The view's elements may lie apart.
  llvm::Expected<HostBuffer> dense = HostBuffer::create(type, view.shape);
  if (!dense)
    return dense.takeError();
  copyElements(view, dense->getView());
  if (type.isString()) {
    SmallVector<StringRef> strings;
    const char *element = dense->getView().data;
    for (int64_t i = 0, n = view.getNumElements(); i < n; ++i)
      strings.push_back(
          ElementType::loadString(element + i * type.getByteSize()));
    return writeTensorFile(os, *dataType, view.shape, {}, strings);
  }
  MutableArrayRef<char> bytes(dense->getView().data,
                              dense->getView().getNumElements() *
                                  type.getByteSize());
  if (isNarrowInteger(type))
    for (char &byte : bytes)
      byte = widenByte(type, &byte);
  return writeTensorFile(os, *dataType, view.shape, bytes, {});
}

//===----------------------------------------------------------------------===//
// Either form
//===----------------------------------------------------------------------===//

llvm::Expected<ArrayHeader>
mlir::scatternd::readArrayHeader(const ArrayFile &file) {
  if (file.form == ArrayFile::Form::Tensor) {
    llvm::Expected<TensorData> data = readTensorFile(file.path);
    if (!data)
      return data.takeError();
    return ArrayHeader{data->type->mlirName.str(),
                       SmallVector<int64_t, 6>(data->shape)};
  }
  auto npy = llvm::MemoryBuffer::getFile(file.path, /*IsText=*/false,
                                         /*RequiresNullTerminator=*/false);
  if (!npy)
    return createStringError(file.path + ": " + npy.getError().message());
  llvm::Expected<NpyHeader> header = parseNpyHeader((*npy)->getBuffer());
  if (!header)
    return createStringError(file.path + ": " +
                             llvm::toString(header.takeError()));
  return ArrayHeader{getElementName(header->descr).str(), header->shape};
}

llvm::Error mlir::scatternd::writeArray(raw_ostream &os, ArrayFile::Form form,
                                        const HostView &view) {
  if (form == ArrayFile::Form::Tensor)
    return writeTensor(os, view);
  return writeNpy(os, view);
}
