//===- MarkArguments.cpp - Says which arguments may be written ------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_MARKARGUMENTSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

namespace {
struct MarkArguments
    : public scatternd::impl::MarkArgumentsPassBase<MarkArguments> {
  using MarkArgumentsPassBase::MarkArgumentsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    // Whether a private function may write an argument is for the analysis of
    // its calls to say.
    if (function.isExternal() || function.isPrivate())
      return;
    StringRef upstream = bufferization::BufferizationDialect::kWritableAttrName;
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
      if (isa<TensorType>(type) && !function.getArgAttr(index, upstream))
        function.setArgAttr(index, upstream,
                            BoolAttr::get(&getContext(), writable));
  }
};
} // namespace
