//===- ExpandTensorOps.cpp - Tensor ops that bufferization takes ----------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDTENSOROPSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// Whether `type` says that there are no elements.
static bool isEmpty(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && llvm::is_contained(tensor.getShape(), 0);
}

//===----------------------------------------------------------------------===//
// No elements: upstream's slices cannot start where there are none
//===----------------------------------------------------------------------===//

namespace {
/// What has no elements needs no computation.
template <typename OpT>
struct ReplaceEmptyResult : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    bool isConcat = std::is_same_v<OpT, tensor::ConcatOp>;
    if (!type || !(isEmpty(type) ||
                   (isConcat && llvm::all_of(op->getOperandTypes(), isEmpty))))
      return rewriter.notifyMatchFailure(op, "it may have elements");
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, op, shapes)))
      return rewriter.notifyMatchFailure(op, "its shape is not known");
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), shapes[0],
                                          type.getElementType());
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, empty);
    return success();
  }
};

struct DropEmptyOperands : public OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> operands = llvm::filter_to_vector(
        op.getInputs(), [](Value value) { return !isEmpty(value.getType()); });
    if (operands.empty() || operands.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "all or none are empty");
    rewriter.modifyOpInPlace(op,
                             [&] { op.getInputsMutable().assign(operands); });
    return success();
  }
};

/// The operands inserted one behind the other. As upstream's, but offsets and
/// unknown extents are values that nothing is known of: where they are found to
/// be 0, a slice would be of nothing again.
struct ExpandConcat : public OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type = op.getResultType();
    unsigned concatDim = op.getDim();
    auto getSize = [&](Value tensor, unsigned dim) -> OpFoldResult {
      auto type = cast<RankedTensorType>(tensor.getType());
      if (!type.isDynamicDim(dim))
        return rewriter.getIndexAttr(type.getDimSize(dim));
      return tensor::DimOp::create(rewriter, loc, tensor, dim).getResult();
    };
    // Where each operand begins, and the extent of all.
    SmallVector<Value> offsets = {
        arith::ConstantIndexOp::create(rewriter, loc, 0)};
    for (Value operand : op.getInputs())
      offsets.push_back(arith::AddIOp::create(
          rewriter, loc, offsets.back(),
          getValueOrCreateConstantIndexOp(rewriter, loc,
                                          getSize(operand, concatDim))));
    SmallVector<Value> extents;
    for (unsigned dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        extents.push_back(
            dim == concatDim
                ? offsets.back()
                : getValueOrCreateConstantIndexOp(
                      rewriter, loc, getSize(op.getInputs().front(), dim)));
    Value result = tensor::EmptyOp::create(rewriter, loc, type, extents);
    SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
    for (auto [operand, offset] :
         llvm::zip_first(op.getInputs(), ArrayRef(offsets))) {
      SmallVector<OpFoldResult> starts(type.getRank(),
                                       rewriter.getIndexAttr(0));
      starts[concatDim] = offset;
      SmallVector<OpFoldResult> sizes;
      for (unsigned dim = 0; dim < type.getRank(); ++dim)
        sizes.push_back(getSize(operand, dim));
      result = tensor::InsertSliceOp::create(rewriter, loc, operand, result,
                                             starts, sizes, strides);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A buffer that is collapsed has an unknown extent just where one of those
/// that are collapsed is unknown, even if another is zero.
struct HideEmptyGroup : public OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getSrcType();
    SmallVector<int64_t> shape(type.getShape());
    for (ArrayRef<int64_t> group : op.getReassociationIndices())
      if (llvm::any_of(group, [&](int64_t dim) { return shape[dim] == 0; }) &&
          llvm::any_of(group, [&](int64_t dim) {
            return ShapedType::isDynamic(shape[dim]);
          }))
        for (int64_t dim : group)
          shape[dim] = ShapedType::kDynamic;
    if (shape == type.getShape())
      return rewriter.notifyMatchFailure(op, "its groups are known or not");
    Value hidden = tensor::CastOp::create(rewriter, op.getLoc(),
                                          type.clone(shape), op.getSrc());
    rewriter.modifyOpInPlace(op, [&] { op.getSrcMutable().assign(hidden); });
    return success();
  }
};

/// Around nothing, there is only padding.
struct GeneratePadding : public OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getSourceType()))
      return rewriter.notifyMatchFailure(op,
                                         "what is padded may have elements");
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, op, shapes)))
      return rewriter.notifyMatchFailure(op, "its shape is not known");
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(shapes[0]))
      if (op.getResultType().isDynamicDim(dim))
        sizes.push_back(
            getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
    auto generate = tensor::GenerateOp::create(rewriter, op.getLoc(),
                                               op.getResultType(), sizes);
    rewriter.inlineRegionBefore(op.getRegion(), generate.getBody(),
                                generate.getBody().end());
    rewriter.replaceOp(op, generate);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Ops that stand for several
//===----------------------------------------------------------------------===//

/// Softmax and the like, which stand for several ops.
struct DecomposeAggregate
    : public OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (llvm::none_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
      return rewriter.notifyMatchFailure(op, "it is not on tensors");
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (failed(parts))
      return rewriter.notifyMatchFailure(op, "it cannot be decomposed");
    rewriter.replaceOp(op, *parts);
    return success();
  }
};

