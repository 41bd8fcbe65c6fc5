//===- RowForm.cpp - An op as loops see it --------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::scatternd;

IndexedOp::IndexedOp(ScatterOp op)
    : op(op), loc(op.getLoc()), data(op.getData()), indices(op.getIndices()),
      slices(op.getUpdates()), slicesName(OperandName::Updates),
      isGather(false), reduction(op.getReduction()),
      outOfBounds(op.getOutOfBounds()),
      negativeIndices(op.getNegativeIndices()), batchRank(op.getBatchDims()),
      components(op.getNumComponents()), sliceRank(op.getSliceRank()) {}

IndexedOp::IndexedOp(GatherOp op)
    : op(op), loc(op.getLoc()), data(op.getData()), indices(op.getIndices()),
      slices(op.getInit()), slicesName(OperandName::Init), isGather(true),
      reduction(Reduction::None), outOfBounds(op.getOutOfBounds()),
      negativeIndices(op.getNegativeIndices()), batchRank(op.getBatchDims()),
      components(op.getNumComponents()), sliceRank(op.getSliceRank()) {}

/// Each dimension by itself, but `count` from `first` on together.
static SmallVector<ReassociationIndices> foldingOf(int64_t rank, int64_t first,
                                                   int64_t count) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim <= first || dim >= first + count)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return groups;
}

/// A dynamic strided memref passes collapse_shape's verifier although it may
/// not be contiguous, so folding is only done where the type guarantees it.
/// Upstream infers a static 0 for a group of a 0 and a `?`, and then refuses
/// it.
static bool canFold(Value memref, int64_t first, int64_t count) {
  auto type = cast<MemRefType>(memref.getType());
  return !llvm::is_contained(type.getShape().slice(first, count), 0) &&
         memref::CollapseShapeOp::isGuaranteedCollapsible(
             type, foldingOf(type.getRank(), first, count));
}

static Value fold(OpBuilder &builder, Location loc, Value memref, int64_t first,
                  int64_t count) {
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  return memref::CollapseShapeOp::create(builder, loc, memref,
                                         foldingOf(rank, first, count));
}

RowForm::RowForm(OpBuilder &builder, const IndexedOp &op,
                 const ElementStorage &storage)
    : loc(op.loc), data(castToStorage(builder, loc, op.data, storage.type)),
      indices(op.indices),
      slices(castToStorage(builder, loc, op.slices, storage.type)),
      batchRank(op.batchRank), components(op.components),
      tupleRank(op.getTupleRank()), sliceRank(op.sliceRank), storage(storage) {
  int64_t firstSliceDim = batchRank + components;
  if (sliceRank > 1 && canFold(data, firstSliceDim, sliceRank) &&
      canFold(slices, tupleRank, sliceRank)) {
    data = fold(builder, loc, data, firstSliceDim, sliceRank);
    slices = fold(builder, loc, slices, tupleRank, sliceRank);
    sliceRank = 1;
  }
  int64_t count = tupleRank - batchRank;
  if (count > 1 && canFold(indices, batchRank, count) &&
      canFold(slices, batchRank, count)) {
    indices = fold(builder, loc, indices, batchRank, count);
    slices = fold(builder, loc, slices, batchRank, count);
    tupleRank = batchRank + 1;
  }
}

Value scatternd::foldIfContiguous(OpBuilder &builder, Location loc,
                                  Value memref, int64_t first, int64_t count) {
  return count > 1 && canFold(memref, first, count)
             ? fold(builder, loc, memref, first, count)
             : Value();
}

Value scatternd::getExtent(OpBuilder &builder, Location loc, Value memref,
                           int64_t dim) {
  return builder.createOrFold<memref::DimOp>(loc, memref, dim);
}

Value scatternd::loadComponent(OpBuilder &builder, Location loc, Value indices,
                               ValueRange tuple, int64_t component) {
  SmallVector<Value> place(tuple);
  place.push_back(arith::ConstantIndexOp::create(builder, loc, component));
  Value loaded = memref::LoadOp::create(builder, loc, indices, place);
  Type i64 = builder.getI64Type();
  if (loaded.getType().isIndex())
    return arith::IndexCastOp::create(builder, loc, i64, loaded);
  if (loaded.getType().isInteger(32))
    return arith::ExtSIOp::create(builder, loc, i64, loaded);
  return loaded;
}

Value scatternd::wrapComponent(OpBuilder &builder, Location loc,
                               NegativeIndices negativeIndices, Value component,
                               Value extent) {
  if (negativeIndices == NegativeIndices::Invalid)
    return component;
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
  Value isNegative = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, component, zero);
  Value wrapped = arith::AddIOp::create(builder, loc, component, extent);
  return arith::SelectOp::create(builder, loc, isNegative, wrapped, component);
}

static Value
buildLoopNest(OpBuilder &builder, Location loc, Value memref, int64_t rank,
              SmallVector<Value> &ivs, Value carried,
              llvm::function_ref<Value(OpBuilder &, ValueRange, Value)> body) {
  if (static_cast<int64_t>(ivs.size()) == rank)
    return body(builder, ivs, carried);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value extent = getExtent(builder, loc, memref, ivs.size());
  auto loop = scf::ForOp::create(builder, loc, zero, extent, one,
                                 carried ? ValueRange(carried) : ValueRange());
  OpBuilder::InsertionGuard guard(builder);
  // Without carried values the loop has its terminator already.
  builder.setInsertionPointToStart(loop.getBody());
  ivs.push_back(loop.getInductionVar());
  Value inner =
      buildLoopNest(builder, loc, memref, rank, ivs,
                    carried ? loop.getRegionIterArg(0) : Value(), body);
  ivs.pop_back();
  if (!carried)
    return Value();
  scf::YieldOp::create(builder, loc, inner);
  return loop.getResult(0);
}

void scatternd::buildLoops(
    OpBuilder &builder, Location loc, Value memref, int64_t rank,
    llvm::function_ref<void(OpBuilder &, ValueRange)> body) {
  SmallVector<Value> ivs;
  buildLoopNest(builder, loc, memref, rank, ivs, Value(),
                [&](OpBuilder &builder, ValueRange ivs, Value) {
                  body(builder, ivs);
                  return Value();
                });
}

Value scatternd::buildLoops(
    OpBuilder &builder, Location loc, Value memref, int64_t rank, Value init,
    llvm::function_ref<Value(OpBuilder &, ValueRange, Value)> body) {
  SmallVector<Value> ivs;
  return buildLoopNest(builder, loc, memref, rank, ivs, init, body);
}
