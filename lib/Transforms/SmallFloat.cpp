//===- SmallFloat.cpp - Floats of 8 and 16 bits by integer code -----------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::APFloat;

// f32: the bits of its fraction, the bias of its exponent, some codes.
static constexpr int f32Fraction = 23, f32Bias = 127;
static constexpr int64_t f32Infinity = 0x7F800000, f32NaN = 0x7FC00000;

Type scatternd::getTypeLike(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

Value scatternd::buildInteger(OpBuilder &builder, Location loc, Type type,
                              int64_t value) {
  TypedAttr attr = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return arith::ConstantOp::create(builder, loc, attr);
}

static int64_t getCode(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}

namespace {
/// The numbers that make up a format.
struct Format {
  explicit Format(const llvm::fltSemantics &semantics)
      : bits(APFloat::semanticsSizeInBits(semantics)),
        fraction(APFloat::semanticsPrecision(semantics) - 1),
        bias(1 - APFloat::semanticsMinExponent(semantics)),
        hasInfinity(APFloat::semanticsHasInf(semantics)),
        // The code of a negative zero is that of the only NaN.
        hasNegativeZero(APFloat::getZero(semantics, true).isNegative()),
        largest(getCode(APFloat::getLargest(semantics))),
        nan(getCode(APFloat::getQNaN(semantics))) {}

  int64_t getSignBit() const { return int64_t(1) << (bits - 1); }
  bool isLikeF32() const { return bias == f32Bias; }

  int bits, fraction, bias;
  bool hasInfinity, hasNegativeZero;
  int64_t largest, nan;
};

/// i32 arithmetic on the bits of f32.
class Bits {
public:
  Bits(OpBuilder &builder, Location loc, Type like)
      : builder(builder), loc(loc),
        i32(getTypeLike(like, builder.getI32Type())),
        f32(getTypeLike(like, builder.getF32Type())) {}

  Value get(int64_t value) { return buildInteger(builder, loc, i32, value); }
  Value add(Value a, Value b) {
    return arith::AddIOp::create(builder, loc, a, b);
  }
  Value sub(Value a, Value b) {
    return arith::SubIOp::create(builder, loc, a, b);
  }
  Value bitAnd(Value a, int64_t b) {
    return arith::AndIOp::create(builder, loc, a, get(b));
  }
  Value bitOr(Value a, Value b) {
    return arith::OrIOp::create(builder, loc, a, b);
  }
  Value shiftLeft(Value a, int64_t by) {
    return arith::ShLIOp::create(builder, loc, a, get(by));
  }
  Value shiftRight(Value a, int64_t by) {
    return arith::ShRUIOp::create(builder, loc, a, get(by));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, int64_t b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, get(b));
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, loc, condition, a, b);
  }
  Value asFloat(Value bits) {
    return arith::BitcastOp::create(builder, loc, f32, bits);
  }
  Value asBits(Value value) {
    return arith::BitcastOp::create(builder, loc, i32, value);
  }
  /// 2 to the `exponent`, which f32 has as a normal number.
  Value getPowerOfTwo(int exponent) {
    return asFloat(get(int64_t(exponent + f32Bias) << f32Fraction));
  }
  Value extend(Value bits) {
    return arith::ExtUIOp::create(builder, loc, i32, bits);
  }
  Value truncate(Value value, Type to) {
    return arith::TruncIOp::create(builder, loc, getTypeLike(i32, to), value);
  }

private:
  OpBuilder &builder;
  Location loc;
  Type i32, f32;
};
} // namespace

std::optional<SmallFloat> SmallFloat::get(Type type) {
  auto floating = dyn_cast<FloatType>(type);
  if (!floating || isa<Float8E8M0FNUType>(type) ||
      !(floating.isBF16() || floating.getWidth() == 8))
    return std::nullopt;
  return SmallFloat(floating);
}

IntegerType SmallFloat::getBitsType() const {
  return IntegerType::get(type.getContext(), width);
}

