//===- ProtoFile.h - Files of one protobuf message --------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_PROTOFILE_H
#define SCATTERND_LIB_ONNX_PROTOFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace google::protobuf {
class Message;
} // namespace google::protobuf

namespace mlir::scatternd {

/// Opens the file at `path`, `-` being standard input. Fails with
/// "PATH: REASON".
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> openFile(StringRef path);

/// The folder of the file at `path`; "." for standard input.
std::string getFolder(StringRef path);

/// Parses `file` as a message of the type of `message`; `what` names that ("an
/// ONNX model"). Fails, without the path, where it is none: also where a field
/// has a wire type that is not its own, which protobuf by itself passes over.
llvm::Error parseMessage(llvm::MemoryBufferRef file, StringRef what,
                         google::protobuf::Message &message);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_ONNX_PROTOFILE_H
