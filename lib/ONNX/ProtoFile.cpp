//===- ProtoFile.cpp - Files of one protobuf message ----------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProtoFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/unknown_field_set.h>
#include <limits>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;
namespace pb = google::protobuf;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::scatternd::openFile(StringRef path) {
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) &&
      (status.type() == llvm::sys::fs::file_type::character_file ||
       status.type() == llvm::sys::fs::file_type::block_file))
    return createStringError(path + ": is a device, which may have no end");
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError(path + ": " + file.getError().message());
  return std::move(*file);
}

std::string mlir::scatternd::getFolder(StringRef path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

static StringRef getName(pb::UnknownField::Type type) {
  switch (type) {
  case pb::UnknownField::TYPE_VARINT:
    return "a varint";
  case pb::UnknownField::TYPE_FIXED32:
    return "32 bits";
  case pb::UnknownField::TYPE_FIXED64:
    return "64 bits";
  case pb::UnknownField::TYPE_LENGTH_DELIMITED:
    return "bytes of some length";
  case pb::UnknownField::TYPE_GROUP:
    return "a group";
  }
  return "something else";
}

/// Looks for a field that protobuf kept as unknown though its number is known.
/// The messages are nested less deeply than protobuf's parser allows.
static llvm::Error checkWireTypes(const pb::Message &message) {
  const pb::Descriptor *descriptor = message.GetDescriptor();
  const pb::Reflection *reflection = message.GetReflection();
  const pb::UnknownFieldSet &unknown = reflection->GetUnknownFields(message);
  for (int i = 0; i < unknown.field_count(); ++i) {
    const pb::FieldDescriptor *field =
        descriptor->FindFieldByNumber(unknown.field(i).number());
    // A value that an enum does not have is one of a newer version.
    if (!field || (field->type() == pb::FieldDescriptor::TYPE_ENUM &&
                   unknown.field(i).type() == pb::UnknownField::TYPE_VARINT))
      continue;
    return createStringError(
        "expected " + StringRef(descriptor->name()) + "." + field->name() +
        " to be of type " + field->type_name() + ", but got " +
        getName(static_cast<pb::UnknownField::Type>(unknown.field(i).type())));
  }

  std::vector<const pb::FieldDescriptor *> fields;
  reflection->ListFields(message, &fields);
  for (const pb::FieldDescriptor *field : fields) {
    if (field->cpp_type() != pb::FieldDescriptor::CPPTYPE_MESSAGE)
      continue;
    bool isRepeated = field->is_repeated();
    int size = isRepeated ? reflection->FieldSize(message, field) : 1;
    for (int i = 0; i < size; ++i)
      if (llvm::Error error = checkWireTypes(
              isRepeated ? reflection->GetRepeatedMessage(message, field, i)
                         : reflection->GetMessage(message, field)))
        return error;
  }
  return llvm::Error::success();
}

llvm::Error mlir::scatternd::parseMessage(llvm::MemoryBufferRef file,
                                          StringRef what,
                                          pb::Message &message) {
  if (file.getBufferSize() == 0)
    return createStringError("is empty, expected " + what);
  if (file.getBufferSize() > std::numeric_limits<int>::max())
    return createStringError(
        "has " + Twine(file.getBufferSize()) +
        " bytes, more than the 2 GiB of a protobuf message; larger models keep "
        "their initializers in external data");
  // The message below says all that protobuf's own would.
  pb::LogSilencer silencer;
  if (!message.ParseFromArray(file.getBufferStart(), file.getBufferSize()))
    return createStringError("is not " + what + ", or is damaged");
  if (llvm::Error error = checkWireTypes(message))
    return createStringError("is not " + what + ": " +
                             llvm::toString(std::move(error)));
  return llvm::Error::success();
}