Value SmallFloat::decode(OpBuilder &builder, Location loc, Value code) const {
  Format format(semantics);
  Bits bits(builder, loc, code.getType());
  Value wide = bits.extend(code);
  if (format.isLikeF32())
    return bits.asFloat(bits.shiftLeft(wide, 32 - format.bits));

  // With the fraction in its place, the exponent is off by the difference of
  // the biases: a factor that is exact, of subnormals too.
  Value magnitude = bits.bitAnd(wide, format.getSignBit() - 1);
  Value placed = bits.shiftLeft(magnitude, f32Fraction - format.fraction);
  Value value = bits.asBits(
      arith::MulFOp::create(builder, loc, bits.asFloat(placed),
                            bits.getPowerOfTwo(f32Bias - format.bias)));
  if (format.hasInfinity) {
    // Both infinity and NaN keep their fraction.
    Value isSpecial =
        bits.compare(arith::CmpIPredicate::ugt, magnitude, format.largest);
    value = bits.select(isSpecial, bits.bitOr(placed, bits.get(f32Infinity)),
                        value);
  } else {
    Value isNaN =
        bits.compare(arith::CmpIPredicate::eq,
                     format.hasNegativeZero ? magnitude : wide, format.nan);
    value = bits.select(isNaN, bits.get(f32NaN), value);
  }
  Value sign =
      bits.shiftLeft(bits.bitAnd(wide, format.getSignBit()), 32 - format.bits);
  return bits.asFloat(bits.bitOr(value, sign));
}

Value SmallFloat::encode(OpBuilder &builder, Location loc, Value value) const {
  Format format(semantics);
  Bits bits(builder, loc, value.getType());
  Value all = bits.asBits(value);
  Value magnitude = bits.bitAnd(all, 0x7FFFFFFF);

  // Half of the last place that stays, and less than that where it is even, so
  // that a tie goes to even. A carry goes to the exponent, as it should.
  int dropped = f32Fraction - format.fraction;
  Value odd = bits.bitAnd(bits.shiftRight(magnitude, dropped), 1);
  Value half = bits.get((int64_t(1) << (dropped - 1)) - 1);
  Value code =
      bits.shiftRight(bits.add(magnitude, bits.add(odd, half)), dropped);
  if (!format.isLikeF32()) {
    code = bits.sub(
        code, bits.get(int64_t(f32Bias - format.bias) << format.fraction));
    // Of a subnormal, fewer bits stay: those above the last place of a power of
    // two that is added.
    int smallestNormal = 1 - format.bias;
    Value power =
        bits.getPowerOfTwo(smallestNormal - format.fraction + f32Fraction);
    Value sum =
        arith::AddFOp::create(builder, loc, bits.asFloat(magnitude), power);
    Value isSubnormal =
        bits.compare(arith::CmpIPredicate::ult, magnitude,
                     int64_t(smallestNormal + f32Bias) << f32Fraction);
    code = bits.select(isSubnormal,
                       bits.sub(bits.asBits(sum), bits.asBits(power)), code);
    Value isTooLarge =
        bits.compare(arith::CmpIPredicate::sgt, code, format.largest);
    int64_t tooLarge = format.hasInfinity ? format.largest + 1 : format.nan;
    code = bits.select(isTooLarge, bits.get(tooLarge), code);
  }
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      value, value);
  code = bits.select(isNaN, bits.get(format.nan), code);

  Value sign =
      bits.bitAnd(bits.shiftRight(all, 32 - format.bits), format.getSignBit());
  if (!format.hasNegativeZero)
    sign = bits.select(bits.compare(arith::CmpIPredicate::eq, code, 0),
                       bits.get(0), sign);
  return bits.truncate(bits.bitOr(code, sign), getBitsType());
}

Value scatternd::buildRoundToOdd(OpBuilder &builder, Location loc,
                                 Value value) {
  Bits bits(builder, loc, value.getType());
  Type f32 = getTypeLike(value.getType(), builder.getF32Type());
  Value nearest = arith::TruncFOp::create(builder, loc, f32, value);
  Value exact = arith::ExtFOp::create(builder, loc, value.getType(), nearest);
  auto magnitude = [&](Value x) -> Value {
    Type i64 = getTypeLike(x.getType(), builder.getI64Type());
    Value code = arith::BitcastOp::create(builder, loc, i64, x);
    return arith::AndIOp::create(
        builder, loc, code,
        buildInteger(builder, loc, i64, std::numeric_limits<int64_t>::max()));
  };
  // Not of a NaN.
  Value isInexact = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::ONE, exact, value);
  Value isAway = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt,
                                       magnitude(exact), magnitude(value));
  // Of two neighbours, one is odd: the nearest one, or the other.
  Value code = bits.asBits(nearest);
  Value isEven =
      bits.compare(arith::CmpIPredicate::eq, bits.bitAnd(code, 1), 0);
  Value other = bits.select(isAway, bits.sub(code, bits.get(1)),
                            bits.add(code, bits.get(1)));
  Value takesOther = arith::AndIOp::create(builder, loc, isInexact, isEven);
  return bits.asFloat(bits.select(takesOther, other, code));
}
