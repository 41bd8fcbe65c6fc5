//===- ScatterNDOps.cpp - Interfaces of the ops ---------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClauseSyntax.h"
#include "ScatterND/IR/ScatterND.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::scatternd;

#define GET_OP_CLASSES
#include "ScatterND/IR/ScatterNDOps.cpp.inc"

//===----------------------------------------------------------------------===//
// What scatter and gather share
//===----------------------------------------------------------------------===//

/// Whether C6 to C9 are all proven by static extents.
template <typename OpT>
static bool areShapesProven(OpT op) {
  auto isStatic = [](Value value, int64_t first, int64_t count) {
    auto shape = cast<ShapedType>(value.getType()).getShape();
    return llvm::none_of(shape.slice(first, count), ShapedType::isDynamic);
  };
  int64_t batch = op.getBatchDims();
  int64_t slice = op.getSliceRank();
  int64_t slices = op.getSlices().getType().getRank();
  int64_t data = op.getData().getType().getRank();
  return isStatic(op.getIndices(), 0, op.getIndices().getType().getRank()) &&
         isStatic(op.getSlices(), 0, slices) &&
         isStatic(op.getData(), 0, batch) &&
         isStatic(op.getData(), data - slice, slice);
}

template <typename OpT>
static Speculation::Speculatability getIndexedOpSpeculatability(OpT op) {
  bool reports = op.getOutOfBounds() == OutOfBounds::Error ||
                 op.getOutOfBounds() == OutOfBounds::Assume;
  return op.hasTensorSemantics() && !reports && areShapesProven(op)
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

template <typename OpT>
static void getIndexedOpEffects(
    OpT op, SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    effects.emplace_back(MemoryEffects::Read::get(), &operand,
                         SideEffects::DefaultResource::get());
    if (op.isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
  }
}

template <typename OpT>
static LogicalResult
reifyIndexedOp(OpT op, OpBuilder &builder,
               ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  if (op.hasTensorSemantics())
    reifiedReturnShapes.push_back(tensor::getMixedSizes(
        builder, op.getLoc(), Value(op.getDestination())));
  return success();
}

/// A result exists exactly for tensors, with the destination's type (C1).
static LogicalResult
inferIndexedOpTypes(Type destination,
                    SmallVectorImpl<Type> &inferredReturnTypes) {
  if (isa<TensorType>(destination))
    inferredReturnTypes.push_back(destination);
  return success();
}

//===----------------------------------------------------------------------===//
// ScatterOp
//===----------------------------------------------------------------------===//

MutableOperandRange ScatterOp::getDpsInitsMutable() { return getDataMutable(); }

LogicalResult ScatterOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &inferredReturnTypes) {
  return inferIndexedOpTypes(operands[0].getType(), inferredReturnTypes);
}

void ScatterOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getIndexedOpEffects(*this, effects);
}

Speculation::Speculatability ScatterOp::getSpeculatability() {
  return getIndexedOpSpeculatability(*this);
}

LogicalResult
ScatterOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  return reifyIndexedOp(*this, builder, reifiedReturnShapes);
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

MutableOperandRange GatherOp::getDpsInitsMutable() { return getInitMutable(); }

LogicalResult GatherOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &inferredReturnTypes) {
  return inferIndexedOpTypes(operands[2].getType(), inferredReturnTypes);
}

void GatherOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getIndexedOpEffects(*this, effects);
}

Speculation::Speculatability GatherOp::getSpeculatability() {
  return getIndexedOpSpeculatability(*this);
}

LogicalResult
GatherOp::reifyResultShapes(OpBuilder &builder,
                            ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  return reifyIndexedOp(*this, builder, reifiedReturnShapes);
}
