//===- ArrayFile.h - Files of one array -------------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_ARRAYFILE_H
#define SCATTERND_EXECUTION_ARRAYFILE_H

#include "ScatterND/Execution/HostBuffer.h"

namespace mlir::scatternd {

/// A file of one array.
struct ArrayFile {
  /// NumPy's, or an ONNX TensorProto.
  enum class Form { Npy, Tensor };

  Form form;
  std::string path;

  /// What `text` names on a command line: a path that ends in `.npy` or `.pb`,
  /// or any path after `npy:` or `pb:`, such as that of a pipe. Nothing where
  /// it does not say the form.
  static std::optional<ArrayFile> parse(StringRef text);
};

/// Reads the array of `file` as a row-major array of `type`. A .npy file is
/// read as `readNpy` says. The data type of a TensorProto must be the one that
/// stands for `type`: INT32 for i32 and si32, INT64 for index, INT8 and UINT8
/// for narrower integers (each value in the type's range), and so on. Fails
/// with "PATH: REASON".
llvm::Expected<HostBuffer> readArray(const ArrayFile &file, ElementType type);

/// What a file says of its array.
struct ArrayHeader {
  /// MLIR's text for the element type; empty where several have that form.
  std::string element;
  SmallVector<int64_t, 6> shape;
};

/// Reads what the array of `file` is. Fails with "PATH: REASON".
llvm::Expected<ArrayHeader> readArrayHeader(const ArrayFile &file);

/// Writes `view` in a file's form. Fails where that form cannot hold it.
llvm::Error writeArray(raw_ostream &os, ArrayFile::Form form,
                       const HostView &view);

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_ARRAYFILE_H
