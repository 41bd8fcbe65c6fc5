//===- ConvertToLLVM.cpp - Upstream's conversion, whose errors count ------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_CONVERTTOLLVMPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

namespace {
struct ConvertToLLVM
    : public scatternd::impl::ConvertToLLVMPassBase<ConvertToLLVM> {
  using ConvertToLLVMPassBase::ConvertToLLVMPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    createConvertToLLVMPass()->getDependentDialects(registry);
    scatternd::createExpandCopiesPass()->getDependentDialects(registry);
    scatternd::createExpandViewsPass()->getDependentDialects(registry);
    createSCFToControlFlowPass()->getDependentDialects(registry);
  }

  void runOnOperation() override {
    bool hadError = false;
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      hadError |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
      // Others print it.
      return failure();
    });
    OpPassManager conversion(ModuleOp::getOperationName());
    // A fold since then may have given a copy other types.
    OpPassManager &function = conversion.nest<func::FuncOp>();
    function.addPass(scatternd::createExpandCopiesPass());
    function.addPass(scatternd::createExpandViewsPass());
    function.addPass(createSCFToControlFlowPass());
    conversion.addPass(createConvertToLLVMPass());
    if (failed(runPipeline(conversion, getOperation())) || hadError)
      signalPassFailure();
  }
};
} // namespace
