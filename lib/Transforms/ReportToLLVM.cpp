//===- ReportToLLVM.cpp - Reports to C calls ------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"
#include "ScatterND/IR/ScatterND.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_REPORTTOLLVMPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

namespace {
/// Writes the call of one report, whose operands are in Runtime.h's order.
class Report {
public:
  Report(Operation *op, Value location) : builder(op), loc(op->getLoc()) {
    Value address = toI64(builder, loc, location);
    arguments.push_back(LLVM::IntToPtrOp::create(
        builder, loc, LLVM::LLVMPointerType::get(op->getContext()), address));
  }

  Report &add(Value value) {
    arguments.push_back(toI64(builder, loc, value));
    return *this;
  }
  Report &add(int64_t value) {
    arguments.push_back(constantI64(builder, loc, value));
    return *this;
  }
  Report &add(OperandName name) { return add(static_cast<int64_t>(name)); }

  size_t size() const { return arguments.size(); }
  LogicalResult call(RuntimeCalls &calls, StringRef name, size_t fixed) {
    return calls.call(builder, loc, name, arguments, fixed);
  }
  LogicalResult call(RuntimeCalls &calls, StringRef name) {
    return call(calls, name, size());
  }

private:
  OpBuilder builder;
  Location loc;
  SmallVector<Value> arguments;
};
} // namespace

static LogicalResult convert(ReportIndexOp op, RuntimeCalls &calls) {
  Report report(op, op.getLocation());
  report.add(op.getValue())
      .add(op.getDimension())
      .add(op.getExtent())
      .add(op.getNegativeIndices() == NegativeIndices::Wrap)
      .add(static_cast<int64_t>(op.getCoordinate().size()));
  size_t fixed = report.size();
  for (Value each : op.getCoordinate())
    report.add(each);
  return report.call(calls, "scatternd_report_index", fixed);
}

static LogicalResult convert(ReportExtentOp op, RuntimeCalls &calls) {
  return Report(op, op.getLocation())
      .add(op.getOperand())
      .add(int64_t(op.getDimension()))
      .add(op.getExtent())
      .add(op.getOther())
      .add(int64_t(op.getOtherDimension()))
      .add(op.getOtherExtent())
      .call(calls, "scatternd_report_extent");
}

static LogicalResult convert(ReportComponentsOp op, RuntimeCalls &calls) {
  return Report(op, op.getLocation())
      .add(int64_t(op.getDimension()))
      .add(op.getExtent())
      .add(int64_t(op.getDataRank()))
      .add(op.getOperand())
      .add(int64_t(op.getRank()))
      .add(int64_t(op.getComponents()))
      .call(calls, "scatternd_report_components");
}

namespace {
struct ReportToLLVM
    : public scatternd::impl::ReportToLLVMPassBase<ReportToLLVM> {
  using ReportToLLVMPassBase::ReportToLLVMPassBase;

  void runOnOperation() override {
    RuntimeCallsOfTables calls;
    WalkResult result = getOperation().walk([&](Operation *op) -> WalkResult {
      LogicalResult converted = success();
      if (auto location = dyn_cast<LocationOp>(op)) {
        OpBuilder builder(op);
        Value text = calls[op].getLocationText(builder, op->getLoc());
        Value address = LLVM::PtrToIntOp::create(builder, op->getLoc(),
                                                 builder.getI64Type(), text);
        location.replaceAllUsesWith(Value(arith::IndexCastOp::create(
            builder, op->getLoc(), builder.getIndexType(), address)));
      } else if (auto report = dyn_cast<ReportIndexOp>(op)) {
        converted = convert(report, calls[op]);
      } else if (auto report = dyn_cast<ReportExtentOp>(op)) {
        converted = convert(report, calls[op]);
      } else if (auto report = dyn_cast<ReportComponentsOp>(op)) {
        converted = convert(report, calls[op]);
      } else {
        return WalkResult::advance();
      }
      if (failed(converted))
        return WalkResult::interrupt();
      op->erase();
      return WalkResult::skip();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
