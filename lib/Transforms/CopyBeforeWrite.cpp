//===- CopyBeforeWrite.cpp - A fresh copy for every write -----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_COPYBEFOREWRITEPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

/// Ops with regions and calls write nothing themselves, and an op that combines
/// what parallel iterations made must write to the one value they share.
static bool writesItself(Operation *op) {
  return isa<bufferization::BufferizableOpInterface>(op) &&
         !isa<CallOpInterface, RegionBranchOpInterface>(op) &&
         !isa<InParallelOpInterface>(op->getParentOp());
}

namespace {
struct CopyBeforeWrite
    : public scatternd::impl::CopyBeforeWritePassBase<CopyBeforeWrite> {
  using CopyBeforeWritePassBase::CopyBeforeWritePassBase;

  void runOnOperation() override {
    bufferization::BufferizationOptions options;
    bufferization::AnalysisState state(options);
    SmallVector<OpOperand *> written;
    getOperation()->walk([&](Operation *op) {
      if (!writesItself(op))
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (isa<RankedTensorType>(operand.get().getType()) &&
            state.bufferizesToMemoryWrite(operand))
          written.push_back(&operand);
    });
    for (OpOperand *operand : written) {
      OpBuilder builder(operand->getOwner());
      auto type = cast<RankedTensorType>(operand->get().getType());
      operand->set(bufferization::AllocTensorOp::create(
          builder, operand->getOwner()->getLoc(), type,
          /*dynamicSizes=*/ValueRange(), /*copy=*/operand->get()));
    }
  }
};
} // namespace
