//===- CopyHandedOn.cpp - Copies of tensors that are handed on ------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"
#include "TensorFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_COPYHANDEDONPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// A tensor with the elements of `tensor` in a buffer of its own.
static Value buildCopy(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  // What is not defined need not be copied.
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return bufferization::AllocTensorOp::create(builder, loc, type,
                                                empty.getDynamicSizes());
  return bufferization::AllocTensorOp::create(builder, loc, type,
                                              /*dynamicSizes=*/ValueRange(),
                                              /*copy=*/tensor);
}

static void copyOperand(OpOperand &operand) {
  OpBuilder builder(operand.getOwner());
  operand.set(buildCopy(builder, operand.getOwner()->getLoc(), operand.get()));
}

namespace {
/// Sees to it that the tensors which a region or a function hands on are its
/// own.
class Handover {
public:
  explicit Handover(TensorFlow &flow) : flow(flow) {}

  /// `operands` are handed on by `region`. Each may have the buffer of the
  /// block argument in `own` (null: of none) or one that was allocated in
  /// `region`, and no two may share one.
  void isolate(Region &region, MutableArrayRef<OpOperand> operands,
               ArrayRef<Value> own);

  /// The same for what `function` returns, whose own are all arguments.
  void isolate(func::FuncOp function);

  /// No two of `operands` may share a buffer. What is outside of `region`
  /// (null: of the function) counts as it stands.
  void separate(MutableArrayRef<OpOperand> operands, Region *region = nullptr);

private:
  void copyForeign(OpOperand &operand, Region &region, ValueRange own);

  TensorFlow &flow;
};
} // namespace

/// Copies what comes to `operand` from elsewhere, where it comes in: an op that
/// would have to copy it before it writes works on the copy then.
void Handover::copyForeign(OpOperand &operand, Region &region, ValueRange own) {
  SmallVector<OpOperand *> open = {&operand};
  llvm::SmallPtrSet<OpOperand *, 8> seen;
  while (!open.empty()) {
    OpOperand *each = open.pop_back_val();
    Value value = each->get();
    if (llvm::is_contained(own, value) || !seen.insert(each).second)
      continue;
    bool isInside = region.isAncestor(value.getParentRegion());
    SmallVector<OpOperand *> sources;
    if (isInside)
      sources = flow.getSources(value);
    if (isInside && sources.empty() && TensorFlow::isFresh(value))
      continue;
    // Not of calls that may return one of many: one copy is enough then.
    bool isWritten =
        isa_and_nonnull<DestinationStyleOpInterface, scf::IfOp, scf::ForOp,
                        scf::WhileOp, scf::ForallOp>(value.getDefiningOp()) ||
        (value.getDefiningOp<func::CallOp>() && sources.size() == 1);
    if (isWritten && !sources.empty()) {
      llvm::append_range(open, sources);
      continue;
    }
    // A view: all of what it may be a view of must be allowed.
    auto isAllowed = [&](Value traced) {
      return llvm::is_contained(own, traced) ||
             (region.isAncestor(traced.getParentRegion()) &&
              (!flow.getSources(traced).empty() ||
               TensorFlow::isFresh(traced)));
    };
    if (!isInside || !llvm::all_of(flow.trace(value, &region), isAllowed))
      copyOperand(*each);
  }
}

void Handover::separate(MutableArrayRef<OpOperand> operands, Region *region) {
  llvm::SmallPtrSet<Value, 16> taken;
  for (OpOperand &operand : operands) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    llvm::SmallPtrSet<Value, 8> traced = flow.trace(operand.get(), region);
    if (llvm::any_of(traced,
                     [&](Value value) { return taken.contains(value); }))
      copyOperand(operand);
    else
      taken.insert(traced.begin(), traced.end());
  }
}

void Handover::isolate(Region &region, MutableArrayRef<OpOperand> operands,
                       ArrayRef<Value> own) {
  for (auto [operand, argument] : llvm::zip_equal(operands, own))
    if (isa<RankedTensorType>(operand.get().getType()))
      copyForeign(operand, region, argument);
  separate(operands, &region);
}

void Handover::isolate(func::FuncOp function) {
  Region &body = function.getBody();
  MutableArrayRef<OpOperand> returned =
      body.back().getTerminator()->getOpOperands();
  for (OpOperand &operand : returned)
    if (isa<RankedTensorType>(operand.get().getType()))
      copyForeign(operand, body, function.getArguments());
  separate(returned);
}

/// For each of `handedOn`, the argument of the same number and type, or null.
static SmallVector<Value> getOwnArguments(ValueRange handedOn,
                                          ValueRange arguments) {
  SmallVector<Value> own(handedOn.size());
  for (auto [value, argument, result] : llvm::zip(handedOn, arguments, own))
    if (value.getType() == argument.getType())
      result = argument;
  return own;
}

