//===- MarkMemory.cpp - Says whose memory the pipeline manages ------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionMemory.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_MARKMEMORYPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

bool scatternd::hasTensors(func::FuncOp function) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (llvm::any_of(function.getArgumentTypes(), isTensor) ||
      llvm::any_of(function.getResultTypes(), isTensor))
    return true;
  return function
      .walk([&](Operation *op) {
        return llvm::any_of(op->getResultTypes(), isTensor)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
/// Finds the allocations that a function's author frees, or may have freed.
class OwnAllocations {
public:
  explicit OwnAllocations(func::FuncOp function, SymbolTableCollection &symbols)
      : flow(function), symbols(symbols) {}

  bool isFreedByAuthor(memref::AllocOp alloc);

private:
  /// Whether who has `operand` may free it, or keep it beyond the function.
  bool mayFree(OpOperand &operand);
  bool frees(func::FuncOp function, unsigned argument);

  BufferViewFlowAnalysis flow;
  SymbolTableCollection &symbols;
  llvm::SmallPtrSet<Operation *, 4> open;
};
} // namespace

bool OwnAllocations::isFreedByAuthor(memref::AllocOp alloc) {
  for (Value alias : flow.resolve(alloc.getMemref()))
    if (llvm::any_of(alias.getUses(),
                     [&](OpOperand &use) { return mayFree(use); }))
      return true;
  return false;
}

bool OwnAllocations::frees(func::FuncOp function, unsigned argument) {
  // What is only declared leaves arguments to their owners, as all C entries
  // do.
  if (!function || function.isExternal())
    return false;
  if (!open.insert(function).second)
    return false;
  BufferViewFlowAnalysis inside(function);
  bool found = false;
  for (Value alias : inside.resolve(function.getArgument(argument)))
    for (OpOperand &use : alias.getUses())
      found |= !isa<func::ReturnOp>(use.getOwner()) && mayFree(use);
  open.erase(function);
  return found;
}

bool OwnAllocations::mayFree(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (isa<func::ReturnOp>(op) ||
      hasEffect<MemoryEffects::Free>(op, operand.get()))
    return true;
  if (auto call = dyn_cast<func::CallOp>(op))
    return frees(dyn_cast_if_present<func::FuncOp>(
                     call.resolveCallableInTable(&symbols)),
                 operand.getOperandNumber());
  // A buffer in a buffer.
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return operand.get() == store.getValueToStore();
  return isa<UnrealizedConversionCastOp>(op);
}

static void markManual(Operation *op) {
  op->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
              UnitAttr::get(op->getContext()));
}

/// Tells deallocation that what the author allocates and frees is the author's
/// business.
static void markOwnAllocations(func::FuncOp function,
                               SymbolTableCollection &symbols) {
  SmallVector<memref::AllocOp> allocs;
  SmallVector<memref::DeallocOp> deallocs;
  function.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op))
      allocs.push_back(alloc);
    else if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
      deallocs.push_back(dealloc);
  });
  if (allocs.empty() && deallocs.empty())
    return;
  OwnAllocations own(function, symbols);
  for (memref::AllocOp alloc : allocs)
    if (own.isFreedByAuthor(alloc))
      markManual(alloc);
  llvm::for_each(deallocs, [](memref::DeallocOp op) { markManual(op); });
}

namespace {
struct MarkMemory : public scatternd::impl::MarkMemoryPassBase<MarkMemory> {
  using MarkMemoryPassBase::MarkMemoryPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    auto unit = UnitAttr::get(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
        if (isa<TensorType>(type))
          function.setResultAttr(index, tensorResultAttr, unit);
      if (function.isExternal() || !hasTensors(function))
        continue;
      function->setAttr(managedMemoryAttr, unit);
      markOwnAllocations(function, symbols);
      for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
        auto isWritable = function.getArgAttrOfType<BoolAttr>(
            index, bufferization::BufferizationDialect::kWritableAttrName);
        if (isa<BaseMemRefType>(type) || (isWritable && isWritable.getValue()))
          function.setArgAttr(index, writableAttr, unit);
      }
    }
  }
};
} // namespace
