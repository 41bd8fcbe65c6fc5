//===- ExternalData.h - Elements in files of their own ----------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_EXTERNALDATA_H
#define SCATTERND_LIB_ONNX_EXTERNALDATA_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace onnx {
class TensorProto;
} // namespace onnx

namespace mlir::scatternd {

/// The files beside a model that hold elements of its tensors. Each is mapped
/// once, and read where somebody looks.
class ExternalData {
public:
  /// `folder` is the model's. No file outside it is opened, whichever way a
  /// location or a link leads there.
  explicit ExternalData(StringRef folder) : folder(folder.str()) {}

  struct Slice {
    ArrayRef<char> bytes;
    std::shared_ptr<const llvm::MemoryBuffer> file;
  };

  /// The `size` bytes that the `external_data` of `tensor` stands for.
  llvm::Expected<Slice> find(const onnx::TensorProto &tensor, uint64_t size);

private:
  llvm::Expected<std::shared_ptr<const llvm::MemoryBuffer>>
  open(StringRef location);

  std::string folder;
  /// By their real paths.
  llvm::StringMap<std::shared_ptr<const llvm::MemoryBuffer>> files;
};

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_ONNX_EXTERNALDATA_H
