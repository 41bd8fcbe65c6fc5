//===- ReferenceLoop.cpp - The contract's loop, as it stands --------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/ReferenceLoop.h"
#include "ReferenceCombine.h"
#include "ScatterND/Runtime/Runtime.h"
#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::scatternd;
using Clauses = ReferenceClauses;

namespace {
/// One op on buffers. `third` is updates, or init for a gather.
class Reference {
public:
  Reference(const char *location, const Clauses &clauses, bool isGather,
            const HostView &data, const HostView &indices,
            const HostView &third)
      : location(location), clauses(clauses), isGather(isGather), data(data),
        indices(indices), third(third), dataRank(data.getRank()),
        tupleRank(indices.getRank() - 1), batchDims(clauses.batchDims),
        components(tupleRank + dataRank - batchDims - third.getRank()) {}

  void run();

private:
  bool checkShapes() const;
  bool checkExtents(const HostView &view, int64_t operand, int64_t dimension,
                    const HostView &other, int64_t otherOperand,
                    int64_t otherDimension) const;
  bool checkIndices() const;
  void applyTuple(ArrayRef<int64_t> tuple, ArrayRef<int64_t> place) const;

  /// Component `component` of `tuple` as it stands in indices.
  int64_t loadComponent(ArrayRef<int64_t> tuple, int64_t component) const;

  int64_t getExtent(int64_t component) const {
    return data.shape[batchDims + component];
  }
  int64_t wrap(int64_t value, int64_t extent) const {
    bool wraps = clauses.negativeIndices == Clauses::Wrap;
    return wraps && value < 0 ? value + extent : value;
  }

  /// Calls `visit` for each tuple in order, until it returns false.
  bool forEachTuple(llvm::function_ref<bool(ArrayRef<int64_t>)> visit) const;

  const char *location;
  const Clauses &clauses;
  bool isGather;
  const HostView &data, &indices, &third;
  int64_t dataRank;
  /// The rank of the space of tuples: that of indices without its last
  /// dimension.
  int64_t tupleRank;
  int64_t batchDims;
  /// k, the number of components in a tuple.
  int64_t components;
};
} // namespace

/// Steps `coordinate` to the next one in row-major order; false after the last.
static bool advance(MutableArrayRef<int64_t> coordinate,
                    ArrayRef<int64_t> shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++coordinate[i] < shape[i])
      return true;
    coordinate[i] = 0;
  }
  return false;
}

bool Reference::forEachTuple(
    llvm::function_ref<bool(ArrayRef<int64_t>)> visit) const {
  ArrayRef<int64_t> shape = ArrayRef(indices.shape).drop_back();
  if (llvm::is_contained(shape, 0))
    return true;
  SmallVector<int64_t> tuple(tupleRank, 0);
  do {
    if (!visit(tuple))
      return false;
  } while (advance(tuple, shape));
  return true;
}

int64_t Reference::loadComponent(ArrayRef<int64_t> tuple,
                                 int64_t component) const {
  SmallVector<int64_t> coordinate(tuple);
  coordinate.push_back(component);
  const char *element = indices.getElement(coordinate);
  return indices.type.extendInteger(indices.type.loadBits(element));
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

bool Reference::checkExtents(const HostView &view, int64_t operand,
                             int64_t dimension, const HostView &other,
                             int64_t otherOperand,
                             int64_t otherDimension) const {
  int64_t extent = view.shape[dimension];
  int64_t otherExtent = other.shape[otherDimension];
  if (extent == otherExtent)
    return true;
  scatternd_report_extent(location, operand, dimension, extent, otherOperand,
                          otherDimension, otherExtent);
  return false;
}

bool Reference::checkShapes() const {
  int64_t thirdOperand = isGather ? SCATTERND_INIT : SCATTERND_UPDATES;
  // C6
  if (indices.shape.back() != components) {
    scatternd_report_components(location, tupleRank, indices.shape.back(),
                                dataRank, thirdOperand, third.getRank(),
                                components);
    return false;
  }
  // C7
  for (int64_t i = 0; i < tupleRank; ++i)
    if (!checkExtents(third, thirdOperand, i, indices, SCATTERND_INDICES, i))
      return false;
  // C8
  for (int64_t i = tupleRank, j = batchDims + components; i < third.getRank();
       ++i, ++j)
    if (!checkExtents(third, thirdOperand, i, data, SCATTERND_DATA, j))
      return false;
  // C9
  for (int64_t i = 0; i < batchDims; ++i)
    if (!checkExtents(data, SCATTERND_DATA, i, indices, SCATTERND_INDICES, i))
      return false;
  return true;
}

/// `scatternd_report_index` takes the coordinate as variable arguments. Longer
/// ones than this many are reported without the rest of it.
static constexpr int64_t kMaxRank = 16;

static void reportIndex(const char *location, int64_t value, int64_t dimension,
                        int64_t extent, bool wraps,
                        ArrayRef<int64_t> coordinate) {
  int64_t c[kMaxRank] = {};
  int64_t rank = std::min<int64_t>(coordinate.size(), kMaxRank);
  std::copy_n(coordinate.begin(), rank, c);
  scatternd_report_index(location, value, dimension, extent, wraps, rank, c[0],
                         c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9],
                         c[10], c[11], c[12], c[13], c[14], c[15]);
}

