//===- ExpandAsserts.cpp - Assertions whose text is not lost --------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDASSERTSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// Prints the text, writes out what the C library still holds, and aborts.
static LogicalResult expandAssert(cf::AssertOp op, RuntimeCalls &calls) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  Block *block = op->getBlock();
  Block *after = block->splitBlock(std::next(op->getIterator()));
  Block *bad = builder.createBlock(after->getParent());
  Type i32 = builder.getI32Type();
  Value text = calls.getString(builder, op, op.getMsg());
  Value allStreams = LLVM::ZeroOp::create(
      builder, loc, LLVM::LLVMPointerType::get(op.getContext()));
  if (failed(calls.call(builder, op, "puts", i32, text)) ||
      failed(calls.call(builder, op, "fflush", i32, allStreams)) ||
      failed(calls.call(builder, op, "abort", Type(), {})))
    return failure();
  LLVM::UnreachableOp::create(builder, loc);

  builder.setInsertionPoint(op);
  cf::CondBranchOp::create(builder, loc, op.getArg(), after, bad);
  op.erase();
  return success();
}

namespace {
struct ExpandAsserts
    : public scatternd::impl::ExpandAssertsPassBase<ExpandAsserts> {
  using ExpandAssertsPassBase::ExpandAssertsPassBase;

  void runOnOperation() override {
    SmallVector<cf::AssertOp> asserts;
    getOperation().walk([&](cf::AssertOp op) {
      // A region of one block, such as that of a loop, cannot be split.
      if (isa<FunctionOpInterface>(op->getParentOp()))
        asserts.push_back(op);
    });
    RuntimeCalls calls;
    for (cf::AssertOp op : asserts)
      if (failed(expandAssert(op, calls)))
        return signalPassFailure();
  }
};
} // namespace
