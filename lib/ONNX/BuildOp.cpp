//===- BuildOp.cpp - The op of a node -------------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildOp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::scatternd;

Location mlir::scatternd::getNameLoc(MLIRContext *context, StringRef name,
                                     StringRef path) {
  return NameLoc::get(StringAttr::get(context, name),
                      FileLineColLoc::get(context, path, 0, 0));
}

/// Verifies `op`; an error is the verifier's first message.
static llvm::Error verifyOp(Operation *op) {
  std::string message;
  ScopedDiagnosticHandler handler(op->getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    if (message.empty())
                                      message = diagnostic.str();
                                    return success();
                                  });
  if (succeeded(verify(op, /*verifyRecursively=*/false)))
    return llvm::Error::success();
  // The node is named by who asks.
  StringRef text = message;
  text.consume_front(("'" + op->getName().getStringRef() + "' op ").str());
  return llvm::createStringError(text);
}

/// An empty tensor in the shape of a gather's result.
static Value buildInit(OpBuilder &builder, Location location, Value data,
                       Value indices, RankedTensorType type) {
  int64_t dataRank = cast<RankedTensorType>(data.getType()).getRank();
  int64_t numTupleDims =
      cast<RankedTensorType>(indices.getType()).getRank() - 1;
  SmallVector<Value> extents;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!type.isDynamicDim(i))
      continue;
    // The trailing dimensions are data's. Where it has not that many, C6 is
    // broken, which the verifier says.
    bool isSlice = i >= numTupleDims;
    int64_t dim =
        isSlice ? std::max<int64_t>(0, dataRank - type.getRank() + i) : i;
    extents.push_back(tensor::DimOp::create(builder, location,
                                            isSlice ? data : indices, dim));
  }
  return tensor::EmptyOp::create(builder, location, type, extents);
}

llvm::Expected<Value> mlir::scatternd::buildOp(OpBuilder &builder,
                                               Location location,
                                               const Node &node,
                                               ValueRange inputs,
                                               RankedTensorType resultType) {
  Operation *op;
  if (node.isGather) {
    Value init = buildInit(builder, location, inputs[0], inputs[1], resultType);
    op = GatherOp::create(builder, location, inputs[0], inputs[1], init,
                          OutOfBounds::Error, NegativeIndices::Wrap,
                          node.batchDims);
  } else {
    op = ScatterOp::create(builder, location, inputs[0], inputs[1], inputs[2],
                           node.reduction);
  }
  if (llvm::Error error = verifyOp(op))
    return error;
  return op->getResult(0);
}

func::FuncOp
mlir::scatternd::addFunction(ModuleOp module, StringRef name, Location location,
                             TypeRange arguments, TypeRange results,
                             ArrayRef<Location> argumentLocations) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto function = func::FuncOp::create(
      builder, location, name, builder.getFunctionType(arguments, results));
  Block *body = function.addEntryBlock();
  for (auto [argument, argumentLocation] :
       llvm::zip_equal(body->getArguments(), argumentLocations))
    argument.setLoc(argumentLocation);
  return function;
}
