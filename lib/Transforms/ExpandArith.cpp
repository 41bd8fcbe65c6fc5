//===- ExpandArith.cpp - Arith that LLVM cannot take ----------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDARITHPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

namespace {
/// LLVM's intrinsic takes exponents of 32 bits. Wider ones are raised to by the
/// same steps: squares of the base, of which the exponent's bits say which to
/// multiply, and the reciprocal of all where it is negative.
struct ExpandWidePower : public OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    auto exponentType = dyn_cast<IntegerType>(op.getRhs().getType());
    if (!type || !exponentType)
      return rewriter.notifyMatchFailure(op, "it is not on scalars");
    Location loc = op.getLoc();
    if (exponentType.getWidth() <= 32) {
      if (exponentType.getWidth() == 32)
        return rewriter.notifyMatchFailure(op, "LLVM takes it");
      Value wide = arith::ExtSIOp::create(rewriter, loc, rewriter.getI32Type(),
                                          op.getRhs());
      rewriter.replaceOpWithNewOp<math::FPowIOp>(op, op.getLhs(), wide,
                                                 op.getFastmath());
      return success();
    }

    auto get = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(
          rewriter, loc, rewriter.getIntegerAttr(exponentType, value));
    };
    Value zero = get(0), one = get(1);
    Value oneF = arith::ConstantOp::create(rewriter, loc,
                                           rewriter.getFloatAttr(type, 1));
    Value isNegative = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::slt, op.getRhs(), zero);
    // The least integer stays what it is, which is right without a sign.
    Value magnitude = arith::SelectOp::create(
        rewriter, loc, isNegative,
        arith::SubIOp::create(rewriter, loc, zero, op.getRhs()), op.getRhs());
    auto loop = scf::WhileOp::create(
        rewriter, loc, TypeRange{type, type, exponentType},
        ValueRange{oneF, op.getLhs(), magnitude},
        [&](OpBuilder &builder, Location loc, ValueRange carried) {
          Value isLeft = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::ne, carried[2], zero);
          scf::ConditionOp::create(builder, loc, isLeft, carried);
        },
        [&](OpBuilder &builder, Location loc, ValueRange carried) {
          Value isOdd = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::ne,
              arith::AndIOp::create(builder, loc, carried[2], one), zero);
          Value product =
              arith::MulFOp::create(builder, loc, carried[0], carried[1]);
          Value power =
              arith::SelectOp::create(builder, loc, isOdd, product, carried[0]);
          Value square =
              arith::MulFOp::create(builder, loc, carried[1], carried[1]);
          Value rest = arith::ShRUIOp::create(builder, loc, carried[2], one);
          scf::YieldOp::create(builder, loc, ValueRange{power, square, rest});
        });
    Value power = loop.getResult(0);
    Value reciprocal = arith::DivFOp::create(rewriter, loc, oneF, power);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNegative, reciprocal,
                                                 power);
    return success();
  }
};

/// `op`, of index, on integers of its width: LLVM's ops with two results have
/// none of index.
template <typename OpT>
struct ExtendedOnIntegers : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getLhs().getType();
    if (!getElementTypeOrSelf(type).isIndex())
      return rewriter.notifyMatchFailure(op, "it is not of index");
    Type bits = rewriter.getI64Type();
    if (auto vector = dyn_cast<VectorType>(type))
      bits = vector.clone(bits);
    Location loc = op.getLoc();
    auto cast = [&](Type to, Value value) -> Value {
      return arith::IndexCastUIOp::create(rewriter, loc, to, value);
    };
    auto wide = OpT::create(rewriter, loc, cast(bits, op.getLhs()),
                            cast(bits, op.getRhs()));
    SmallVector<Value> results;
    for (auto [value, result] :
         llvm::zip_equal(wide->getResults(), op->getResults()))
      results.push_back(value.getType() == bits ? cast(result.getType(), value)
                                                : value);
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Of one element, whatever the strides.
struct LoadOneElement : public OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getVectorType().getRank() != 0 || op.getMask() ||
        !isa<MemRefType>(op.getBase().getType()))
      return rewriter.notifyMatchFailure(op, "it is no element of a memref");
    Value element = memref::LoadOp::create(rewriter, op.getLoc(), op.getBase(),
                                           op.getIndices());
    rewriter.replaceOpWithNewOp<vector::BroadcastOp>(op, op.getVectorType(),
                                                     element);
    return success();
  }
};

struct StoreOneElement : public OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getVectorType().getRank() != 0 || op.getMask() ||
        !isa<MemRefType>(op.getBase().getType()))
      return rewriter.notifyMatchFailure(op, "it is no element of a memref");
    Value element = vector::ExtractOp::create(
        rewriter, op.getLoc(), op.getVector(), ArrayRef<int64_t>());
    rewriter.replaceOpWithNewOp<memref::StoreOp>(op, element, op.getBase(),
                                                 op.getIndices());
    return success();
  }
};

struct ExpandArith : public scatternd::impl::ExpandArithPassBase<ExpandArith> {
  using ExpandArithPassBase::ExpandArithPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    patterns.add<LoadOneElement, StoreOneElement, ExpandWidePower,
                 ExtendedOnIntegers<arith::AddUIExtendedOp>,
                 ExtendedOnIntegers<arith::MulSIExtendedOp>,
                 ExtendedOnIntegers<arith::MulUIExtendedOp>>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
