//===- PartialType.h - What is known of a value's type ----------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_PARTIALTYPE_H
#define SCATTERND_LIB_ONNX_PARTIALTYPE_H

#include "ScatterND/ONNX/DataType.h"
#include <optional>
#include <string>

namespace onnx {
class TypeProto;
} // namespace onnx

namespace mlir {
class RankedTensorType;

namespace scatternd {

/// What is known of a tensor's type. An extent that is not known is
/// ShapedType::kDynamic.
struct PartialType {
  const DataType *element = nullptr;
  std::optional<SmallVector<int64_t>> shape;

  bool isComplete() const { return element && shape; }
  bool operator==(const PartialType &other) const {
    return element == other.element && shape == other.shape;
  }

  /// "FLOAT[2, ?]", "FLOAT of unknown rank".
  std::string format() const;

  /// The MLIR type, once it is complete.
  RankedTensorType toTensorType(MLIRContext *context) const;
};

/// The type that a model declares. Fails where it is no tensor's, or where an
/// extent is negative or the extents overflow.
llvm::Expected<PartialType> readType(const onnx::TypeProto &type);

/// Takes what `from` knows more than `to` into `to`. Where the two disagree,
/// `to` stays.
void refine(PartialType &to, const PartialType &from);

/// Whether two types can be one value's: what both know is the same.
bool agree(const PartialType &a, const PartialType &b);

/// Derives what the types of a scatter's (or gather's) operands say of each
/// other: the element type by C4, ranks by C6, extents by C6 to C9.
/// Disagreements stay, for the verifier to word.
void deriveOperandTypes(PartialType &data, PartialType &indices,
                        PartialType &slices, int64_t batchDims);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_ONNX_PARTIALTYPE_H
