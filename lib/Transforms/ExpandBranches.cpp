//===- ExpandBranches.cpp - Branches that bufferization can take ----------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDBRANCHESPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

static bool carriesTensors(Operation *branch) {
  return llvm::any_of(branch->getOperandTypes(), llvm::IsaPred<TensorType>);
}

/// Compares with one case after the other.
static void expandSwitch(cf::SwitchOp op) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  Value flag = op.getFlag();
  if (auto values = op.getCaseValues()) {
    for (auto [index, value] : llvm::enumerate(values->getValues<APInt>())) {
      Value constant = arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(flag.getType(), value));
      Value isCase = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, flag, constant);
      Block *block = builder.getBlock();
      Block *next = builder.createBlock(block->getParent(),
                                        std::next(block->getIterator()));
      builder.setInsertionPointToEnd(block);
      // The switch itself still ends the first block.
      if (block == op->getBlock())
        builder.setInsertionPoint(op);
      cf::CondBranchOp::create(builder, loc, isCase,
                               op.getCaseDestinations()[index],
                               op.getCaseOperands(index), next, ValueRange());
      builder.setInsertionPointToEnd(next);
    }
  }
  cf::BranchOp::create(builder, loc, op.getDefaultDestination(),
                       op.getDefaultOperands());
  op.erase();
}

/// Gives the second of two edges to one block a block of its own.
static void splitDoubledEdge(cf::CondBranchOp op) {
  Block *target = op.getFalseDest();
  OpBuilder builder(op.getContext());
  Block *edge = builder.createBlock(target);
  cf::BranchOp::create(builder, op.getLoc(), target, op.getFalseDestOperands());
  builder.setInsertionPoint(op);
  cf::CondBranchOp::create(builder, op.getLoc(), op.getCondition(),
                           op.getTrueDest(), op.getTrueDestOperands(), edge,
                           ValueRange());
  op.erase();
}

namespace {
struct ExpandBranches
    : public scatternd::impl::ExpandBranchesPassBase<ExpandBranches> {
  using ExpandBranchesPassBase::ExpandBranchesPassBase;

  void runOnOperation() override {
    SmallVector<cf::SwitchOp> switches;
    SmallVector<cf::CondBranchOp> doubled;
    getOperation()->walk([&](Operation *op) {
      if (!isa<cf::SwitchOp, cf::CondBranchOp>(op) || !carriesTensors(op))
        return;
      if (auto switchOp = dyn_cast<cf::SwitchOp>(op))
        switches.push_back(switchOp);
      else if (op->getSuccessor(0) == op->getSuccessor(1))
        doubled.push_back(cast<cf::CondBranchOp>(op));
    });
    llvm::for_each(switches, expandSwitch);
    llvm::for_each(doubled, splitDoubledEdge);
  }
};
} // namespace