bool Reference::checkIndices() const {
  bool wraps = clauses.negativeIndices == Clauses::Wrap;
  return forEachTuple([&](ArrayRef<int64_t> tuple) {
    for (int64_t i = 0; i < components; ++i) {
      int64_t value = loadComponent(tuple, i);
      int64_t extent = getExtent(i);
      int64_t position = wrap(value, extent);
      if (position >= 0 && position < extent)
        continue;
      SmallVector<int64_t> coordinate(tuple);
      coordinate.push_back(i);
      reportIndex(location, value, batchDims + i, extent, wraps, coordinate);
      return false;
    }
    return true;
  });
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

void Reference::applyTuple(ArrayRef<int64_t> tuple,
                           ArrayRef<int64_t> place) const {
  ArrayRef<int64_t> sliceShape = ArrayRef(third.shape).drop_front(tupleRank);
  if (llvm::is_contained(sliceShape, 0))
    return;
  SmallVector<int64_t> slice(sliceShape.size(), 0);
  SmallVector<int64_t> dataCoordinate, thirdCoordinate;
  do {
    dataCoordinate.assign(place.begin(), place.end());
    dataCoordinate.append(slice);
    thirdCoordinate.assign(tuple.begin(), tuple.end());
    thirdCoordinate.append(slice);
    char *dataElement = data.getElement(dataCoordinate);
    char *thirdElement = third.getElement(thirdCoordinate);
    if (isGather)
      std::memcpy(thirdElement, dataElement, data.type.getByteSize());
    else
      combineElements(clauses.reduction, data.type, dataElement, thirdElement);
  } while (advance(slice, sliceShape));
}

void Reference::run() {
  bool isChecked = clauses.outOfBounds != Clauses::Assume;
  if (isChecked && !checkShapes())
    return;
  if (clauses.outOfBounds == Clauses::Error && !checkIndices())
    return;

  forEachTuple([&](ArrayRef<int64_t> tuple) {
    SmallVector<int64_t> place(tuple.take_front(batchDims));
    for (int64_t i = 0; i < components; ++i) {
      int64_t extent = getExtent(i);
      int64_t position = wrap(loadComponent(tuple, i), extent);
      if (clauses.outOfBounds == Clauses::Clamp && extent > 0)
        position = std::clamp<int64_t>(position, 0, extent - 1);
      bool isInside = position >= 0 && position < extent;
      if (isChecked && !isInside)
        return true; // dropped
      place.push_back(position);
    }
    applyTuple(tuple, place);
    return true;
  });
}

void mlir::scatternd::runReferenceScatter(const char *location,
                                          const ReferenceClauses &clauses,
                                          const HostView &data,
                                          const HostView &indices,
                                          const HostView &updates) {
  Reference(location, clauses, /*isGather=*/false, data, indices, updates)
      .run();
}

void mlir::scatternd::runReferenceGather(const char *location,
                                         const ReferenceClauses &clauses,
                                         const HostView &data,
                                         const HostView &indices,
                                         const HostView &init) {
  Reference(location, clauses, /*isGather=*/true, data, indices, init).run();
}
