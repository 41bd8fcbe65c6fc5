//===- ExpandReallocs.cpp - Reallocation as allocation --------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDREALLOCSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

/// A new buffer with what the old one has of it.
static void expandRealloc(memref::ReallocOp op) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  MemRefType type = op.getType();
  SmallVector<Value> sizes;
  if (Value size = op.getDynamicResultSize())
    sizes.push_back(size);
  Value target =
      memref::AllocOp::create(builder, loc, type, sizes, op.getAlignmentAttr());
  auto getSize = [&](Value memref) -> OpFoldResult {
    auto memrefType = cast<MemRefType>(memref.getType());
    if (!memrefType.isDynamicDim(0))
      return builder.getIndexAttr(memrefType.getDimSize(0));
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    return memref::DimOp::create(builder, loc, memref, zero).getResult();
  };
  OpFoldResult from = getSize(op.getSource()), to = getSize(target), common;
  std::optional<int64_t> knownFrom = getConstantIntValue(from);
  std::optional<int64_t> knownTo = getConstantIntValue(to);
  if (knownFrom && knownTo)
    common = builder.getIndexAttr(std::min(*knownFrom, *knownTo));
  else
    common =
        arith::MinUIOp::create(
            builder, loc, getValueOrCreateConstantIndexOp(builder, loc, from),
            getValueOrCreateConstantIndexOp(builder, loc, to))
            .getResult();
  // A slice of no elements would have no place to start from.
  if (getConstantIntValue(common) != 0) {
    OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
    auto slice = [&](Value memref) -> Value {
      return memref::SubViewOp::create(
          builder, loc, memref, ArrayRef<OpFoldResult>{zero},
          ArrayRef<OpFoldResult>{common}, ArrayRef<OpFoldResult>{one});
    };
    memref::CopyOp::create(builder, loc, slice(op.getSource()), slice(target));
  }
  memref::DeallocOp::create(builder, loc, op.getSource());
  op.replaceAllUsesWith(target);
  op.erase();
}

namespace {
struct ExpandReallocs
    : public scatternd::impl::ExpandReallocsPassBase<ExpandReallocs> {
  using ExpandReallocsPassBase::ExpandReallocsPassBase;

  void runOnOperation() override { getOperation()->walk(expandRealloc); }
};
} // namespace
