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

/// Whether the name of a file ends as those of arrays do: `.npy`, or `.pb` for
/// an ONNX TensorProto.
bool isArrayFile(StringRef path);

/// Reads the array at `path` as a row-major array of `type`. A .npy file is
/// read as `readNpy` says. The data type of a TensorProto must be the one that
/// stands for `type`: INT32 for i32 and si32, INT64 for index, INT8 and UINT8
/// for narrower integers (each value in the type's range), and so on. Fails
/// with "PATH: REASON".
llvm::Expected<HostBuffer> readArray(StringRef path, ElementType type);

/// What a file says of its array.
struct ArrayHeader {
  /// MLIR's text for the element type; empty where several have that form.
  std::string element;
  SmallVector<int64_t, 6> shape;
};

/// Reads what the array at `path` is. Fails with "PATH: REASON".
llvm::Expected<ArrayHeader> readArrayHeader(StringRef path);

/// Writes `view` in the form that the ending of `path` says. Fails where that
/// form cannot hold it.
llvm::Error writeArray(raw_ostream &os, StringRef path, const HostView &view);

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_ARRAYFILE_H
