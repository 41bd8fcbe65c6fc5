//===- InitAll.h - Everything of the project in one call each ---*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_INITALL_H
#define SCATTERND_INITALL_H

#include "ScatterND/IR/ScatterND.h"
#include "ScatterND/Pipelines/Pipelines.h"
#include "ScatterND/Transforms/Passes.h"

namespace mlir {
namespace scatternd {

/// Registers the dialect and what is attached to it: the bufferization model
/// and the conversion to LLVM.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<ScatterNDDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
  registerConvertToLLVMInterface(registry);
}

/// Registers the passes and pipelines.
inline void registerAllPasses() {
  registerScatterNDPasses();
  registerPipelines();
}

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_INITALL_H
