//===- Deallocate.cpp - Frees what tensors became -------------------------===//
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

/// Takes away the deallocations of what calls of unmanaged functions returned.
/// Upstream takes every result as handed over; a function on memrefs may as
/// well return its argument, and whoever wrote it frees what it allocates. What
/// is only declared keeps upstream's rule.
static void keepResultsOfUnmanaged(func::FuncOp function,
                                   SymbolTable &symbols) {
  auto isOfUnmanaged = [&](Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (auto call = dyn_cast<func::CallOp>(op)) {
        auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
        return callee && !callee.isExternal() &&
               !callee->hasAttr(managedMemoryAttr);
      }
      if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(op))
        value = metadata.getSource();
      else if (auto view = dyn_cast<ViewLikeOpInterface>(op))
        value = view.getViewSource();
      else
        break;
    }
    return false;
  };
  function.walk([&](bufferization::DeallocOp dealloc) {
    for (auto [index, memref] : llvm::enumerate(dealloc.getMemrefs())) {
      if (!isOfUnmanaged(memref))
        continue;
      OpBuilder builder(dealloc);
      Value no = arith::ConstantIntOp::create(builder, dealloc.getLoc(), 0, 1);
      dealloc.getConditionsMutable()[index].set(no);
    }
  });
}

namespace {
struct Deallocate : public scatternd::impl::DeallocatePassBase<Deallocate> {
  using DeallocatePassBase::DeallocatePassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    SmallVector<func::FuncOp> managed;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(managedMemoryAttr))
        managed.push_back(function);
    for (func::FuncOp function : managed) {
      if (failed(bufferization::deallocateBuffersOwnershipBased(
              function, bufferization::DeallocationOptions(), symbols)))
        return signalPassFailure();
      keepResultsOfUnmanaged(function, symbols.getSymbolTable(getOperation()));
      if (function.isPublic())
        dropClonesOfReturned(function);
    }
    for (func::FuncOp function : managed) {
      function->removeAttr(managedMemoryAttr);
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        function.removeArgAttr(i, writableAttr);
    }
  }
};
} // namespace
