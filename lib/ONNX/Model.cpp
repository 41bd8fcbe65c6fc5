//===- Model.cpp - An ONNX model in memory --------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/ONNX/Model.h"

#include "ProtoFile.h"
#include "onnx/onnx_pb.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

Model::Model(std::unique_ptr<onnx::ModelProto> proto, StringRef path,
             StringRef folder)
    : proto(std::move(proto)), path(path.str()), folder(folder.str()) {}
Model::Model(Model &&) = default;
Model::~Model() = default;

llvm::Expected<Model> Model::parse(llvm::MemoryBufferRef file,
                                   StringRef folder) {
  auto proto = std::make_unique<onnx::ModelProto>();
  StringRef path = file.getBufferIdentifier();
  if (llvm::Error error = parseMessage(file, "an ONNX model", *proto))
    return createStringError(path + ": " + llvm::toString(std::move(error)));
  if (!proto->has_graph())
    return createStringError(path + ": is not an ONNX model: it has no graph");
  return Model(std::move(proto), path, folder);
}

llvm::Expected<Model> Model::read(StringRef path) {
  auto file = openFile(path);
  if (!file)
    return file.takeError();
  return parse(llvm::MemoryBufferRef((*file)->getBuffer(),
                                     path == "-" ? "<stdin>" : path),
               scatternd::getFolder(path));
}
