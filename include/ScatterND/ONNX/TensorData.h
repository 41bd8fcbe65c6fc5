//===- TensorData.h - Tensors of ONNX files ---------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_ONNX_TENSORDATA_H
#define SCATTERND_ONNX_TENSORDATA_H

#include "ScatterND/ONNX/DataType.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::scatternd {

/// The elements of a TensorProto in row-major order.
struct TensorData {
  const DataType *type;
  SmallVector<int64_t> shape;
  /// The product of `shape`.
  int64_t numElements;

  /// The elements as memory holds them (BOOL as bytes 0 and 1), aligned as
  /// the type says; of a type that is not STRING.
  ArrayRef<char> bytes;
  /// What holds `bytes`: memory, or a mapped file.
  std::shared_ptr<const void> owner;
  /// The elements of type STRING.
  std::vector<std::string> strings;
};

/// "FLOAT[2, 3]"; an extent of -1 or less as `?`.
std::string formatTensorType(StringRef type, ArrayRef<int64_t> shape);

/// Reads a file that holds one TensorProto, as ONNX's test data sets do; its
/// elements may be in another file of its folder. Fails with "PATH: REASON"
/// where the data type is not supported, an extent is negative, or the number
/// of elements or bytes is not what the shape needs. Nothing large is allocated
/// before that is known.
llvm::Expected<TensorData> readTensorFile(StringRef path);

/// As above, from memory; `file`'s identifier is the path for messages.
llvm::Expected<TensorData> parseTensorFile(llvm::MemoryBufferRef file,
                                           StringRef folder);

/// Fails where a TensorProto of `numBytes` bytes of elements would be longer
/// than protobuf allows.
llvm::Error checkTensorFileSize(const DataType &type, ArrayRef<int64_t> shape,
                                uint64_t numBytes);

/// Writes a TensorProto whose elements are `bytes` or, of type STRING,
/// `strings`. Fails where it would be longer than protobuf allows, 2 GiB.
llvm::Error writeTensorFile(raw_ostream &os, const DataType &type,
                            ArrayRef<int64_t> shape, ArrayRef<char> bytes,
                            ArrayRef<StringRef> strings);

} // namespace mlir::scatternd

#endif // SCATTERND_ONNX_TENSORDATA_H
