//===- ToLLVM.cpp - From tensors or memrefs to the LLVM dialect -----------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

/// Tensors to buffers. One-shot-bufferize decides what is in place; a
/// function's tensors are contiguous buffers at its boundary, so that whole
/// copies are memcpys.
static void addBufferization(OpPassManager &pm,
                             const ToLLVMPipelineOptions &options) {
  pm.addPass(createCheckResourcesPass());
  MarkArgumentsPassOptions mark;
  mark.writable = options.writableArguments;
  pm.addPass(createMarkArgumentsPass(mark));
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addNestedPass<func::FuncOp>(createExpandBranchesPass());
  if (options.copyBeforeWrite)
    pm.addNestedPass<func::FuncOp>(createCopyBeforeWritePass());

  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
}

/// Every buffer that bufferization made is freed once.
static void addDeallocation(OpPassManager &pm) {
  pm.addPass(memref::createExpandReallocPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createDeallocatePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
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
  pm.addPass(createReportToLLVMPass());
}

/// Ops on buffers to scalars and branches, function by function.
static void addScalarLowering(OpPassManager &pm) {
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(createForallToForLoopPass());
  pm.addPass(createExpandCopiesPass());

  // bf16 is computed in f32 and rounded by integer code.
  arith::ArithEmulateUnsupportedFloatsOptions floats;
  floats.sourceTypeStrs = {"bf16"};
  floats.targetTypeStr = "f32";
  pm.addPass(arith::createArithEmulateUnsupportedFloats(floats));
  pm.addPass(createExpandArithPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createConvertComplexToStandardPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  // More than the vector dialect's part of convert-to-llvm: transfers, too.
  pm.addPass(createConvertVectorToLLVMPass());
}

void scatternd::buildToLLVMPipeline(OpPassManager &pm,
                                    const ToLLVMPipelineOptions &options) {
  addBufferization(pm, options);
  addDeallocation(pm);
  addLowering(pm, options);
  addScalarLowering(pm.nest<func::FuncOp>());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createRecastResourcesPass());
  pm.addPass(createCheckLoweredPass());
}

void scatternd::registerPipelines() {
  PassPipelineRegistration<ToLLVMPipelineOptions>(
      "scatternd-to-llvm",
      "Takes functions on tensors or memrefs with scatternd ops, and other "
      "upstream ops around them, to the LLVM dialect",
      buildToLLVMPipeline);
}
