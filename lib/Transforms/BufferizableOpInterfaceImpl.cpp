//===- BufferizableOpInterfaceImpl.cpp - Bufferization --------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/IR/ScatterND.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::scatternd;
using namespace mlir::bufferization;

namespace {
/// Data of a scatter and init of a gather are read as well as written: what no
/// tuple names keeps its value, and all of it does where an error is reported.
/// DestinationStyle's defaults say just that.
template <typename OpT>
struct BufferizationModel
    : public DstBufferizableOpInterfaceExternalModel<BufferizationModel<OpT>,
                                                     OpT> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (type && type.getEncoding() &&
          type.getEncoding().getDialect().getNamespace() == "sparse_tensor")
        return op->emitOpError("expected dense tensors, but got ") << type;
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    OperationState newState(op->getLoc(), op->getName(), buffers, TypeRange(),
                            llvm::to_vector(op->getDiscardableAttrs()));
    newState.propertiesAttr = op->getPropertiesAsAttribute();
    auto bufferized = cast<OpT>(rewriter.create(newState));
    replaceOpWithBufferizedValues(rewriter, op,
                                  Value(bufferized.getDestination()));
    return success();
  }
};
} // namespace

void scatternd::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ScatterNDDialect *) {
    ScatterOp::attachInterface<BufferizationModel<ScatterOp>>(*context);
    GatherOp::attachInterface<BufferizationModel<GatherOp>>(*context);
  });
}
