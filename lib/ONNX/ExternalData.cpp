//===- ExternalData.cpp - Elements in files of their own ------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"

#include "onnx/onnx_pb.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Whether `file` is below `folder`; both are real paths.
static bool isInside(StringRef file, StringRef folder) {
  return file.consume_front(folder) &&
         (file.empty() || folder.ends_with("/") || file.starts_with("/"));
}

llvm::Expected<std::shared_ptr<const llvm::MemoryBuffer>>
ExternalData::open(StringRef location) {
  auto refuse = [&](const Twine &reason) {
    return createStringError("external data '" + location + "': " + reason);
  };
  if (location.empty())
    return createStringError("external data has no location");
  // A path that is a C string would end there.
  if (location.contains('\0'))
    return refuse("expected a location without a NUL");
  if (path::is_absolute(location))
    return refuse("expected a path relative to the model's folder");
  SmallString<256> joined(folder);
  path::append(joined, location);
  SmallString<256> realFolder, realFile;
  if (std::error_code error =
          fs::real_path(folder.empty() ? StringRef(".") : folder, realFolder))
    return refuse(error.message());
  std::error_code error = fs::real_path(joined, realFile);
  // Also where nothing is there: a path that leaves the folder says nothing of
  // what is outside.
  SmallString<256> plain(location);
  path::remove_dots(plain, /*remove_dot_dot=*/true);
  bool leaves = *path::begin(plain) == ".." ||
                (!error && !isInside(realFile, realFolder));
  if (leaves)
    return refuse("leaves the model's folder");
  if (error)
    return refuse(error.message());
  fs::file_status status;
  if (std::error_code error = fs::status(realFile, status))
    return refuse(error.message());
  if (status.type() != fs::file_type::regular_file)
    return refuse("is not a regular file");

  std::shared_ptr<const llvm::MemoryBuffer> &opened = files[realFile];
  if (opened)
    return opened;
  auto file = llvm::MemoryBuffer::getFile(realFile, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return refuse(file.getError().message());
  opened = std::move(*file);
  return opened;
}

llvm::Expected<ExternalData::Slice>
ExternalData::find(const onnx::TensorProto &tensor, uint64_t size) {
  StringRef location;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
  llvm::StringMap<bool> seen;
  for (const onnx::StringStringEntryProto &entry : tensor.external_data()) {
    StringRef key = entry.key(), value = entry.value();
    if (!seen.try_emplace(key, true).second)
      return createStringError("external data has two values of '" + key + "'");
    uint64_t number = 0;
    if ((key == "offset" || key == "length") && value.getAsInteger(10, number))
      return createStringError("external data: expected " + key +
                               " to be a number of bytes, but got '" + value +
                               "'");
    if (key == "location")
      location = value;
    else if (key == "offset")
      offset = number;
    else if (key == "length")
      length = number;
  }
  if (length && *length != size)
    return createStringError("external data '" + location +
                             "': expected length to be " + Twine(size) +
                             ", but got " + Twine(*length));
  auto file = open(location);
  if (!file)
    return file.takeError();
  uint64_t fileSize = (*file)->getBufferSize();
  if (offset > fileSize || size > fileSize - offset)
    return createStringError("external data '" + location + "': expected " +
                             Twine(size) + " bytes at offset " + Twine(offset) +
                             ", but the file has " + Twine(fileSize) +
                             " bytes");
  return Slice{ArrayRef<char>((*file)->getBufferStart() + offset, size), *file};
}
