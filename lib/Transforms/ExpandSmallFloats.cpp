//===- ExpandSmallFloats.cpp - bf16 and 8-bit floats in f32 ---------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"
#include "SmallFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDSMALLFLOATSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// The format of the elements of `type`, a scalar or a vector.
static std::optional<SmallFloat> getFormat(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return SmallFloat::get(vector.getElementType());
  return SmallFloat::get(type);
}

/// `value`, of small floats, in f32.
static Value decode(OpBuilder &builder, Location loc, Value value) {
  SmallFloat format = *getFormat(value.getType());
  Type bits = getTypeLike(value.getType(), format.getBitsType());
  return format.decode(builder, loc,
                       arith::BitcastOp::create(builder, loc, bits, value));
}

/// `value`, of f32, rounded to the small floats of `to`.
static Value encode(OpBuilder &builder, Location loc, Value value, Type to) {
  return arith::BitcastOp::create(builder, loc, to,
                                  getFormat(to)->encode(builder, loc, value));
}

static Value buildFloat(OpBuilder &builder, Location loc, Type type,
                        double value) {
  TypedAttr attr = builder.getFloatAttr(getElementTypeOrSelf(type), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return arith::ConstantOp::create(builder, loc, attr);
}

/// `integer` in f64, rounded to odd where that does not hold all its bits.
static Value convertToF64(OpBuilder &builder, Location loc, Value integer,
                          bool isSigned) {
  Type type = integer.getType();
  Type f64 = getTypeLike(type, builder.getF64Type());
  auto convert = [&](Value value) -> Value {
    if (isSigned)
      return arith::SIToFPOp::create(builder, loc, f64, value);
    return arith::UIToFPOp::create(builder, loc, f64, value);
  };
  constexpr unsigned precision = 53;
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value whole = convert(integer);
  if (width <= precision)
    return whole;

  // Of a large integer, the lowest bits are dropped; the last one that stays
  // remembers whether one of them was set.
  unsigned dropped = width - precision;
  auto get = [&](uint64_t value) {
    return buildInteger(builder, loc, type, value);
  };
  Value low = arith::AndIOp::create(builder, loc, integer,
                                    get((uint64_t(1) << dropped) - 1));
  Value isSticky = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                         low, get(0));
  Value high =
      isSigned
          ? Value(arith::ShRSIOp::create(builder, loc, integer, get(dropped)))
          : Value(arith::ShRUIOp::create(builder, loc, integer, get(dropped)));
  high = arith::OrIOp::create(
      builder, loc, high, arith::ExtUIOp::create(builder, loc, type, isSticky));
  Value large = arith::MulFOp::create(
      builder, loc, convert(high),
      buildFloat(builder, loc, f64, static_cast<double>(1 << dropped)));

  // A small one is exact as it is.
  uint64_t limit = uint64_t(1) << precision;
  Value shifted =
      isSigned ? Value(arith::AddIOp::create(builder, loc, integer, get(limit)))
               : integer;
  Value isSmall =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, shifted,
                            get(isSigned ? 2 * limit : limit));
  return arith::SelectOp::create(builder, loc, isSmall, whole, large);
}

/// a * b + c, rounded to f64's precision to odd.
static Value buildFma(OpBuilder &builder, Location loc, Value a, Value b,
                      Value c) {
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddFOp::create(builder, loc, x, y);
  };
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubFOp::create(builder, loc, x, y);
  };
  // The product is exact, and so are the sum and what it leaves together.
  Value product = arith::MulFOp::create(builder, loc, a, b);
  Value sum = add(product, c);
  Value ofC = sub(sum, product);
  Value rest = add(sub(product, sub(sum, ofC)), sub(c, ofC));

  Type i64 = getTypeLike(sum.getType(), builder.getI64Type());
  auto get = [&](int64_t value) {
    return buildInteger(builder, loc, i64, value);
  };
  auto isNegative = [&](Value bits) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, bits,
                                 get(0));
  };
  Value sumBits = arith::BitcastOp::create(builder, loc, i64, sum);
  Value restBits = arith::BitcastOp::create(builder, loc, i64, rest);
  Value zero = buildFloat(builder, loc, sum.getType(), 0);
  // Not of a NaN.
  Value isInexact = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::ONE, rest, zero);
  Value isEven = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq,
      arith::AndIOp::create(builder, loc, sumBits, get(1)), get(0));
  Value isTowardsZero = arith::XOrIOp::create(builder, loc, isNegative(sumBits),
                                              isNegative(restBits));
  Value odd = arith::AddIOp::create(
      builder, loc, sumBits,
      arith::SelectOp::create(builder, loc, isTowardsZero, get(-1), get(1)));
  Value takesOdd = arith::AndIOp::create(builder, loc, isInexact, isEven);
  Value bits = arith::SelectOp::create(builder, loc, takesOdd, odd, sumBits);
  return arith::BitcastOp::create(builder, loc, sum.getType(), bits);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// Conversions of integers and floats to small floats, rounded once.
