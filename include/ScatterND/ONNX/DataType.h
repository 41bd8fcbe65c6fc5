//===- DataType.h - ONNX's element types ------------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_ONNX_DATATYPE_H
#define SCATTERND_ONNX_DATATYPE_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlir::scatternd {

/// An element type of ONNX that this project has: the 16 of the ScatterND page
/// and the float8 ones.
struct DataType {
  /// TensorProto.DataType's number.
  int32_t number;
  /// TensorProto.DataType's name, "FLOAT16".
  StringLiteral name;
  /// MLIR's text for the type that stands for it, "f16".
  StringLiteral mlirName;
  /// Bytes of one element in `raw_data` and in memory. For a string: of what
  /// refers to its bytes in memory, as files hold those elsewhere.
  unsigned byteSize;

  /// What the address of `byteSize` bytes of elements is a multiple of.
  unsigned getAlignment() const { return byteSize < 8 ? byteSize : 8; }

  bool isString() const;
  bool isBool() const;
};

/// The type of TensorProto.DataType's `number`. Fails, naming the type, where
/// it is one that is not supported or no number of ONNX's.
llvm::Expected<const DataType *> findDataType(int32_t number);

/// The type whose elements are held as those of MLIR's type `mlirName` are, or
/// null: INT32 for `i32` and `si32`, INT64 for `index`, INT8 for integers
/// narrower than a byte (UINT8 for unsigned ones).
const DataType *findDataTypeOf(StringRef mlirName);

/// The MLIR type of elements. The scatternd dialect must be loaded.
Type getElementType(const DataType &type, MLIRContext *context);

} // namespace mlir::scatternd

#endif // SCATTERND_ONNX_DATATYPE_H
