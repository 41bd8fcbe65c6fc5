//===- CheckLowered.cpp - Fails where an op is left -----------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_CHECKLOWEREDPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

/// A cast is left beside the op that its operand or result was for: that one
/// says more.
static bool isCastForOther(Operation *op) {
  auto isOther = [](Operation *other) {
    return other && !isa<UnrealizedConversionCastOp>(other) &&
           !isa_and_nonnull<LLVM::LLVMDialect>(other->getDialect());
  };
  return isa<UnrealizedConversionCastOp>(op) &&
         (llvm::any_of(op->getUsers(), isOther) ||
          llvm::any_of(op->getOperands(), [&](Value operand) {
            return isOther(operand.getDefiningOp());
          }));
}

namespace {
struct CheckLowered
    : public scatternd::impl::CheckLoweredPassBase<CheckLowered> {
  using CheckLoweredPassBase::CheckLoweredPassBase;

  void runOnOperation() override {
    // One op is enough: others are often there because of it.
    WalkResult result =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (isa<ModuleOp>(op) ||
              isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()) ||
              isCastForOther(op))
            return WalkResult::advance();
          op->emitOpError("was not lowered to the LLVM dialect");
          return WalkResult::interrupt();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
