//===- MarkArguments.cpp - Says which arguments may be written ------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionMemory.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_MARKARGUMENTSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

static bool hasTensors(func::FuncOp function) {
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

/// Tells upstream's deallocation that what the author allocates and frees is
/// the author's business.
static void markOwnAllocations(func::FuncOp function) {
  StringRef manual = bufferization::BufferizationDialect::kManualDeallocation;
  auto unit = UnitAttr::get(function.getContext());
  function.walk([&](memref::DeallocOp dealloc) {
    dealloc->setAttr(manual, unit);
    Value freed = dealloc.getMemref();
    while (auto view = freed.getDefiningOp<ViewLikeOpInterface>())
      freed = view.getViewSource();
    if (auto alloc = freed.getDefiningOp<memref::AllocOp>()) {
      alloc->setAttr(manual, unit);
      return;
    }
    // It may be any of them.
    function.walk([&](memref::AllocOp alloc) { alloc->setAttr(manual, unit); });
  });
}

namespace {
struct MarkArguments
    : public scatternd::impl::MarkArgumentsPassBase<MarkArguments> {
  using MarkArgumentsPassBase::MarkArgumentsPassBase;

  void runOnOperation() override {
    Builder builder(&getContext());
    StringRef upstream = bufferization::BufferizationDialect::kWritableAttrName;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || !hasTensors(function))
        continue;
      function->setAttr(managedMemoryAttr, builder.getUnitAttr());
      markOwnAllocations(function);
      // Whether a private function may write an argument is for the analysis of
      // its calls to say.
      if (function.isPrivate())
        continue;
      for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
        bool mayWrite = isa<BaseMemRefType>(type);
        if (isa<TensorType>(type)) {
          auto own = function.getArgAttrOfType<BoolAttr>(index, upstream);
          mayWrite = own ? own.getValue() : writable.getValue();
          function.setArgAttr(index, upstream, builder.getBoolAttr(mayWrite));
        }
        if (mayWrite)
          function.setArgAttr(index, writableAttr, builder.getUnitAttr());
      }
    }
  }
};
} // namespace
