//===- NestedModules.cpp - The pipeline in modules inside -----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestedModules.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::scatternd;

namespace {
/// Here and not among the passes that are generated, since it builds pipelines.
struct NestedModules
    : public PassWrapper<NestedModules, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NestedModules)

  NestedModules() = default;
  NestedModules(const NestedModules &other) : PassWrapper(other) {
    copyOptionValuesFrom(&other);
  }
  explicit NestedModules(const ToLLVMPipelineOptions &options) {
    writableArguments = options.writableArguments;
    report = options.report;
    checkTranslation = options.checkTranslation;
    copyBeforeWrite = options.copyBeforeWrite;
    referenceLoop = options.referenceLoop;
  }

  StringRef getArgument() const final { return "scatternd-nested-modules"; }
  StringRef getDescription() const final {
    return "runs --scatternd-to-llvm on each module inside of a module";
  }

  void runOnOperation() override {
    ToLLVMPipelineOptions options;
    options.writableArguments = writableArguments;
    options.report = report;
    options.checkTranslation = checkTranslation;
    options.copyBeforeWrite = copyBeforeWrite;
    options.referenceLoop = referenceLoop;
    // The dialects are those of the pipeline that this is in.
    for (auto module : getOperation().getOps<ModuleOp>()) {
      OpPassManager pipeline(ModuleOp::getOperationName());
      buildToLLVMPipeline(pipeline, options);
      if (failed(runPipeline(pipeline, module)))
        return signalPassFailure();
    }
  }

  Option<bool> writableArguments{*this, "writable-arguments",
                                 llvm::cl::desc("As of --scatternd-to-llvm"),
                                 llvm::cl::init(false)};
  Option<ReportKind> report{
      *this, "report", llvm::cl::desc("As of --scatternd-to-llvm"),
      llvm::cl::init(ReportKind::Call), getReportKindValues()};
  Option<bool> checkTranslation{*this, "check-translation",
                                llvm::cl::desc("As of --scatternd-to-llvm"),
                                llvm::cl::init(true)};
  Option<bool> copyBeforeWrite{*this, "copy-before-write",
                               llvm::cl::desc("As of --scatternd-to-llvm"),
                               llvm::cl::init(false)};
  Option<bool> referenceLoop{*this, "reference-loop",
                             llvm::cl::desc("As of --scatternd-to-llvm"),
                             llvm::cl::init(false)};
};
} // namespace

std::unique_ptr<Pass>
scatternd::createNestedModulesPass(const ToLLVMPipelineOptions &options) {
  return std::make_unique<NestedModules>(options);
}

void scatternd::registerNestedModulesPass() {
  PassRegistration<NestedModules>();
}
