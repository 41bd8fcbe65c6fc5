//===- LowerToReference.cpp - Calls the reference loop instead ------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocationText.h"
#include "RowForm.h"
#include "RuntimeCalls.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_LOWERTOREFERENCEPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// An index as the i64 that C functions take.
static Value toI64(OpBuilder &builder, Location loc, Value value) {
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
}

/// Appends a memref's address, offset, sizes and strides.
static void addMemRef(OpBuilder &builder, Location loc, Value memref,
                      SmallVectorImpl<Value> &arguments) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  arguments.push_back(toI64(builder, loc, address));
  arguments.push_back(toI64(builder, loc, metadata.getOffset()));
  for (Value size : metadata.getSizes())
    arguments.push_back(toI64(builder, loc, size));
  for (Value stride : metadata.getStrides())
    arguments.push_back(toI64(builder, loc, stride));
}

static LogicalResult convert(const IndexedOp &op, RuntimeCalls &calls) {
  OpBuilder builder(op.op);
  Location loc = op.loc;
  auto getText = [&](Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return calls.getString(builder, op.op, text);
  };
  auto getNumber = [&](auto number) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                    static_cast<int64_t>(number));
  };
  SmallVector<Value> arguments = {
      calls.getString(builder, op.op, getLocationText(loc)),
      getText(op.getType(op.data).getElementType()),
      getText(op.getType(op.indices).getElementType()),
      getNumber(op.isGather),
      getNumber(op.reduction),
      getNumber(op.outOfBounds),
      getNumber(op.negativeIndices),
      getNumber(op.batchRank),
      getNumber(op.getType(op.data).getRank()),
      getNumber(op.getType(op.indices).getRank()),
      getNumber(op.getType(op.slices).getRank())};
  size_t fixed = arguments.size();
  for (Value operand : {op.data, op.indices, op.slices})
    addMemRef(builder, loc, operand, arguments);
  return calls.call(builder, op.op, "scatternd_reference", Type(), arguments,
                    fixed);
}

namespace {
struct LowerToReference
    : public scatternd::impl::LowerToReferencePassBase<LowerToReference> {
  using LowerToReferencePassBase::LowerToReferencePassBase;

  void runOnOperation() override {
    RuntimeCalls calls;
    WalkResult result = getOperation().walk([&](Operation *op) {
      auto scatter = dyn_cast<ScatterOp>(op);
      auto gather = dyn_cast<GatherOp>(op);
      if (!scatter && !gather)
        return WalkResult::advance();
      Reduction reduction = scatter ? scatter.getReduction() : Reduction::None;
      if (std::optional<std::string> reason = whyNotLowered(op, reduction)) {
        op->emitOpError(*reason);
        return WalkResult::interrupt();
      }
      if (failed(
              convert(scatter ? IndexedOp(scatter) : IndexedOp(gather), calls)))
        return WalkResult::interrupt();
      op->erase();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
