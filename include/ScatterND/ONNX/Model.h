//===- Model.h - An ONNX model in memory ------------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_ONNX_MODEL_H
#define SCATTERND_ONNX_MODEL_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>
#include <string>

namespace onnx {
class ModelProto;
} // namespace onnx

namespace mlir::scatternd {

/// Whether the name of a file ends as a model's does, with `.onnx` in any case.
inline bool isOnnxFile(StringRef path) {
  return path.ends_with_insensitive(".onnx");
}

/// A model as its file has it, and where that file is.
class Model {
public:
  /// Reads the model at `path` (`-` is standard input). External data is looked
  /// for in the file's folder. Fails with "PATH: REASON" where it is not a
  /// model with a graph.
  static llvm::Expected<Model> read(StringRef path);

  /// As above, from memory; `file`'s identifier is the path for messages.
  static llvm::Expected<Model> parse(llvm::MemoryBufferRef file,
                                     StringRef folder);

  Model(Model &&);
  ~Model();

  onnx::ModelProto &getProto() { return *proto; }
  StringRef getPath() const { return path; }
  StringRef getFolder() const { return folder; }

private:
  Model(std::unique_ptr<onnx::ModelProto> proto, StringRef path,
        StringRef folder);

  std::unique_ptr<onnx::ModelProto> proto;
  std::string path;
  std::string folder;
};

} // namespace mlir::scatternd

#endif // SCATTERND_ONNX_MODEL_H
