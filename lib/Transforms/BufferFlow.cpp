//===- BufferFlow.cpp - Where a buffer comes from -------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferFlow.h"
#include "FunctionMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::scatternd;

/// What `memref` is a view of, one step back, or null.
static Value getViewSource(Value memref) {
  Operation *op = memref.getDefiningOp();
  if (!op)
    return {};
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    return view.getViewDest() == memref ? view.getViewSource() : Value();
  if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(op))
    return metadata.getSource();
  return {};
}

Value BufferFlow::getViewed(Value memref) {
  while (Value source = getViewSource(memref))
    memref = source;
  return memref;
}

func::FuncOp BufferFlow::getCallee(func::CallOp call) {
  return dyn_cast_if_present<func::FuncOp>(
      call.resolveCallableInTable(&symbols));
}

ReturnedBuffers BufferFlow::getReturned(func::FuncOp function, unsigned index) {
  auto [it, inserted] = returned.try_emplace(function);
  if (!inserted)
    return it->second[index];
  // Of a function that is only declared, and of one that calls itself, nothing
  // is known.
  unsigned numArguments = function.getNumArguments();
  ReturnedBuffers unknown{llvm::BitVector(numArguments, true), true};
  it->second.assign(function.getNumResults(), unknown);
  if (function.isExternal())
    return unknown;

  SmallVector<ReturnedBuffers> known;
  Operation *terminator = function.getBody().back().getTerminator();
  SmallVector<Origins> earlier;
  for (Value value : terminator->getOperands()) {
    Origins origins;
    if (isa<BaseMemRefType>(value.getType()))
      origins = trace(value);
    ReturnedBuffers &buffers = known.emplace_back();
    buffers.arguments.resize(numArguments);
    for (Value origin : origins) {
      auto argument = dyn_cast<BlockArgument>(origin);
      if (argument && argument.getOwner() == &function.getBody().front() &&
          mayReturn(function, argument.getArgNumber()))
        buffers.arguments.set(argument.getArgNumber());
    }
    buffers.earlierResult = llvm::any_of(earlier, [&](const Origins &other) {
      return llvm::any_of(origins,
                          [&](Value origin) { return other.contains(origin); });
    });
    earlier.push_back(std::move(origins));
  }
  returned[function] = known;
  return known[index];
}

SmallVector<Value> BufferFlow::getSources(Value memref) {
  if (auto argument = dyn_cast<BlockArgument>(memref)) {
    Operation *op = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned index = number - loop.getNumInductionVars();
      return {loop.getInitArgs()[index], loop.getYieldedValues()[index]};
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      if (argument.getOwner() == loop.getBeforeBody())
        return {loop.getInits()[number], loop.getYieldOp().getOperand(number)};
      return {loop.getConditionOp().getArgs()[number]};
    }
    return {};
  }
  if (Value viewed = getViewSource(memref))
    return {viewed};
  Operation *op = memref.getDefiningOp();
  unsigned number = cast<OpResult>(memref).getResultNumber();
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return {select.getTrueValue(), select.getFalseValue()};
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return {ifOp.thenYield().getOperand(number),
            ifOp.elseYield().getOperand(number)};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getInitArgs()[number], loop.getYieldedValues()[number]};
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {loop.getConditionOp().getArgs()[number]};

  SmallVector<Value> sources;
  auto add = [&](Value operand) {
    if (isa<BaseMemRefType>(operand.getType()))
      sources.push_back(operand);
  };
  if (auto call = dyn_cast<func::CallOp>(op)) {
    func::FuncOp callee = getCallee(call);
    for (auto [index, operand] : llvm::enumerate(call.getOperands()))
      if (!callee || getReturned(callee, number).arguments.test(index))
        add(operand);
    if (!callee || getReturned(callee, number).earlierResult)
      for (Value earlier : call.getResults().take_front(number))
        add(earlier);
    return sources;
  }
  if (!isa<bufferization::CloneOp, memref::AllocOp, memref::AllocaOp,
           memref::GetGlobalOp>(op))
    llvm::for_each(op->getOperands(), add);
  return sources;
}

BufferFlow::Origins BufferFlow::trace(Value memref, Block *block) {
  Origins origins;
  llvm::SmallPtrSet<Value, 8> seen;
  SmallVector<Value> open = {memref};
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    auto argument = dyn_cast<BlockArgument>(each);
    SmallVector<Value> sources;
    if (!block || !argument || argument.getOwner() != block)
      sources = getSources(each);
    // A call may also return a buffer of its own.
    if (sources.empty() || each.getDefiningOp<func::CallOp>())
      origins.insert(each);
    open.append(sources);
  }
  return origins;
}

bool BufferFlow::mayShare(Value a, Value b) {
  Origins ofA = trace(a), ofB = trace(b);
  return llvm::any_of(ofA, [&](Value origin) { return ofB.contains(origin); });
}