static void isolateLoop(Operation *op, Handover &handover) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    handover.isolate(loop.getRegion(),
                     loop.getBody()->getTerminator()->getOpOperands(),
                     SmallVector<Value>(loop.getRegionIterArgs()));
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    scf::ConditionOp condition = loop.getConditionOp();
    handover.isolate(
        loop.getBefore(), condition.getArgsMutable(),
        getOwnArguments(condition.getArgs(), loop.getBeforeArguments()));
    scf::YieldOp yield = loop.getYieldOp();
    handover.isolate(
        loop.getAfter(), yield->getOpOperands(),
        getOwnArguments(yield.getResults(), loop.getAfterArguments()));
  }
}

/// The tensors that a loop starts from; the analysis takes a write in the loop
/// for no conflict with another of its results.
static MutableArrayRef<OpOperand> getInits(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInitArgsMutable();
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return loop.getInitsMutable();
  if (auto loop = dyn_cast<scf::ForallOp>(op))
    return loop.getOutputsMutable();
  return {};
}

/// Nothing is known of the results of a call of an unknown function but that
/// they may be one buffer.
static void separateResults(func::CallOp call) {
  OpBuilder builder(call->getContext());
  builder.setInsertionPointAfter(call);
  bool isFirst = true;
  for (Value result : call.getResults()) {
    if (!isa<RankedTensorType>(result.getType()) ||
        std::exchange(isFirst, false))
      continue;
    Value copy = buildCopy(builder, call.getLoc(), result);
    result.replaceAllUsesExcept(copy, copy.getDefiningOp());
  }
}

/// What a loop starts from that is `argument` in its first round, or null.
static Value getInit(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    if (OpOperand *init = loop.getTiedLoopInit(argument))
      return init->get();
  if (auto loop = dyn_cast<scf::WhileOp>(op);
      loop && argument.getOwner() == loop.getAfterBody())
    return loop.getConditionOp().getArgs()[argument.getArgNumber()];
  return {};
}

/// Whether somebody else may see what is written to `tensor`: it comes from an
/// argument or a memref.
static bool mayBeSeen(Value tensor, TensorFlow &flow) {
  llvm::SmallPtrSet<Value, 8> seen;
  SmallVector<Value> open = {tensor};
  while (!open.empty()) {
    for (Value each : flow.trace(open.pop_back_val())) {
      if (!seen.insert(each).second || !flow.getSources(each).empty() ||
          TensorFlow::isFresh(each) || each.getDefiningOp<arith::ConstantOp>())
        continue;
      auto argument = dyn_cast<BlockArgument>(each);
      Value init = argument ? getInit(argument) : Value();
      if (!init)
        return true;
      open.push_back(init);
    }
  }
  return false;
}

/// A copy into a tensor that nobody else sees is a copy like any other:
/// upstream refuses one that cannot be in place.
static void relaxDestination(bufferization::MaterializeInDestinationOp op,
                             TensorFlow &flow) {
  if (!isa<RankedTensorType>(op.getDest().getType()) ||
      mayBeSeen(op.getDest(), flow))
    return;
  OpBuilder builder(op);
  auto copy = linalg::CopyOp::create(builder, op.getLoc(), op.getSource(),
                                     op.getDest());
  op->replaceAllUsesWith(copy->getResults());
  op.erase();
}

/// All that the threads of `loop` insert is read before anything is written,
/// but upstream lets one insertion after another write what the next one reads.
static void separateInsertions(scf::ForallOp loop, TensorFlow &flow) {
  auto insertions = llvm::to_vector(
      loop.getTerminator().getOps<tensor::ParallelInsertSliceOp>());
  for (tensor::ParallelInsertSliceOp op : insertions) {
    llvm::SmallPtrSet<Value, 8> traced =
        flow.trace(op.getSource(), &loop.getRegion());
    auto overwrites = [&](tensor::ParallelInsertSliceOp other) {
      return other != op && traced.contains(other.getDest());
    };
    if (!llvm::any_of(insertions, overwrites))
      continue;
    OpBuilder builder(loop.getTerminator());
    op.getSourceMutable().assign(
        buildCopy(builder, op.getLoc(), op.getSource()));
  }
}

namespace {
struct CopyHandedOn
    : public scatternd::impl::CopyHandedOnPassBase<CopyHandedOn> {
  using CopyHandedOnPassBase::CopyHandedOnPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection symbols;
    TensorFlow flow(symbols);
    Handover handover(flow);
    // Inner loops first: outer ones rely on them. Functions rely on their
    // loops, and so do calls of them.
    module.walk([&](Operation *op) { isolateLoop(op, handover); });
    module.walk([&](Operation *op) { handover.separate(getInits(op)); });
    module.walk([&](scf::ForallOp loop) { separateInsertions(loop, flow); });

    llvm::SetVector<Operation *> called;
    module.walk([&](func::CallOp call) {
      func::FuncOp callee = flow.getCallee(call);
      if (callee && !callee.isExternal())
        called.insert(callee);
      else
        separateResults(call);
    });
    for (Operation *op : called)
      handover.isolate(cast<func::FuncOp>(op));

    module.walk([&](bufferization::MaterializeInDestinationOp op) {
      relaxDestination(op, flow);
    });
  }
};
} // namespace
