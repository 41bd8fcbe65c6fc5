//===- ExpandCopies.cpp - Loops for copies --------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowForm.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDCOPIESPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// Whether upstream's conversion makes a memcpy of a copy with this side.
static bool takesMemcpy(MemRefType type) {
  return type.getLayout().isIdentity() ||
         (type.hasStaticShape() && type.getNumElements() > 0 &&
          memref::isStaticShapeAndContiguousRowMajor(type));
}

/// The same, also where the casts of `memref` are folded into the copy before.
static bool takesMemcpy(Value memref) {
  while (auto type = dyn_cast<MemRefType>(memref.getType())) {
    if (!takesMemcpy(type))
      return false;
    auto cast = memref.getDefiningOp<memref::CastOp>();
    if (!cast)
      return true;
    memref = cast.getSource();
  }
  return false;
}

namespace {
struct ExpandCopy : public OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<MemRefType>(op.getSource().getType());
    auto to = dyn_cast<MemRefType>(op.getTarget().getType());
    if (!from || !to)
      return rewriter.notifyMatchFailure(op, "an operand is unranked");
    if (takesMemcpy(op.getSource()) && takesMemcpy(op.getTarget()))
      return rewriter.notifyMatchFailure(op, "it becomes a memcpy");

    Location loc = op.getLoc();
    Type element = from.getElementType();
    FailureOr<ElementStorage> storage =
        getElementStorage(element, Reduction::None);
    // Another element type is moved one at a time, whatever it is.
    if (failed(storage))
      storage = ElementStorage{element, ElementKind::Bits};
    buildSliceStep(rewriter, loc,
                   castToStorage(rewriter, loc, op.getTarget(), storage->type),
                   {},
                   castToStorage(rewriter, loc, op.getSource(), storage->type),
                   {}, Reduction::None, *storage);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ExpandCopies
    : public scatternd::impl::ExpandCopiesPassBase<ExpandCopies> {
  using ExpandCopiesPassBase::ExpandCopiesPassBase;

  void runOnOperation() override {
    WalkResult unranked = getOperation()->walk([](memref::CopyOp op) {
      if (isa<MemRefType>(op.getSource().getType()) &&
          isa<MemRefType>(op.getTarget().getType()))
        return WalkResult::advance();
      op.emitOpError("copies a memref without a rank, which only a library of "
                     "upstream's could do");
      return WalkResult::interrupt();
    });
    if (unranked.wasInterrupted())
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateExpandCopiesPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void scatternd::populateExpandCopiesPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandCopy>(patterns.getContext());
}