template <typename OpT>
struct ConvertTo : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!getFormat(op.getType()))
      return rewriter.notifyMatchFailure(op, "not to a small float");
    if constexpr (std::is_same_v<OpT, arith::TruncFOp>)
      if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
          arith::RoundingMode::to_nearest_even)
        return rewriter.notifyMatchFailure(op, "another rounding mode");
    FailureOr<Value> value = getF32(op, rewriter);
    if (failed(value))
      return rewriter.notifyMatchFailure(op, "what is converted is too wide");
    rewriter.replaceOp(op, encode(rewriter, op.getLoc(), *value, op.getType()));
    return success();
  }

  /// What is converted in f32, such that rounding it again is right.
  static FailureOr<Value> getF32(OpT op, OpBuilder &builder) {
    Location loc = op.getLoc();
    Value in = op.getIn();
    Type from = getElementTypeOrSelf(in.getType());
    if constexpr (std::is_same_v<OpT, arith::SIToFPOp> ||
                  std::is_same_v<OpT, arith::UIToFPOp>) {
      if (from.getIntOrFloatBitWidth() > 64)
        return failure();
      constexpr bool isSigned = std::is_same_v<OpT, arith::SIToFPOp>;
      return buildRoundToOdd(builder, loc,
                             convertToF64(builder, loc, in, isSigned));
    } else {
      if (getFormat(from))
        return decode(builder, loc, in);
      if (from.isF32())
        return in;
      if (from.isF16())
        return Value(arith::ExtFOp::create(
            builder, loc, getTypeLike(in.getType(), builder.getF32Type()), in));
      if (from.isF64())
        return buildRoundToOdd(builder, loc, in);
      return failure();
    }
  }
};

struct ExtendFrom : public OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type to = op.getType();
    if (!getFormat(op.getIn().getType()) || getFormat(to))
      return rewriter.notifyMatchFailure(op, "not from small floats");
    Value value = decode(rewriter, op.getLoc(), op.getIn());
    if (getElementTypeOrSelf(to).isF32())
      rewriter.replaceOp(op, value);
    else if (getElementTypeOrSelf(to).isF16())
      // Every 8-bit float is an f16.
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, to, value);
    else
      rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, to, value);
    return success();
  }
};

/// A product and a sum that are rounded once: f32 has too few bits for that. So
/// has it for f16, which LLVM computes in f32.
struct ExpandFma : public OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getType();
    bool isSmall = getFormat(type).has_value();
    if (!isSmall && !getElementTypeOrSelf(type).isF16())
      return rewriter.notifyMatchFailure(op, "LLVM rounds it once");
    Type f64 = getTypeLike(type, rewriter.getF64Type());
    auto extend = [&](Value value) -> Value {
      if (isSmall)
        value = decode(rewriter, loc, value);
      return arith::ExtFOp::create(rewriter, loc, f64, value);
    };
    Value wide = buildFma(rewriter, loc, extend(op.getA()), extend(op.getB()),
                          extend(op.getC()));
    if (isSmall)
      rewriter.replaceOp(
          op,
          encode(rewriter, loc, buildRoundToOdd(rewriter, loc, wide), type));
    else
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, wide);
    return success();
  }
};

/// Any other op that computes with small floats computes in f32, and rounds.
struct ComputeInF32 : public RewritePattern {
  explicit ComputeInF32(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    bool computes =
        isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op->getDialect()) ||
        isa<vector::ContractionOp, vector::FMAOp, vector::MultiDimReductionOp,
            vector::OuterProductOp, vector::ReductionOp, vector::ScanOp>(op);
    if (!computes || isa<arith::BitcastOp, arith::ConstantOp, arith::ExtFOp,
                         arith::SelectOp, arith::TruncFOp>(op))
      return rewriter.notifyMatchFailure(op, "it does not compute");
    auto isSmall = [](Type type) { return getFormat(type).has_value(); };
    if (llvm::none_of(op->getOperandTypes(), isSmall) &&
        llvm::none_of(op->getResultTypes(), isSmall))
      return rewriter.notifyMatchFailure(op, "it has no small floats");

    Location loc = op->getLoc();
    OperationState state(loc, op->getName());
    for (Value operand : op->getOperands())
      state.operands.push_back(isSmall(operand.getType())
                                   ? decode(rewriter, loc, operand)
                                   : operand);
    for (Type type : op->getResultTypes())
      state.types.push_back(
          isSmall(type) ? getTypeLike(type, rewriter.getF32Type()) : type);
    state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
    state.propertiesAttr = op->getPropertiesAsAttribute();
    Operation *wide = rewriter.create(state);
    SmallVector<Value> results;
    for (auto [result, type] :
         llvm::zip_equal(wide->getResults(), op->getResultTypes()))
      results.push_back(isSmall(type) ? encode(rewriter, loc, result, type)
                                      : result);
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct ExpandSmallFloats
    : public scatternd::impl::ExpandSmallFloatsPassBase<ExpandSmallFloats> {
  using ExpandSmallFloatsPassBase::ExpandSmallFloatsPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateExpandSmallFloatsPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void scatternd::populateExpandSmallFloatsPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  // The special cases first.
  patterns.add<ConvertTo<arith::ExtFOp>, ConvertTo<arith::SIToFPOp>,
               ConvertTo<arith::TruncFOp>, ConvertTo<arith::UIToFPOp>,
               ExtendFrom, ExpandFma>(context, /*benefit=*/2);
  patterns.add<ComputeInF32>(context);
}