/// Where an element of packed dimensions is in those that were packed.
///
/// With tiles of one dimension after another, dimension d of the unpacked
/// tensor is outer dimension j of the packed one, divided by its tile if it has
/// one; the tiles follow all outer dimensions.
struct Packing {
  template <typename OpT>
  Packing(OpBuilder &builder, OpT op, int64_t rank)
      : positions(op.getInnerDimsPos()), order(op.getOuterDimsPerm()) {
    if (order.empty())
      order = llvm::to_vector(llvm::seq<int64_t>(rank));
    for (OpFoldResult tile : op.getMixedTiles())
      tiles.push_back(
          getValueOrCreateConstantIndexOp(builder, op.getLoc(), tile));
  }

  SmallVector<Value> getUnpacked(OpBuilder &builder, Location loc,
                                 ValueRange packed) const {
    SmallVector<Value> unpacked(order.size());
    for (auto [outer, dim] : llvm::enumerate(order))
      unpacked[dim] = packed[outer];
    for (auto [inner, dim] : llvm::enumerate(positions)) {
      Value start =
          arith::MulIOp::create(builder, loc, unpacked[dim], tiles[inner]);
      unpacked[dim] = arith::AddIOp::create(builder, loc, start,
                                            packed[order.size() + inner]);
    }
    return unpacked;
  }

  SmallVector<Value> getPacked(OpBuilder &builder, Location loc,
                               ValueRange unpacked) const {
    SmallVector<Value> tileOf(unpacked), inTile;
    for (auto [inner, dim] : llvm::enumerate(positions)) {
      tileOf[dim] =
          arith::DivUIOp::create(builder, loc, unpacked[dim], tiles[inner]);
      inTile.push_back(
          arith::RemUIOp::create(builder, loc, unpacked[dim], tiles[inner]));
    }
    SmallVector<Value> packed;
    for (int64_t dim : order)
      packed.push_back(tileOf[dim]);
    llvm::append_range(packed, inTile);
    return packed;
  }

  SmallVector<int64_t> positions, order;
  SmallVector<Value> tiles;
};

/// A tensor like `dest`, each element of which is what `body` yields.
static Value
buildGenerate(PatternRewriter &rewriter, Location loc, Value dest,
              llvm::function_ref<Value(OpBuilder &, ValueRange)> body) {
  auto type = cast<RankedTensorType>(dest.getType());
  SmallVector<Value> sizes;
  for (auto [dim, size] :
       llvm::enumerate(tensor::getMixedSizes(rewriter, loc, dest)))
    if (type.isDynamicDim(dim))
      sizes.push_back(cast<Value>(size));
  return tensor::GenerateOp::create(
      rewriter, loc, type, sizes,
      [&](OpBuilder &builder, Location loc, ValueRange indices) {
        tensor::YieldOp::create(builder, loc, body(builder, indices));
      });
}

/// Element by element: upstream's lowering of pack and unpack makes slices that
/// are out of bounds where there is an order of the outer dimensions or nothing
/// to pack, and takes a padding that is none for unsigned types.
struct ExpandPack : public OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::PackOp op,
                                PatternRewriter &rewriter) const override {
    auto sourceType = dyn_cast<RankedTensorType>(op.getSource().getType());
    if (!sourceType)
      return rewriter.notifyMatchFailure(op, "it is not on tensors");
    Location loc = op.getLoc();
    Value source = op.getSource(), padding = op.getPaddingValue();
    Packing packing(rewriter, op, sourceType.getRank());
    SmallVector<Value> extents;
    for (int64_t dim : packing.positions)
      extents.push_back(getValueOrCreateConstantIndexOp(
          rewriter, loc, tensor::getMixedSize(rewriter, loc, source, dim)));
    auto build = [&](OpBuilder &builder, ValueRange indices) -> Value {
      SmallVector<Value> from = packing.getUnpacked(builder, loc, indices);
      auto buildExtract = [&](OpBuilder &builder) -> Value {
        return tensor::ExtractOp::create(builder, loc, source, from);
      };
      if (!padding)
        return buildExtract(builder);
      Value isInside = arith::ConstantIntOp::create(builder, loc, true, 1);
      for (auto [dim, extent] : llvm::zip_equal(packing.positions, extents))
        isInside = arith::AndIOp::create(
            builder, loc, isInside,
            arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                  from[dim], extent));
      return scf::IfOp::create(
                 builder, loc, isInside,
                 [&](OpBuilder &builder, Location loc) {
                   scf::YieldOp::create(builder, loc, buildExtract(builder));
                 },
                 [&](OpBuilder &builder, Location loc) {
                   scf::YieldOp::create(builder, loc, padding);
                 })
          .getResult(0);
    };
    rewriter.replaceOp(op, buildGenerate(rewriter, loc, op.getDest(), build));
    return success();
  }
};

