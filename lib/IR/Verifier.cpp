//===- Verifier.cpp - Constraints C1 to C10 -------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/IR/ScatterND.h"

using namespace mlir;
using namespace mlir::scatternd;

namespace {
/// One of the three operands, with the name that messages give it.
struct NamedOperand {
  StringRef name;
  ShapedType type;

  int64_t rank() const { return type.getRank(); }
  Type element() const { return type.getElementType(); }
};

} // namespace

/// A type as messages write it, without the quotes that diagnostics add.
static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Compares an extent of one operand with one of another; `?` agrees with
/// anything until run time.
static LogicalResult verifyExtent(Operation *op, const NamedOperand &operand,
                                  int64_t dim, const NamedOperand &other,
                                  int64_t otherDim) {
  int64_t extent = operand.type.getDimSize(dim);
  int64_t expected = other.type.getDimSize(otherDim);
  if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(expected) ||
      extent == expected)
    return success();
  return op->emitOpError("expected ")
         << operand.name << " dimension " << dim << " to be " << expected
         << " (" << other.name << " dimension " << otherDim << "), but got "
         << extent;
}

/// C1 to C9 for both ops; `slices` is updates or init.
static LogicalResult verifyShapes(Operation *op, const NamedOperand &data,
                                  const NamedOperand &indices,
                                  const NamedOperand &slices, int64_t batch) {
  // C1; that they are ranked is ODS's to check, and the result is DPS's.
  for (const NamedOperand *operand : {&indices, &slices})
    if (isa<TensorType>(data.type) != isa<TensorType>(operand->type))
      return op->emitOpError("expected ")
             << operand->name << " to be a "
             << (isa<TensorType>(data.type) ? "tensor" : "memref")
             << " (as data), but got " << toText(operand->type);

  // C2
  if (data.rank() < 1)
    return op->emitOpError("expected data rank to be at least 1, but got ")
           << data.rank();

  // C3
  if (indices.rank() < 1)
    return op->emitOpError("expected indices rank to be at least 1, but got ")
           << indices.rank();
  if (!indices.element().isSignlessInteger(32) &&
      !indices.element().isSignlessInteger(64) && !indices.element().isIndex())
    return op->emitOpError("expected indices element type to be i32, i64 or "
                           "index, but got ")
           << toText(indices.element());

  // C4
  if (slices.element() != data.element())
    return op->emitOpError("expected ")
           << slices.name << " element type to be " << toText(data.element())
           << " (data), but got " << toText(slices.element());

  // C5
  int64_t tupleRank = indices.rank() - 1;
  int64_t maxBatch = std::min(tupleRank, data.rank());
  if (batch < 0 || batch > maxBatch)
    return op->emitOpError("expected batch_dims to be ")
           << (maxBatch ? "0 to " : "") << maxBatch << " (data rank "
           << data.rank() << ", indices rank " << indices.rank()
           << "), but got " << batch;

  // C6: the ranks leave a number of components that is in range...
  int64_t maxRank = tupleRank + data.rank() - batch;
  if (slices.rank() < tupleRank || slices.rank() > maxRank) {
    auto diag = op->emitOpError("expected ") << slices.name << " rank to be ";
    if (tupleRank != maxRank)
      diag << tupleRank << " to ";
    diag << maxRank << " (data rank " << data.rank() << ", indices rank "
         << indices.rank();
    if (batch)
      diag << ", batch_dims " << batch;
    return diag << "), but got " << slices.rank();
  }
  // ... and the last dimension of indices, where static, is that number.
  int64_t components = maxRank - slices.rank();
  int64_t last = indices.type.getDimSize(tupleRank);
  if (!ShapedType::isDynamic(last) && last != components)
    return op->emitOpError("expected indices dimension ")
           << tupleRank << " to be " << components
           << " (components left by data rank " << data.rank() << " and "
           << slices.name << " rank " << slices.rank() << "), but got " << last;

  // C7
  for (int64_t dim = 0; dim < tupleRank; ++dim)
    if (failed(verifyExtent(op, slices, dim, indices, dim)))
      return failure();

  // C8
  int64_t firstSliceDim = batch + components;
  for (int64_t dim = firstSliceDim; dim < data.rank(); ++dim)
    if (failed(verifyExtent(op, slices, tupleRank + dim - firstSliceDim, data,
                            dim)))
      return failure();

  // C9
  for (int64_t dim = 0; dim < batch; ++dim)
    if (failed(verifyExtent(op, data, dim, indices, dim)))
      return failure();
  return success();
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyShapes(getOperation(), {"data", getData().getType()},
                          {"indices", getIndices().getType()},
                          {"updates", getUpdates().getType()}, getBatchDims())))
    return failure();

  // C10
  Type element = getData().getType().getElementType();
  Reduction reduction = getReduction();
  if (reduction == Reduction::None)
    return success();
  bool ordered = reduction == Reduction::Max || reduction == Reduction::Min;
  bool suits = isa<IntegerType, IndexType>(element) ||
               (isa<FloatType>(element) && !isa<Float8E8M0FNUType>(element)) ||
               (isa<ComplexType>(element) && !ordered);
  if (!suits)
    return emitOpError("expected data element type to be ")
           << (ordered ? "an integer or float type"
                       : "an integer, float or complex type")
           << " other than f8E8M0FNU (reduction " << stringifyEnum(reduction)
           << "), but got " << toText(element);
  return success();
}

LogicalResult ReportIndexOp::verify() {
  if (getCoordinate().empty())
    return emitOpError(
        "expected a coordinate of at least 1 index (the number of "
        "the component), but got none");
  return success();
}

LogicalResult GatherOp::verify() {
  return verifyShapes(getOperation(), {"data", getData().getType()},
                      {"indices", getIndices().getType()},
                      {"init", getInit().getType()}, getBatchDims());
}
