//===- ToLLVM.cpp - From tensors or memrefs to the LLVM dialect -----------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestedModules.h"
#include "ScatterND/Pipelines/Pipelines.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::scatternd;

/// Functions on tensors, in the form that bufferization gets right.
static void addPreparation(OpPassManager &pm,
                           const ToLLVMPipelineOptions &options) {
  pm.addPass(createNestedModulesPass(options));
  pm.addPass(createCheckResourcesPass());
  pm.addPass(createExpandReallocsPass());
  pm.addPass(createExpandAtomicsPass());
  OpPassManager &function = pm.nest<func::FuncOp>();
  function.addPass(scatternd::createLowerAffinePass());
  function.addPass(createStructureControlFlowPass());
  function.addPass(createExpandTensorOpsPass());
  MarkArgumentsPassOptions mark;
  mark.writable = options.writableArguments;
  function.addPass(createMarkArgumentsPass(mark));
}

/// Tensors to buffers, each of which is freed once.
static void addBufferization(OpPassManager &pm,
                             const ToLLVMPipelineOptions &options) {
  pm.addPass(createMarkMemoryPass());
  pm.addPass(createCopyHandedOnPass());
  if (options.copyBeforeWrite)
    pm.addNestedPass<func::FuncOp>(createCopyBeforeWritePass());
  pm.addPass(createBufferizePass());
  pm.addPass(createDeallocatePass());
  pm.addPass(createConvertBufferizationToMemRefPass());
}

/// scatternd ops on buffers to loops, with their reports as calls.
static void addLowering(OpPassManager &pm,
                        const ToLLVMPipelineOptions &options) {
  if (options.referenceLoop) {
    pm.addPass(createLowerToReferencePass());
  } else {
    LowerToLoopsPassOptions lower;
    lower.report = options.report;
    pm.addPass(createLowerToLoopsPass(lower));
  }
  pm.addPass(createExportFunctionsPass());
}

/// Ops on buffers to loops over scalars.
static void addLoopLowering(OpPassManager &pm,
                            const ToLLVMPipelineOptions &options) {
  pm.addPass(createExpandCopiesPass());
  pm.addPass(createExpandViewsPass());
  // Another way to the same loops, for comparison.
  pm.addPass(options.referenceLoop ? createConvertLinalgToParallelLoopsPass()
                                   : createConvertLinalgToLoopsPass());
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(createForallToForLoopPass());
  pm.addPass(createExpandSmallFloatsPass());
}

/// Loops over scalars to branches, function by function.
static void addScalarLowering(OpPassManager &pm) {
  pm.addPass(createExpandArithPass());
  pm.addPass(scatternd::createLowerAffinePass());
  pm.addPass(createConvertComplexToStandardPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  // More than the vector dialect's part of convert-to-llvm: transfers, too.
  pm.addPass(createConvertVectorToLLVMPass());
}

void scatternd::buildToLLVMPipeline(OpPassManager &pm,
                                    const ToLLVMPipelineOptions &options) {
  addPreparation(pm, options);
  addBufferization(pm, options);
  addLowering(pm, options);
  addLoopLowering(pm.nest<func::FuncOp>(), options);
  pm.addPass(createBFloat16ToBitsPass());
  addScalarLowering(pm.nest<func::FuncOp>());
  pm.addPass(createExpandAssertsPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(scatternd::createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createRecastResourcesPass());
  pm.addPass(createCheckLoweredPass());
  if (options.checkTranslation)
    pm.addPass(createCheckTranslationPass());
}

void scatternd::registerPipelines() {
  registerNestedModulesPass();
  PassPipelineRegistration<ToLLVMPipelineOptions>(
      "scatternd-to-llvm",
      "Takes functions on tensors or memrefs with scatternd ops, and other "
      "upstream ops around them, to the LLVM dialect",
      buildToLLVMPipeline);
}
