//===- RowForm.h - An op as loops see it ------------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_ROWFORM_H
#define SCATTERND_LIB_TRANSFORMS_ROWFORM_H

#include "ElementStorage.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace scatternd {

/// A scatter or gather on memrefs, with one name for what they share.
struct IndexedOp {
  explicit IndexedOp(ScatterOp op);
  explicit IndexedOp(GatherOp op);

  Operation *op;
  Location loc;
  Value data, indices;
  /// updates or init, and how messages call it.
  Value slices;
  OperandName slicesName;
  bool isGather;
  Reduction reduction;
  OutOfBounds outOfBounds;
  NegativeIndices negativeIndices;
  int64_t batchRank, components, sliceRank;

  int64_t getTupleRank() const {
    return cast<MemRefType>(indices.getType()).getRank() - 1;
  }
  MemRefType getType(Value operand) const {
    return cast<MemRefType>(operand.getType());
  }
};

/// `data[B..., D0..Dk-1, S...]`, `indices[B..., N..., k]`,
/// `updates[B..., N..., S...]`, where the tuple dimensions N... and the slice
/// dimensions S... are folded to one each where the layouts are contiguous as
/// far as the types say, and elements have their storage type.
struct RowForm {
  RowForm(OpBuilder &builder, const IndexedOp &op,
          const ElementStorage &storage);

  Location loc;
  Value data, indices, slices;
  int64_t batchRank, components;
  /// How many dimensions of indices number tuples, the batch's included, and
  /// how many make up a slice, after folding.
  int64_t tupleRank, sliceRank;
  ElementStorage storage;
};

/// `memref` with `count` dimensions from `first` on folded to one, or null
/// where that gains nothing or its type does not say that they are contiguous.
Value foldIfContiguous(OpBuilder &builder, Location loc, Value memref,
                       int64_t first, int64_t count);

/// The extent of a dimension, a constant where it is static.
Value getExtent(OpBuilder &builder, Location loc, Value memref, int64_t dim);

/// Component `component` of the tuple at `tuple`, as an i64.
Value loadComponent(OpBuilder &builder, Location loc, Value indices,
                    ValueRange tuple, int64_t component);

/// A component's place once wrapped, still an i64 and maybe out of bounds.
Value wrapComponent(OpBuilder &builder, Location loc,
                    NegativeIndices negativeIndices, Value component,
                    Value extent);

/// Nested loops over the first `rank` dimensions of `memref`; `body` gets the
/// induction variables.
void buildLoops(OpBuilder &builder, Location loc, Value memref, int64_t rank,
                llvm::function_ref<void(OpBuilder &, ValueRange)> body);

/// The same with a value that each iteration takes and gives on.
Value buildLoops(
    OpBuilder &builder, Location loc, Value memref, int64_t rank, Value init,
    llvm::function_ref<Value(OpBuilder &, ValueRange, Value)> body);

/// Makes the op's location as text, where a report needs it.
using LocationBuilder = llvm::function_ref<Value(OpBuilder &)>;

/// Emits the checks that cannot be made statically, in the contract's order:
/// shapes (C6 to C9), then every component of every tuple. `body` builds what
/// runs when all hold; else the first disagreement is reported.
void buildRunTimeChecks(OpBuilder &builder, const IndexedOp &op,
                        ReportKind report, LocationBuilder location,
                        llvm::function_ref<void(OpBuilder &)> body);

/// Moves one slice, or combines it into the destination: the slice dimensions
/// that follow `toPrefix` in `to` and `fromPrefix` in `from`.
void buildSliceStep(OpBuilder &builder, Location loc, Value to,
                    ValueRange toPrefix, Value from, ValueRange fromPrefix,
                    Reduction reduction, const ElementStorage &storage);

/// Why the lowering does not take `op`, as the end of a sentence that begins
/// with its name; nothing where it does.
std::optional<std::string> whyNotLowered(Operation *op, Reduction reduction);

/// Lowers one op, which `whyNotLowered` has nothing against, to loops at the
/// builder's place.
void lowerToLoops(OpBuilder &builder, const IndexedOp &op, ReportKind report,
                  LocationBuilder location);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_ROWFORM_H
