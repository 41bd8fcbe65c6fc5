//===- RankReduction.cpp - Slices that drop dimensions --------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankReduction.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::scatternd;

/// The dimensions of `full` that `reduced` keeps: of extents that agree, and of
/// strides that do where `withStrides`. None where there is no such choice.
static std::optional<SmallVector<int64_t>>
findKept(MemRefType full, MemRefType reduced, bool withStrides) {
  SmallVector<int64_t> fullStrides = full.getStridesAndOffset().first;
  SmallVector<int64_t> reducedStrides = reduced.getStridesAndOffset().first;
  auto matches = [&](int64_t dim, int64_t keptDim) {
    int64_t stride = fullStrides[dim], keptStride = reducedStrides[keptDim];
    return full.getDimSize(dim) == reduced.getDimSize(keptDim) &&
           (!withStrides || stride == keptStride ||
            ShapedType::isDynamic(keptStride));
  };
  // possible[k][d]: dimensions from k on can be dimensions from d on. Small
  // extents, and no choice but at extents of 1.
  int64_t rank = full.getRank(), keptRank = reduced.getRank();
  SmallVector<SmallVector<bool>> possible(keptRank + 1,
                                          SmallVector<bool>(rank + 1, false));
  possible[keptRank][rank] = true;
  for (int64_t k = keptRank; k >= 0; --k)
    for (int64_t d = rank - 1; d >= 0; --d)
      possible[k][d] =
          (full.getDimSize(d) == 1 && possible[k][d + 1]) ||
          (k < keptRank && matches(d, k) && possible[k + 1][d + 1]);
  if (!possible[0][0])
    return std::nullopt;
  SmallVector<int64_t> kept;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t k = kept.size();
    if (k < keptRank && matches(d, k) && possible[k + 1][d + 1])
      kept.push_back(d);
  }
  return kept;
}

/// Groups of dimensions, each with one of `kept`: dropped ones go with the kept
/// one before, and the first ones with the first.
static SmallVector<ReassociationIndices> getGroups(ArrayRef<int64_t> kept,
                                                   int64_t rank) {
  SmallVector<ReassociationIndices> groups(kept.size());
  if (groups.empty())
    return groups;
  size_t group = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (group + 1 < kept.size() && dim == kept[group + 1])
      ++group;
    groups[group].push_back(dim);
  }
  return groups;
}

static LogicalResult split(memref::SubViewOp op) {
  MemRefType type = op.getType();
  auto full = memref::SubViewOp::inferResultType(
      op.getSourceType(), op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  std::optional<SmallVector<int64_t>> kept =
      findKept(full, type, /*withStrides=*/true);
  if (!kept)
    kept = findKept(full, type, /*withStrides=*/false);
  if (!kept)
    return op.emitOpError("drops dimensions, but not of extent 1: the slice is "
                          "of type ")
           << full << ", and the result of type " << type;

  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value view = memref::SubViewOp::create(
      builder, loc, full, op.getSource(), op.getMixedOffsets(),
      op.getMixedSizes(), op.getMixedStrides());
  SmallVector<ReassociationIndices> groups = getGroups(*kept, full.getRank());
  auto collapsed = memref::CollapseShapeOp::computeCollapsedType(full, groups);
  if (collapsed == type) {
    view = memref::CollapseShapeOp::create(
        builder, loc, collapsed, view,
        getReassociationIndicesAttribute(builder, groups));
  } else {
    // A stride is not known to be what the type says, since an extent may be 1;
    // or that of an extent of 1 is another one, on which nothing depends.
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, view);
    SmallVector<OpFoldResult> sizes = metadata.getConstifiedMixedSizes();
    SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
    SmallVector<OpFoldResult> keptSizes, keptStrides;
    SmallVector<int64_t> typeStrides = type.getStridesAndOffset().first;
    for (auto [dim, stride] : llvm::zip_equal(*kept, typeStrides)) {
      keptSizes.push_back(sizes[dim]);
      keptStrides.push_back(ShapedType::isDynamic(stride)
                                ? strides[dim]
                                : builder.getIndexAttr(stride));
    }
    view = memref::ReinterpretCastOp::create(
        builder, loc, type, metadata.getBaseBuffer(),
        metadata.getConstifiedMixedOffset(), keptSizes, keptStrides);
  }
  op.replaceAllUsesWith(view);
  op.erase();
  return success();
}

LogicalResult scatternd::splitRankReductions(Operation *root) {
  WalkResult result = root->walk([](memref::SubViewOp op) -> WalkResult {
    if (op.getType().getRank() == op.getSourceType().getRank())
      return WalkResult::advance();
    return split(op);
  });
  return failure(result.wasInterrupted());
}
