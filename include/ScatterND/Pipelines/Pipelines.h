//===- Pipelines.h - The one place that orders passes -----------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_PIPELINES_PIPELINES_H
#define SCATTERND_PIPELINES_PIPELINES_H

#include "ScatterND/Transforms/Passes.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;

namespace scatternd {

/// Options of `--scatternd-to-llvm`.
struct ToLLVMPipelineOptions
    : public PassPipelineOptions<ToLLVMPipelineOptions> {
  PassOptions::Option<bool> writableArguments{
      *this, "writable-arguments",
      llvm::cl::desc("Let public functions write to all their tensor "
                     "arguments, as if each said `bufferization.writable = "
                     "true`; an argument's own attribute goes first"),
      llvm::cl::init(false)};
  PassOptions::Option<ReportKind> report{
      *this, "report",
      llvm::cl::desc("How a bad index or shape is reported at run time"),
      llvm::cl::init(ReportKind::Call), getReportKindValues()};
  PassOptions::Option<bool> checkTranslation{
      *this, "check-translation",
      llvm::cl::desc("Fail where the result cannot be translated to LLVM IR"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> copyBeforeWrite{
      *this, "copy-before-write",
      llvm::cl::desc("Let every write on tensors go to a fresh copy, for "
                     "finding faults of bufferization"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> referenceLoop{
      *this, "reference-loop",
      llvm::cl::desc("Replace every scatternd op by a call of the reference "
                     "loop instead of lowering it (scatternd-run --check)"),
      llvm::cl::init(false)};
};

/// Adds the passes that take functions on tensors or memrefs with scatternd
/// ops, and with other upstream ops around them, to the LLVM dialect.
void buildToLLVMPipeline(OpPassManager &pm,
                         const ToLLVMPipelineOptions &options);

/// Registers `--scatternd-to-llvm`.
void registerPipelines();

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_PIPELINES_PIPELINES_H
