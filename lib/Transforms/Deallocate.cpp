//===- Deallocate.cpp - Frees what tensors became -------------------------===//
//-*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionMemory.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_DEALLOCATEPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// What the branches to `block` pass as its argument `number`; nothing where
/// one of them does not say.
static SmallVector<Value> getBranchOperands(Block *block, unsigned number) {
  SmallVector<Value> operands;
  for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    if (!branch)
      return {};
    Value operand = branch.getSuccessorOperands(it.getSuccessorIndex())[number];
    if (!operand)
      return {};
    operands.push_back(operand);
  }
  return operands;
}

/// The values that `value` may be, one step back; nothing where `value` is
/// where its buffer comes from.
static SmallVector<Value> getSources(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Block *block = argument.getOwner();
    if (!block->isEntryBlock())
      return getBranchOperands(block, argument.getArgNumber());
    auto loop = dyn_cast<scf::ForOp>(block->getParentOp());
    if (!loop)
      return {};
    unsigned index = argument.getArgNumber() - loop.getNumInductionVars();
    return {loop.getInitArgs()[index], loop.getYieldedValues()[index]};
  }
  Operation *op = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    return {view.getViewSource()};
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return {select.getTrueValue(), select.getFalseValue()};
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return {ifOp.thenYield().getOperand(number),
            ifOp.elseYield().getOperand(number)};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getInitArgs()[number], loop.getYieldedValues()[number]};
  return {};
}

/// Whether the caller may be given `value` as it is: whatever buffer it is, it
/// was allocated here (or handed over by a callee), or it is an argument that
/// the function may write.
static bool isReturnable(Value value, func::FuncOp function) {
  SmallVector<Value> open = {value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    SmallVector<Value> sources = getSources(each);
    if (!sources.empty()) {
      open.append(sources);
      continue;
    }
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      if (argument.getOwner() != &function.getBody().front() ||
          !function.getArgAttr(argument.getArgNumber(), writableAttr))
        return false;
      continue;
    }
    if (!isa<memref::AllocOp, bufferization::CloneOp, func::CallOp>(
            each.getDefiningOp()))
      return false;
  }
  return true;
}

/// Whether `value` goes nowhere but to the function's return (and to the
/// deallocation that retains it): upstream's clones for the caller do.
static bool isOnlyReturned(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<func::ReturnOp, bufferization::DeallocOp,
            memref::ExtractStridedMetadataOp>(user))
      return true;
    auto ifOp = dyn_cast<scf::IfOp>(user->getParentOp());
    return isa<scf::YieldOp>(user) && ifOp &&
           isOnlyReturned(ifOp.getResult(use.getOperandNumber()));
  });
}

/// Leaves out the clones that give the caller of `function` a buffer of its own
/// where the contract (point 7) has it take the buffer as it is.
static void dropClonesOfReturned(func::FuncOp function) {
  SmallVector<bufferization::CloneOp> clones;
  function.walk([&](bufferization::CloneOp clone) {
    if (isOnlyReturned(clone.getResult()) &&
        isReturnable(clone.getInput(), function))
      clones.push_back(clone);
  });
  for (bufferization::CloneOp clone : clones) {
    clone.getResult().replaceAllUsesWith(clone.getInput());
    clone.erase();
  }
}

namespace {
struct Deallocate : public scatternd::impl::DeallocatePassBase<Deallocate> {
  using DeallocatePassBase::DeallocatePassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr(managedMemoryAttr))
        continue;
      if (failed(bufferization::deallocateBuffersOwnershipBased(
              function, bufferization::DeallocationOptions(), symbols)))
        return signalPassFailure();
      if (function.isPublic())
        dropClonesOfReturned(function);
      function->removeAttr(managedMemoryAttr);
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        function.removeArgAttr(i, writableAttr);
    }
  }
};
} // namespace