struct ExpandUnPack : public OpRewritePattern<linalg::UnPackOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::UnPackOp op,
                                PatternRewriter &rewriter) const override {
    auto destType = dyn_cast<RankedTensorType>(op.getDest().getType());
    if (!destType)
      return rewriter.notifyMatchFailure(op, "it is not on tensors");
    Location loc = op.getLoc();
    Packing packing(rewriter, op, destType.getRank());
    auto build = [&](OpBuilder &builder, ValueRange indices) -> Value {
      return tensor::ExtractOp::create(
          builder, loc, op.getSource(),
          packing.getPacked(builder, loc, indices));
    };
    rewriter.replaceOp(op, buildGenerate(rewriter, loc, op.getDest(), build));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Ops of which upstream takes another meaning
//===----------------------------------------------------------------------===//

/// One of two whole tensors, whose extents may differ: no elementwise op.
struct ExpandSelect : public OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<RankedTensorType>(op.getType()) ||
        isa<ShapedType>(op.getCondition().getType()))
      return rewriter.notifyMatchFailure(op, "it selects elements");
    auto buildYield = [](Value value) {
      return [value](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc, value);
      };
    };
    rewriter.replaceOpWithNewOp<scf::IfOp>(op, op.getCondition(),
                                           buildYield(op.getTrueValue()),
                                           buildYield(op.getFalseValue()));
    return success();
  }
};

/// Upstream's bufferization compares the extents of vector and tensor, one
/// after the other, and not the mask, to tell that all of a static tensor is
/// written.
struct KeepUnwritten : public OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getShapedType());
    if (!type || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "it is not on a static tensor");
    if (!op.getMask() && op.getPermutationMap().isIdentity())
      return rewriter.notifyMatchFailure(op, "the comparison is right");
    if (type.getRank() == 0)
      return writeOneElement(op, rewriter);
    auto dynamic = RankedTensorType::get(
        SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic),
        type.getElementType());
    Location loc = op.getLoc();
    Value base = tensor::CastOp::create(rewriter, loc, dynamic, op.getBase());
    auto write = vector::TransferWriteOp::create(
        rewriter, loc, op.getVector(), base, op.getIndices(),
        op.getPermutationMapAttr(), op.getMask(), op.getInBoundsAttr());
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, write.getResult());
    return success();
  }

private:
  static LogicalResult writeOneElement(vector::TransferWriteOp op,
                                       PatternRewriter &rewriter) {
    Value isWritten = vector::ExtractOp::create(
        rewriter, op.getLoc(), op.getMask(), ArrayRef<int64_t>(0));
    rewriter.replaceOpWithNewOp<scf::IfOp>(
        op, isWritten,
        [&](OpBuilder &builder, Location loc) {
          auto write = cast<vector::TransferWriteOp>(builder.clone(*op));
          write.getMaskMutable().clear();
          scf::YieldOp::create(builder, loc, write.getResult());
        },
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc, op.getBase());
        });
    return success();
  }
};

struct ExpandTensorOps
    : public scatternd::impl::ExpandTensorOpsPassBase<ExpandTensorOps> {
  using ExpandTensorOpsPassBase::ExpandTensorOpsPassBase;

  void runOnOperation() override {
    if (failed(checkConstants()))
      return signalPassFailure();
    // By walks, which fold nothing: upstream folds a comparison of a tensor
    // with itself to a constant, of whatever shape.
    apply([](RewritePatternSet &patterns) {
      patterns.add<ReplaceEmptyResult<tensor::ConcatOp>, DropEmptyOperands>(
          patterns.getContext());
    });
    apply([](RewritePatternSet &patterns) {
      patterns.add<DecomposeAggregate, ExpandConcat, ExpandPack, ExpandUnPack,
                   ExpandSelect>(patterns.getContext());
      vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
    });
    apply([](RewritePatternSet &patterns) {
      patterns.add<ReplaceEmptyResult<tensor::PadOp>, GeneratePadding,
                   HideEmptyGroup, KeepUnwritten>(patterns.getContext());
    });
    apply(linalg::populateElementwiseToLinalgConversionPatterns);
  }

private:
  /// Upstream's folds make constants of whatever type the op has that they
  /// fold.
  LogicalResult checkConstants() {
    WalkResult result = getOperation()->walk([](arith::ConstantOp op) {
      auto type = dyn_cast<ShapedType>(op.getType());
      if (!type || type.hasStaticShape())
        return WalkResult::advance();
      op.emitOpError("has type ")
          << type
          << ", whose extents nobody knows: an earlier pass folded an op "
          << "of that type";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  void apply(llvm::function_ref<void(RewritePatternSet &)> populate) {
    RewritePatternSet patterns(&getContext());
    populate(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
