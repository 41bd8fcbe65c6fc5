//===- ReportToLLVM.cpp - Reports to C calls ------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"
#include "ScatterND/IR/ScatterND.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"

using namespace mlir;
using namespace mlir::scatternd;

namespace {
/// A pattern that makes use of the symbols that all of them declare.
template <typename OpT>
struct RuntimePattern : public ConvertOpToLLVMPattern<OpT> {
  RuntimePattern(const LLVMTypeConverter &converter,
                 std::shared_ptr<RuntimeCalls> calls)
      : ConvertOpToLLVMPattern<OpT>(converter), calls(std::move(calls)) {}

  std::shared_ptr<RuntimeCalls> calls;
};

struct ConvertLocation : public RuntimePattern<LocationOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(LocationOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, calls->getString(rewriter, op, op.getText()));
    return success();
  }
};

/// The arguments of a call, all i64 but the location. The converter's index may
/// have fewer bits.
class Arguments {
public:
  Arguments(OpBuilder &builder, Operation *op, Value location)
      : builder(builder), loc(op->getLoc()), all({location}) {}

  Arguments &add(Value value) {
    Type i64 = builder.getI64Type();
    if (value.getType() != i64)
      value = LLVM::SExtOp::create(builder, loc, i64, value);
    all.push_back(value);
    return *this;
  }
  Arguments &add(int64_t value) {
    all.push_back(
        LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), value));
    return *this;
  }
  Arguments &add(OperandName name) { return add(static_cast<int64_t>(name)); }

  OpBuilder &builder;
  Location loc;
  SmallVector<Value> all;
};

struct ConvertReportIndex : public RuntimePattern<ReportIndexOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(ReportIndexOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Arguments arguments(rewriter, op, adaptor.getLocation());
    arguments.add(adaptor.getValue())
        .add(static_cast<int64_t>(op.getDimension()))
        .add(adaptor.getExtent())
        .add(op.getNegativeIndices() == NegativeIndices::Wrap)
        .add(static_cast<int64_t>(op.getCoordinate().size()));
    size_t fixed = arguments.all.size();
    for (Value each : adaptor.getCoordinate())
      arguments.add(each);
    if (failed(calls->call(rewriter, op, "scatternd_report_index", Type(),
                           arguments.all, fixed)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertReportExtent : public RuntimePattern<ReportExtentOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(ReportExtentOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Arguments arguments(rewriter, op, adaptor.getLocation());
    arguments.add(op.getOperand())
        .add(static_cast<int64_t>(op.getDimension()))
        .add(adaptor.getExtent())
        .add(op.getOther())
        .add(static_cast<int64_t>(op.getOtherDimension()))
        .add(adaptor.getOtherExtent());
    if (failed(calls->call(rewriter, op, "scatternd_report_extent", Type(),
                           arguments.all)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertReportComponents : public RuntimePattern<ReportComponentsOp> {
  using RuntimePattern::RuntimePattern;

  LogicalResult
  matchAndRewrite(ReportComponentsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Arguments arguments(rewriter, op, adaptor.getLocation());
    arguments.add(static_cast<int64_t>(op.getDimension()))
        .add(adaptor.getExtent())
        .add(static_cast<int64_t>(op.getDataRank()))
        .add(op.getOperand())
        .add(static_cast<int64_t>(op.getRank()))
        .add(static_cast<int64_t>(op.getComponents()));
    if (failed(calls->call(rewriter, op, "scatternd_report_components", Type(),
                           arguments.all)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void scatternd::populateReportToLLVMPatterns(LLVMTypeConverter &converter,
                                             RewritePatternSet &patterns) {
  converter.addConversion([](LocationType type) {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  auto calls = std::make_shared<RuntimeCalls>();
  patterns.add<ConvertLocation, ConvertReportIndex, ConvertReportExtent,
               ConvertReportComponents>(converter, calls);
}
