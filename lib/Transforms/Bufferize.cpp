//===- Bufferize.cpp - Tensors to buffers ---------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankReduction.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// Tensors are contiguous buffers at the boundary of a function, so that whole
/// copies are memcpys.
static bufferization::OneShotBufferizationOptions getOptions() {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.unknownTypeConverterFn =
      [](TensorType type, Attribute memorySpace,
         const bufferization::BufferizationOptions &) -> BaseMemRefType {
    return bufferization::getMemRefTypeWithStaticIdentityLayout(type,
                                                                memorySpace);
  };
  return options;
}

/// Fails where an op is on tensors that upstream cannot bufferize, and names
/// it.
static LogicalResult
checkBufferizable(ModuleOp module,
                  const bufferization::BufferizationOptions &options) {
  WalkResult result = module.walk([&](Operation *op) {
    auto isTensor = [](Type type) { return isa<TensorType>(type); };
    bool hasTensors = llvm::any_of(op->getOperandTypes(), isTensor) ||
                      llvm::any_of(op->getResultTypes(), isTensor);
    if (!hasTensors || options.dynCastBufferizableOp(op))
      return WalkResult::advance();
    op->emitOpError("is on tensors, and has no form on buffers");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Whether `type` alone says that rows lie behind one another from the start.
static bool isContiguous(Type buffer) {
  auto type = dyn_cast<MemRefType>(buffer);
  if (!type)
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || offset != 0)
    return false;
  int64_t expected = 1;
  for (auto [stride, extent] : llvm::zip_equal(
           llvm::reverse(strides), llvm::reverse(type.getShape()))) {
    if (ShapedType::isDynamic(expected) || stride != expected)
      return false;
    expected = ShapedType::isDynamic(extent) ? ShapedType::kDynamic
                                             : expected * extent;
  }
  return true;
}

/// The same of `memref`, or of what it is a cast of.
static bool isContiguous(Value memref) {
  for (auto op = memref.getDefiningOp<memref::CastOp>();
       op && !isContiguous(memref.getType());
       op = memref.getDefiningOp<memref::CastOp>())
    memref = op.getSource();
  return isContiguous(memref.getType());
}

/// To upstream, any strides can be cast to those of a contiguous buffer of
/// unknown extents. Where they may be others, such a cast that bufferization
/// made becomes a copy, as upstream itself makes it where it sees that the cast
/// is wrong.
static void copyWhatIsNotContiguous(ModuleOp module,
                                    const DenseSet<Operation *> &ofAuthor) {
  module.walk([&](memref::CastOp op) {
    auto from = dyn_cast<MemRefType>(op.getSource().getType());
    auto to = dyn_cast<MemRefType>(op.getType());
    if (ofAuthor.contains(op) || !from || !to ||
        from.getLayout().isIdentity() || !to.getLayout().isIdentity() ||
        isContiguous(op.getSource()))
      return;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < to.getRank(); ++dim)
      if (to.isDynamicDim(dim))
        sizes.push_back(
            memref::DimOp::create(builder, loc, op.getSource(), dim));
    Value copy = memref::AllocOp::create(builder, loc, to, sizes,
                                         builder.getI64IntegerAttr(64));
    memref::CopyOp::create(builder, loc, op.getSource(), copy);
    op.getResult().replaceAllUsesWith(copy);
    op.erase();
  });
}

namespace {
struct Bufferize : public scatternd::impl::BufferizePassBase<Bufferize> {
  using BufferizePassBase::BufferizePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    DenseSet<Operation *> casts;
    module.walk([&](memref::CastOp op) { casts.insert(op); });
    bufferization::OneShotBufferizationOptions options = getOptions();
    bufferization::BufferizationState state;
    if (failed(checkBufferizable(module, options)) ||
        failed(
            bufferization::runOneShotModuleBufferize(module, options, state)))
      return signalPassFailure();
    copyWhatIsNotContiguous(module, casts);
    if (failed(bufferization::dropEquivalentBufferResults(module)) ||
        failed(splitRankReductions(module)))
      signalPassFailure();
  }
};
} // namespace
