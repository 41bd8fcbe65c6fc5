//===- NestedModules.h - The pipeline in modules inside ---------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_PIPELINES_NESTEDMODULES_H
#define SCATTERND_LIB_PIPELINES_NESTEDMODULES_H

#include "ScatterND/Pipelines/Pipelines.h"

namespace mlir {
namespace scatternd {

/// A pass that runs the pipeline on each module inside of a module, innermost
/// ones first: passes on a module, and on its functions, leave those alone.
std::unique_ptr<Pass>
createNestedModulesPass(const ToLLVMPipelineOptions &options);

void registerNestedModulesPass();

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_PIPELINES_NESTEDMODULES_H
