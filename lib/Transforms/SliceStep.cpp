//===- SliceStep.cpp - Moves and combinations of one slice ----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::scatternd;

/// Bytes of one vector move: a cache line, which every target splits into what
/// registers it has.
static constexpr int64_t vectorBytes = 64;

static SmallVector<Value> concat(ValueRange prefix, ValueRange rest) {
  SmallVector<Value> all(prefix);
  llvm::append_range(all, rest);
  return all;
}

/// One element at `toPlace`, by load and store.
static void buildElementStep(OpBuilder &builder, Location loc, Value to,
                             ValueRange toPlace, Value from,
                             ValueRange fromPlace, Reduction reduction,
                             const ElementStorage &storage) {
  Value update = memref::LoadOp::create(builder, loc, from, fromPlace);
  if (reduction != Reduction::None) {
    Value data = memref::LoadOp::create(builder, loc, to, toPlace);
    update = combine(builder, loc, reduction, storage, data, update);
  }
  memref::StoreOp::create(builder, loc, update, to, toPlace);
}

/// The slice after `prefix` as a memref of `extent` elements.
static Value getRow(OpBuilder &builder, Location loc, Value memref,
                    ValueRange prefix, int64_t extent) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<OpFoldResult> offsets = getAsOpFoldResult(prefix);
  SmallVector<OpFoldResult> ones(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = ones;
  offsets.push_back(builder.getIndexAttr(0));
  sizes.back() = builder.getIndexAttr(extent);
  auto rowType = memref::SubViewOp::inferRankReducedResultType(
      {extent}, type, offsets, sizes, ones);
  return memref::SubViewOp::create(builder, loc, rowType, memref, offsets,
                                   sizes, ones);
}

/// A contiguous row: vectors, then what is left by element. The operands do not
/// overlap, so vectors need no alias check, which LLVM would make for each row.
static void buildVectorRow(OpBuilder &builder, Location loc, Value to,
                           ValueRange toPrefix, Value from,
                           ValueRange fromPrefix, Value extent, int64_t lanes,
                           Reduction reduction, const ElementStorage &storage) {
  auto vectorType = VectorType::get({lanes}, storage.type);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value width = arith::ConstantIndexOp::create(builder, loc, lanes);
  Value rest = builder.createOrFold<arith::RemUIOp>(loc, extent, width);
  Value end = builder.createOrFold<arith::SubIOp>(loc, extent, rest);
  auto vectors = scf::ForOp::create(builder, loc, zero, end, width);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(vectors.getBody());
    Value iv = vectors.getInductionVar();
    SmallVector<Value> toPlace = concat(toPrefix, iv);
    Value update = vector::LoadOp::create(builder, loc, vectorType, from,
                                          concat(fromPrefix, iv));
    if (reduction != Reduction::None) {
      Value data =
          vector::LoadOp::create(builder, loc, vectorType, to, toPlace);
      update = combine(builder, loc, reduction, storage, data, update);
    }
    vector::StoreOp::create(builder, loc, update, to, toPlace);
  }
  if (isConstantIntValue(rest, 0))
    return;
  auto elements = scf::ForOp::create(builder, loc, end, extent, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(elements.getBody());
  Value iv = elements.getInductionVar();
  buildElementStep(builder, loc, to, concat(toPrefix, iv), from,
                   concat(fromPrefix, iv), reduction, storage);
}

static bool hasUnitInnerStride(Value memref) {
  return cast<MemRefType>(memref.getType()).areTrailingDimsContiguous(1);
}

void scatternd::buildSliceStep(OpBuilder &builder, Location loc, Value to,
                               ValueRange toPrefix, Value from,
                               ValueRange fromPrefix, Reduction reduction,
                               const ElementStorage &storage) {
  auto toType = cast<MemRefType>(to.getType());
  auto fromType = cast<MemRefType>(from.getType());
  int64_t sliceRank = toType.getRank() - toPrefix.size();
  if (sliceRank == 0)
    return buildElementStep(builder, loc, to, toPrefix, from, fromPrefix,
                            reduction, storage);

  // All dimensions but the last are loops; an extent that one side has
  // statically is the other side's too.
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  int64_t size = ShapedType::kDynamic;
  auto getSliceExtent = [&](int64_t dim) {
    int64_t toDim = toPrefix.size() + dim, fromDim = fromPrefix.size() + dim;
    size = toType.getDimSize(toDim);
    bool useFrom = ShapedType::isDynamic(size);
    if (useFrom)
      size = fromType.getDimSize(fromDim);
    return getExtent(builder, loc, useFrom ? from : to,
                     useFrom ? fromDim : toDim);
  };
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> toPlace(toPrefix), fromPlace(fromPrefix);
  auto enterLoop = [&](Value extent) {
    auto loop = scf::ForOp::create(builder, loc, zero, extent, one);
    builder.setInsertionPointToStart(loop.getBody());
    toPlace.push_back(loop.getInductionVar());
    fromPlace.push_back(loop.getInductionVar());
  };
  for (int64_t dim = 0; dim < sliceRank - 1; ++dim)
    enterLoop(getSliceExtent(dim));

  Value extent = getSliceExtent(sliceRank - 1);
  bool isRow = hasUnitInnerStride(to) && hasUnitInnerStride(from);
  if (isRow && reduction == Reduction::None && !ShapedType::isDynamic(size)) {
    if (size > 0) {
      Value source = getRow(builder, loc, from, fromPlace, size);
      Value target = getRow(builder, loc, to, toPlace, size);
      memref::CopyOp::create(builder, loc, source, target);
    }
    return;
  }
  if (isRow && storage.isVectorizable()) {
    int64_t lanes = vectorBytes / storage.bytes;
    if (!ShapedType::isDynamic(size))
      lanes = std::min<int64_t>(lanes, llvm::bit_floor<uint64_t>(size));
    if (lanes > 1)
      return buildVectorRow(builder, loc, to, toPlace, from, fromPlace, extent,
                            lanes, reduction, storage);
  }
  enterLoop(extent);
  buildElementStep(builder, loc, to, toPlace, from, fromPlace, reduction,
                   storage);
}
