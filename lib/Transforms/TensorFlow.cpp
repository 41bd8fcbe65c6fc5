//===- TensorFlow.cpp - Whose buffer a tensor may have --------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::scatternd;

TensorFlow::TensorFlow(SymbolTableCollection &symbols)
    : state(options), symbols(symbols) {}

func::FuncOp TensorFlow::getCallee(func::CallOp call) {
  return dyn_cast_if_present<func::FuncOp>(
      call.resolveCallableInTable(&symbols));
}

ArrayRef<llvm::BitVector>
TensorFlow::getReturnedArguments(func::FuncOp function) {
  auto [it, inserted] = returnedArguments.try_emplace(function);
  if (!inserted)
    return it->second;
  // While a function is looked at, and where it has no body, any argument may
  // come back.
  unsigned numArguments = function.getNumArguments();
  it->second.assign(function.getNumResults(),
                    llvm::BitVector(numArguments, true));
  if (function.isExternal())
    return it->second;

  SmallVector<llvm::BitVector> returned;
  Operation *terminator = function.getBody().back().getTerminator();
  for (Value value : terminator->getOperands()) {
    llvm::BitVector &arguments = returned.emplace_back(numArguments);
    if (!isa<TensorType>(value.getType()))
      continue;
    for (Value each : trace(value))
      if (auto argument = dyn_cast<BlockArgument>(each);
          argument && argument.getOwner() == &function.getBody().front())
        arguments.set(argument.getArgNumber());
  }
  return returnedArguments[function] = std::move(returned);
}

SmallVector<OpOperand *> TensorFlow::getSources(Value tensor) {
  auto result = dyn_cast<OpResult>(tensor);
  if (!result)
    return {};
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return {&ifOp.thenYield()->getOpOperand(number),
            &ifOp.elseYield()->getOpOperand(number)};
  // What a loop carries is what it started from, or allocated inside.
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {&loop.getInitArgsMutable()[number]};
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    if (number < loop.getInits().size() &&
        loop.getInits()[number].getType() == tensor.getType())
      return {&loop.getInitsMutable()[number]};
    return {};
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    SmallVector<OpOperand *> sources;
    func::FuncOp callee = getCallee(call);
    for (OpOperand &operand : call->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      if (!callee ||
          getReturnedArguments(callee)[number].test(operand.getOperandNumber()))
        sources.push_back(&operand);
    }
    return sources;
  }
  if (!options.dynCastBufferizableOp(op)) {
    // Nothing is known of it.
    SmallVector<OpOperand *> sources;
    for (OpOperand &operand : op->getOpOperands())
      if (isa<TensorType>(operand.get().getType()))
        sources.push_back(&operand);
    return sources;
  }
  return llvm::map_to_vector(state.getAliasingOpOperands(tensor),
                             [](const bufferization::AliasingOpOperand &alias) {
                               return alias.opOperand;
                             });
}

bool TensorFlow::isFresh(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return op && !isa<arith::ConstantOp, bufferization::ToTensorOp>(op) &&
         isa<bufferization::BufferizableOpInterface>(op);
}

llvm::SmallPtrSet<Value, 8> TensorFlow::trace(Value tensor, Region *region) {
  llvm::SmallPtrSet<Value, 8> seen;
  SmallVector<Value> open = {tensor};
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second ||
        (region && !region->isAncestor(each.getParentRegion())))
      continue;
    for (OpOperand *source : getSources(each))
      open.push_back(source->get());
  }
  return seen;
}
