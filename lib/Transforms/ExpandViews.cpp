//===- ExpandViews.cpp - Views of memrefs as addresses --------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankReduction.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDVIEWSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

namespace {
/// Extents, strides and offsets, static where they are known.
class Numbers {
public:
  Numbers(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  OpFoldResult add(OpFoldResult a, OpFoldResult b) {
    return compute<arith::AddIOp>(a, b, 0,
                                  [](int64_t x, int64_t y) { return x + y; });
  }
  OpFoldResult multiply(OpFoldResult a, OpFoldResult b) {
    return compute<arith::MulIOp>(a, b, 1,
                                  [](int64_t x, int64_t y) { return x * y; });
  }
  /// `yes` where `extent` is 1, else `no`.
  OpFoldResult selectIfOne(OpFoldResult extent, OpFoldResult yes,
                           OpFoldResult no) {
    if (std::optional<int64_t> known = getConstantIntValue(extent))
      return *known == 1 ? yes : no;
    Value isOne = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        getValue(extent), getValue(get(1)));
    return arith::SelectOp::create(builder, loc, isOne, getValue(yes),
                                   getValue(no))
        .getResult();
  }
  OpFoldResult get(int64_t value) { return builder.getIndexAttr(value); }

private:
  Value getValue(OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loc, number);
  }

  template <typename OpT, typename F>
  OpFoldResult compute(OpFoldResult a, OpFoldResult b, int64_t neutral,
                       F &&compute) {
    std::optional<int64_t> x = getConstantIntValue(a);
    std::optional<int64_t> y = getConstantIntValue(b);
    if (x && y)
      return get(compute(*x, *y));
    if (x == neutral)
      return b;
    if (y == neutral)
      return a;
    return OpT::create(builder, loc, getValue(a), getValue(b)).getResult();
  }

  OpBuilder &builder;
  Location loc;
};

/// A view as its place in the memory that it is of.
struct View {
  OpFoldResult offset;
  SmallVector<OpFoldResult> sizes, strides;
};
} // namespace

/// `numbers`, but those that the type says.
static SmallVector<OpFoldResult> takeStatic(OpBuilder &builder,
                                            ArrayRef<OpFoldResult> numbers,
                                            ArrayRef<int64_t> ofType) {
  SmallVector<OpFoldResult> taken(numbers);
  for (auto [number, known] : llvm::zip_equal(taken, ofType))
    if (!ShapedType::isDynamic(known))
      number = builder.getIndexAttr(known);
  return taken;
}

/// Replaces `op`, a view of `source`, by what `getView` makes of the place of
/// the source.
static LogicalResult
replaceView(Operation *op, Value source, PatternRewriter &rewriter,
            llvm::function_ref<View(const View &, Numbers &)> getView) {
  auto type = cast<MemRefType>(op->getResult(0).getType());
  if (!type.isStrided() || !cast<MemRefType>(source.getType()).isStrided())
    return rewriter.notifyMatchFailure(op, "a layout is not strided");
  auto metadata =
      memref::ExtractStridedMetadataOp::create(rewriter, op->getLoc(), source);
  Numbers numbers(rewriter, op->getLoc());
  View view = getView({metadata.getConstifiedMixedOffset(),
                       metadata.getConstifiedMixedSizes(),
                       metadata.getConstifiedMixedStrides()},
                      numbers);
  auto [strides, offset] = type.getStridesAndOffset();
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, metadata.getBaseBuffer(),
      takeStatic(rewriter, view.offset, offset).front(),
      takeStatic(rewriter, view.sizes, type.getShape()),
      takeStatic(rewriter, view.strides, strides));
  return success();
}

namespace {
struct ExpandSubView : public OpRewritePattern<memref::SubViewOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::SubViewOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getType().getRank() != op.getSourceType().getRank())
      return rewriter.notifyMatchFailure(op, "it drops dimensions");
    return replaceView(
        op, op.getSource(), rewriter, [&](const View &source, Numbers &n) {
          View view{source.offset, op.getMixedSizes(), {}};
          for (auto [start, step, stride] :
               llvm::zip_equal(op.getMixedOffsets(), op.getMixedStrides(),
                               source.strides)) {
            view.offset = n.add(view.offset, n.multiply(start, stride));
            view.strides.push_back(n.multiply(stride, step));
          }
          return view;
        });
  }
};

struct ExpandExpandShape : public OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    return replaceView(
        op, op.getSrc(), rewriter, [&](const View &source, Numbers &n) {
          View view{source.offset, op.getMixedOutputShape(), {}};
          view.strides.assign(view.sizes.size(), n.get(1));
          for (auto [group, stride] :
               llvm::zip_equal(op.getReassociationIndices(), source.strides)) {
            OpFoldResult inner = stride;
            for (int64_t dim : llvm::reverse(group)) {
              view.strides[dim] = inner;
              inner = n.multiply(inner, view.sizes[dim]);
            }
          }
          return view;
        });
  }
};

struct ExpandCollapseShape : public OpRewritePattern<memref::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    return replaceView(
        op, op.getSrc(), rewriter, [&](const View &source, Numbers &n) {
          View view{source.offset, {}, {}};
          for (const ReassociationIndices &group :
               op.getReassociationIndices()) {
            // The innermost stride, but that of an extent of 1 may be any.
            OpFoldResult size = n.get(1), stride = source.strides[group[0]];
            for (int64_t dim : group) {
              stride =
                  n.selectIfOne(source.sizes[dim], stride, source.strides[dim]);
              size = n.multiply(size, source.sizes[dim]);
            }
            view.sizes.push_back(size);
            view.strides.push_back(stride);
          }
          return view;
        });
  }
};

/// A cast that tells more: upstream folds it away, also where an op needs what
/// it tells.
struct ExpandCast : public OpRewritePattern<memref::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CastOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<MemRefType>(op.getType()) ||
        !isa<MemRefType>(op.getSource().getType()))
      return rewriter.notifyMatchFailure(op, "a rank is not known");
    return replaceView(op, op.getSource(), rewriter,
                       [](const View &source, Numbers &) { return source; });
  }
};

struct ExpandViews : public scatternd::impl::ExpandViewsPassBase<ExpandViews> {
  using ExpandViewsPassBase::ExpandViewsPassBase;

  void runOnOperation() override {
    if (failed(scatternd::splitRankReductions(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    scatternd::populateExpandViewsPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void scatternd::populateExpandViewsPatterns(RewritePatternSet &patterns) {
  patterns
      .add<ExpandCast, ExpandSubView, ExpandExpandShape, ExpandCollapseShape>(
          patterns.getContext());
}
