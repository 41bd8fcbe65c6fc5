//===- WrittenArguments.cpp - Which arguments a function writes to --------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::scatternd;

namespace {
/// Follows one memref through a module. What it cannot follow counts as a
/// write.
class WriteFinder {
public:
  bool mayBeWritten(Value memref);

private:
  void follow(Value value) {
    if (isa<BaseMemRefType, TensorType>(value.getType()) &&
        seen.insert(value).second)
      pending.push_back(value);
  }
  void follow(ValueRange values) {
    for (Value value : values)
      follow(value);
  }

  /// Whether the use writes. Adds what else the memref is called after it.
  bool isWrite(OpOperand &use);
  bool isWriteByCall(CallOpInterface call, OpOperand &use);
  void followTerminator(Operation *terminator, OpOperand &use);

  SmallVector<Value> pending;
  DenseSet<Value> seen;
};
} // namespace

bool WriteFinder::mayBeWritten(Value memref) {
  follow(memref);
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (OpOperand &use : value.getUses())
      if (isWrite(use))
        return true;
  }
  return false;
}

bool WriteFinder::isWriteByCall(CallOpInterface call, OpOperand &use) {
  auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
  if (!callee || callee.isExternal() ||
      !llvm::is_contained(call.getArgOperands(), use.get()))
    return true;
  for (auto [operand, argument] :
       llvm::zip(call.getArgOperands(), callee.getArguments()))
    if (operand == use.get())
      follow(argument);
  // Any of them may be a view of the argument.
  follow(call->getResults());
  return false;
}

void WriteFinder::followTerminator(Operation *terminator, OpOperand &use) {
  if (auto branch = dyn_cast<BranchOpInterface>(terminator)) {
    if (auto argument =
            branch.getSuccessorBlockArgument(use.getOperandNumber()))
      follow(Value(*argument));
    return;
  }
  // The end of a region: the value goes to the op around it, or to another
  // turn of one of its regions. A function's results end the search: callers
  // follow theirs.
  Operation *parent = terminator->getParentOp();
  if (isa<FunctionOpInterface>(parent))
    return;
  follow(parent->getResults());
  for (Region &region : parent->getRegions())
    for (Block &block : region)
      follow(block.getArguments());
}

bool WriteFinder::isWrite(OpOperand &use) {
  Operation *op = use.getOwner();
  if (op->hasTrait<OpTrait::IsTerminator>()) {
    followTerminator(op, use);
    return false;
  }
  if (auto call = dyn_cast<CallOpInterface>(op))
    return isWriteByCall(call, use);
  // A tensor that stands for the memref may be updated in place.
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    if (isa<TensorType>(use.get().getType()) && style.isDpsInit(&use))
      return true;

  bool hasEffects = op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    hasEffects = true;
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    for (const auto &instance : instances) {
      if (!isa<MemoryEffects::Write>(instance.getEffect()))
        continue;
      Value written = instance.getValue();
      if (!written || written == use.get())
        return true;
    }
  }
  if (!hasEffects)
    return true;

  // An address as an integer cannot be followed.
  if (isa<BaseMemRefType>(use.get().getType()) && op->getNumResults() == 1 &&
      op->getResult(0).getType().isIndex() &&
      op->getName().getStringRef() == "memref.extract_aligned_pointer_as_index")
    return true;
  // Views, selections, loops that carry the value.
  follow(op->getResults());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      follow(block.getArguments());
  return false;
}

SmallVector<bool> mlir::scatternd::findWrittenArguments(func::FuncOp function) {
  SmallVector<bool> written;
  for (BlockArgument argument : function.getArguments())
    written.push_back(isa<BaseMemRefType>(argument.getType()) &&
                      WriteFinder().mayBeWritten(argument));
  return written;
}
