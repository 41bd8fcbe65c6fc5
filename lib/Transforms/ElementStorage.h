//===- ElementStorage.h - What elements are in memory -----------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_ELEMENTSTORAGE_H
#define SCATTERND_LIB_TRANSFORMS_ELEMENTSTORAGE_H

#include "ScatterND/IR/ScatterND.h"
#include "SmallFloat.h"

namespace mlir {
namespace scatternd {

/// What the lowering does with an element, from its type.
enum class ElementKind {
  /// Wraps around; compared by signedness.
  Integer,
  /// One byte, 0 or 1.
  Boolean,
  Float,
  /// bf16 or an 8-bit float, held as its bits.
  SmallFloat,
  Complex,
  /// Only moved.
  Bits,
};

/// The type that loads and stores of an element use, and what it stands for.
struct ElementStorage {
  /// A type that arith takes and that occupies the same bytes.
  Type type;
  ElementKind kind;
  bool isUnsigned = false;
  /// Bytes from one element to the next; 0 where nobody says.
  int64_t bytes = 0;
  /// What the bits of a small float mean.
  std::optional<SmallFloat> format = std::nullopt;

  /// Whether a vector of `type` lies in memory as its elements do. There are no
  /// vectors of complex numbers, nor of strings.
  bool isVectorizable() const {
    return bytes > 0 && VectorType::isValidElementType(type);
  }
};

/// The storage of `element` in an op with `reduction`, or failure where the
/// lowering does not support it.
FailureOr<ElementStorage> getElementStorage(Type element, Reduction reduction);

/// `memref` with elements of type `storage`, which occupy the same bytes. The
/// cast vanishes in the conversion to LLVM, where both are the same descriptor.
Value castToStorage(OpBuilder &builder, Location loc, Value memref,
                    Type storage);

/// Combines two elements, or two vectors of elements, as the contract's point 5
/// says; every step rounds to the element type.
Value combine(OpBuilder &builder, Location loc, Reduction reduction,
              const ElementStorage &storage, Value data, Value update);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_ELEMENTSTORAGE_H
