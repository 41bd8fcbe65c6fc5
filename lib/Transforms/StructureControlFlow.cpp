//===- StructureControlFlow.cpp - Branches as bufferization takes them ----===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionMemory.h"
#include "ScatterND/Transforms/Passes.h"
#include "UnusedValue.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_STRUCTURECONTROLFLOWPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

namespace {
/// Upstream's lifting of branches, for what bufferization takes.
class Lifting : public ControlFlowToSCFTransformation {
public:
  Value getUndefValue(Location loc, OpBuilder &builder, Type type) override {
    if (Value unused = buildUnusedValue(builder, loc, type))
      return unused;
    return ControlFlowToSCFTransformation::getUndefValue(loc, builder, type);
  }

  /// After a loop without an end.
  FailureOr<Operation *> createUnreachableTerminator(Location loc,
                                                     OpBuilder &builder,
                                                     Region &region) override {
    auto execute = dyn_cast<scf::ExecuteRegionOp>(region.getParentOp());
    if (!execute)
      return ControlFlowToSCFTransformation::createUnreachableTerminator(
          loc, builder, region);
    SmallVector<Value> results;
    for (Type type : execute.getResultTypes())
      results.push_back(getUndefValue(loc, builder, type));
    return scf::YieldOp::create(builder, loc, results).getOperation();
  }
};
} // namespace

/// Turns all branches in regions of `root` into structured control flow.
static LogicalResult liftBranches(Operation *root) {
  Lifting lifting;
  DominanceInfo dominance(root);
  IRRewriter rewriter(root->getContext());
  WalkResult result =
      root->walk<WalkOrder::PostOrder>([&](Operation *op) -> WalkResult {
        for (Region &region : op->getRegions()) {
          if (region.empty() || region.hasOneBlock())
            continue;
          if (succeeded(eraseUnreachableBlocks(rewriter, region)))
            dominance.invalidate(&region);
          if (failed(transformCFGToSCF(region, lifting, dominance)))
            return op->emitOpError("has branches that cannot be structured, "
                                   "which it takes to bufferize tensors");
        }
        return WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}

/// Moves the ops of `body` to where `op` is, with what they yield for its
/// results.
static void inlineBody(Operation *op, Block &body) {
  Operation *yield = body.getTerminator();
  op->replaceAllUsesWith(yield->getOperands());
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op->erase();
}

/// Compares with one case after the other.
static void expandSwitch(scf::IndexSwitchOp op) {
  if (op.getNumCases() == 0)
    return inlineBody(op, op.getDefaultBlock());
  Location loc = op.getLoc();
  OpBuilder builder(op);
  scf::IfOp first, last;
  for (auto [value, region] :
       llvm::zip_equal(op.getCases(), op.getCaseRegions())) {
    Value constant = arith::ConstantIndexOp::create(builder, loc, value);
    Value isCase = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         op.getArg(), constant);
    auto ifOp = scf::IfOp::create(builder, loc, op.getResultTypes(), isCase);
    ifOp.getThenRegion().takeBody(region);
    if (last)
      scf::YieldOp::create(builder, loc, ifOp.getResults());
    else
      first = ifOp;
    builder.createBlock(&ifOp.getElseRegion());
    last = ifOp;
  }
  last.getElseRegion().takeBody(op.getDefaultRegion());
  op->replaceAllUsesWith(first->getResults());
  op->erase();
}

/// A tensor of which nobody may know anything has no form on buffers.
static void replacePoison(ub::PoisonOp op) {
  OpBuilder builder(op);
  if (!isa<TensorType>(op.getType()))
    return;
  if (Value unused = buildUnusedValue(builder, op.getLoc(), op.getType())) {
    op.replaceAllUsesWith(unused);
    op.erase();
  }
}

namespace {
struct StructureControlFlow
    : public scatternd::impl::StructureControlFlowPassBase<
          StructureControlFlow> {
  using StructureControlFlowPassBase::StructureControlFlowPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (hasTensors(function) && failed(liftBranches(function)))
      return signalPassFailure();
    WalkResult result =
        function->walk([](scf::ExecuteRegionOp op) -> WalkResult {
          if (failed(liftBranches(op)))
            return WalkResult::interrupt();
          inlineBody(op, op.getRegion().front());
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    function->walk(expandSwitch);
    function->walk(replacePoison);
  }
};
} // namespace
