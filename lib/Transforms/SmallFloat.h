//===- SmallFloat.h - Floats of 8 and 16 bits by integer code ---*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_SMALLFLOAT_H
#define SCATTERND_LIB_TRANSFORMS_SMALLFLOAT_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir {
namespace scatternd {

/// bf16, or an 8-bit float that has a sign. LLVM has no types for the latter,
/// and must not see a conversion to bf16: it becomes an instruction that
/// flushes subnormals, or a call of a function that is not everywhere. So both
/// are computed with in f32, and converted by code on integers.
///
/// f32 has more than twice the precision of each, plus two bits, so that a sum
/// or a product that is rounded to f32 first has the bits of one rounding.
class SmallFloat {
public:
  /// Nothing where `type` is another type, such as f16, which LLVM gets right.
  static std::optional<SmallFloat> get(Type type);

  /// The integer type of its bits.
  IntegerType getBitsType() const;

  /// Values of the format's bits, integers or vectors of them, in f32.
  Value decode(OpBuilder &builder, Location loc, Value bits) const;

  /// The bits nearest to `value`, of f32 or a vector of it: ties to even,
  /// subnormals kept, and what is too large as LLVM's APFloat has it (an
  /// infinity, or a NaN where the format has no infinity).
  Value encode(OpBuilder &builder, Location loc, Value value) const;

private:
  explicit SmallFloat(FloatType type)
      : type(type), semantics(type.getFloatSemantics()),
        width(type.getWidth()) {}

  Type type;
  std::reference_wrapper<const llvm::fltSemantics> semantics;
  unsigned width;
};

/// `value`, of f64 or a vector of it, in f32, such that rounding the result to
/// a small float has the bits of rounding `value`: to odd where it is not
/// exact.
Value buildRoundToOdd(OpBuilder &builder, Location loc, Value value);

/// The type `element`, or a vector of it where `like` is a vector.
Type getTypeLike(Type like, Type element);

/// A constant integer of `type`, or the vector of it.
Value buildInteger(OpBuilder &builder, Location loc, Type type, int64_t value);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_SMALLFLOAT_H
