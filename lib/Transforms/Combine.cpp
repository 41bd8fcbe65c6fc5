//===- Combine.cpp - What a reduction computes ----------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::scatternd;

/// `element`, or a vector of it where `like` is a vector.
static Type withElement(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

static Value constant(OpBuilder &builder, Location loc, Type type,
                      int64_t value) {
  TypedAttr attr = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return arith::ConstantOp::create(builder, loc, attr);
}

static Value combineIntegers(OpBuilder &builder, Location loc,
                             Reduction reduction, bool isUnsigned, Value data,
                             Value update) {
  switch (reduction) {
  case Reduction::None:
    return update;
  case Reduction::Add:
    return arith::AddIOp::create(builder, loc, data, update);
  case Reduction::Mul:
    return arith::MulIOp::create(builder, loc, data, update);
  case Reduction::Max:
    if (isUnsigned)
      return arith::MaxUIOp::create(builder, loc, data, update);
    return arith::MaxSIOp::create(builder, loc, data, update);
  case Reduction::Min:
    if (isUnsigned)
      return arith::MinUIOp::create(builder, loc, data, update);
    return arith::MinSIOp::create(builder, loc, data, update);
  }
  llvm_unreachable("unknown reduction");
}

static Value combineBooleans(OpBuilder &builder, Location loc,
                             Reduction reduction, Value data, Value update) {
  if (reduction == Reduction::Add || reduction == Reduction::Max)
    return arith::OrIOp::create(builder, loc, data, update);
  return arith::AndIOp::create(builder, loc, data, update);
}

static Value combineFloats(OpBuilder &builder, Location loc,
                           Reduction reduction, Value data, Value update) {
  switch (reduction) {
  case Reduction::None:
    return update;
  case Reduction::Add:
    return arith::AddFOp::create(builder, loc, data, update);
  case Reduction::Mul:
    return arith::MulFOp::create(builder, loc, data, update);
  case Reduction::Max:
    // Propagates NaN and orders -0 below +0, as the contract wants.
    return arith::MaximumFOp::create(builder, loc, data, update);
  case Reduction::Min:
    return arith::MinimumFOp::create(builder, loc, data, update);
  }
  llvm_unreachable("unknown reduction");
}

/// Computes in f32 and rounds to nearest even by hand. f32 has more than twice
/// bf16's precision, so rounding twice gives the bits of rounding once.
static Value combineBFloat16(OpBuilder &builder, Location loc,
                             Reduction reduction, Value data, Value update) {
  Type i16 = data.getType();
  Type i32 = withElement(i16, builder.getI32Type());
  Type f32 = withElement(i16, builder.getF32Type());
  Value sixteen = constant(builder, loc, i32, 16);
  auto extend = [&](Value bits) -> Value {
    Value wide = arith::ExtUIOp::create(builder, loc, i32, bits);
    wide = arith::ShLIOp::create(builder, loc, wide, sixteen);
    return arith::BitcastOp::create(builder, loc, f32, wide);
  };
  Value result =
      combineFloats(builder, loc, reduction, extend(data), extend(update));
  Value bits = arith::BitcastOp::create(builder, loc, i32, result);
  Value high = arith::ShRUIOp::create(builder, loc, bits, sixteen);
  if (reduction == Reduction::Max || reduction == Reduction::Min)
    // One of the two: its low bits are zeros.
    return arith::TruncIOp::create(builder, loc, i16, high);

  Value odd =
      arith::AndIOp::create(builder, loc, high, constant(builder, loc, i32, 1));
  Value rounded = arith::AddIOp::create(
      builder, loc, bits,
      arith::AddIOp::create(builder, loc, odd,
                            constant(builder, loc, i32, 0x7FFF)));
  rounded = arith::ShRUIOp::create(builder, loc, rounded, sixteen);
  // Rounding a NaN's bits could carry into an infinity or a zero.
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      result, result);
  rounded = arith::SelectOp::create(
      builder, loc, isNaN, constant(builder, loc, i32, 0x7FC0), rounded);
  return arith::TruncIOp::create(builder, loc, i16, rounded);
}

/// Addition by part, and multiplication as (ac - bd) + (ad + bc)i: every step
/// rounds, and infinities are not recovered.
static Value combineComplex(OpBuilder &builder, Location loc,
                            Reduction reduction, Value data, Value update) {
  Type part = cast<ComplexType>(data.getType()).getElementType();
  auto re = [&](Value z) -> Value {
    return complex::ReOp::create(builder, loc, part, z);
  };
  auto im = [&](Value z) -> Value {
    return complex::ImOp::create(builder, loc, part, z);
  };
  auto mul = [&](Value x, Value y) -> Value {
    return arith::MulFOp::create(builder, loc, x, y);
  };
  Value a = re(data), b = im(data), c = re(update), d = im(update);
  Value real, imaginary;
  if (reduction == Reduction::Add) {
    real = arith::AddFOp::create(builder, loc, a, c);
    imaginary = arith::AddFOp::create(builder, loc, b, d);
  } else {
    real = arith::SubFOp::create(builder, loc, mul(a, c), mul(b, d));
    imaginary = arith::AddFOp::create(builder, loc, mul(a, d), mul(b, c));
  }
  return complex::CreateOp::create(builder, loc, data.getType(), real,
                                   imaginary);
}

Value scatternd::combine(OpBuilder &builder, Location loc, Reduction reduction,
                         const ElementStorage &storage, Value data,
                         Value update) {
  if (reduction == Reduction::None)
    return update;
  switch (storage.kind) {
  case ElementKind::Integer:
    return combineIntegers(builder, loc, reduction, storage.isUnsigned, data,
                           update);
  case ElementKind::Boolean:
    return combineBooleans(builder, loc, reduction, data, update);
  case ElementKind::Float:
    return combineFloats(builder, loc, reduction, data, update);
  case ElementKind::BFloat16:
    return combineBFloat16(builder, loc, reduction, data, update);
  case ElementKind::Complex:
    return combineComplex(builder, loc, reduction, data, update);
  case ElementKind::Bits:
    break;
  }
  llvm_unreachable("getElementStorage refuses reductions on bits");
}
