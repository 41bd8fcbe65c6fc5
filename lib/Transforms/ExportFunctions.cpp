//===- ExportFunctions.cpp - C entries and linkage ------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPORTFUNCTIONSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

/// A C caller reads whole bytes, of which LLVM says nothing beyond the bits of
/// a narrower integer.
static void extendToByte(func::FuncOp function) {
  if (function.getNumResults() != 1)
    return;
  auto type = dyn_cast<IntegerType>(function.getResultTypes().front());
  if (type && type.getWidth() < 8)
    function.setResultAttr(0, LLVM::LLVMDialect::getZExtAttrName(),
                           UnitAttr::get(function.getContext()));
}

namespace {
struct ExportFunctions
    : public scatternd::impl::ExportFunctionsPassBase<ExportFunctions> {
  using ExportFunctionsPassBase::ExportFunctionsPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    auto entry = UnitAttr::get(context);
    auto internal = LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal);
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (function.isPublic()) {
        function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(), entry);
        extendToByte(function);
      } else if (!function->hasAttr("llvm.linkage")) {
        function->setAttr("llvm.linkage", internal);
      }
    }
  }
};
} // namespace
