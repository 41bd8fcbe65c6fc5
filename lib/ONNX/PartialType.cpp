//===- PartialType.cpp - What is known of a value's type ------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialType.h"

#include "TensorElements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

std::string PartialType::format() const {
  StringRef name = element ? StringRef(element->name) : "unknown type";
  return shape ? formatTensorType(name, *shape)
               : (name + " of unknown rank").str();
}

RankedTensorType PartialType::toTensorType(MLIRContext *context) const {
  return RankedTensorType::get(*shape, getElementType(*element, context));
}

llvm::Expected<PartialType>
mlir::scatternd::readType(const onnx::TypeProto &type) {
  PartialType result;
  if (type.value_case() == onnx::TypeProto::VALUE_NOT_SET)
    return result;
  if (!type.has_tensor_type())
    return createStringError("expected a tensor");
  const onnx::TypeProto::Tensor &tensor = type.tensor_type();
  if (tensor.has_elem_type() && tensor.elem_type() != 0) {
    llvm::Expected<const DataType *> element = findDataType(tensor.elem_type());
    if (!element)
      return element.takeError();
    result.element = *element;
  }
  if (!tensor.has_shape())
    return result;
  if (llvm::Error error = checkRank(tensor.shape().dim_size()))
    return error;
  result.shape.emplace();
  SmallVector<int64_t> known;
  for (auto [i, dim] : llvm::enumerate(tensor.shape().dim())) {
    if (!dim.has_dim_value()) {
      result.shape->push_back(ShapedType::kDynamic);
      continue;
    }
    if (dim.dim_value() < 0)
      return createStringError("expected dimension " + Twine(i) +
                               " to be 0 or more, but got " +
                               Twine(dim.dim_value()));
    result.shape->push_back(dim.dim_value());
    known.push_back(dim.dim_value());
  }
  if (result.element)
    if (auto count = countElements(*result.element, known); !count)
      return count.takeError();
  return result;
}

/// Takes the extent `from` into `to` where that is not known.
static void refineExtent(int64_t &to, int64_t from) {
  if (ShapedType::isDynamic(to))
    to = from;
}

void mlir::scatternd::refine(PartialType &to, const PartialType &from) {
  if (!to.element)
    to.element = from.element;
  if (!to.shape)
    to.shape = from.shape;
  if (to.shape && from.shape && to.shape->size() == from.shape->size())
    for (auto [extent, other] : llvm::zip_equal(*to.shape, *from.shape))
      refineExtent(extent, other);
}

bool mlir::scatternd::agree(const PartialType &a, const PartialType &b) {
  if (a.element && b.element && a.element != b.element)
    return false;
  if (!a.shape || !b.shape)
    return true;
  return a.shape->size() == b.shape->size() &&
         llvm::all_of(llvm::zip_equal(*a.shape, *b.shape), [](auto pair) {
           auto [x, y] = pair;
           return ShapedType::isDynamic(x) || ShapedType::isDynamic(y) ||
                  x == y;
         });
}

/// Gives `type` the rank `rank` where it has none.
static void setRank(PartialType &type, int64_t rank) {
  if (!type.shape && rank >= 0 && rank <= maxRank)
    type.shape.emplace(rank, ShapedType::kDynamic);
}

/// Makes dimension `i` of `a` and `j` of `b` equal, where there are both and
/// one is known.
static void unify(PartialType &a, int64_t i, PartialType &b, int64_t j) {
  auto has = [](PartialType &type, int64_t dim) {
    return type.shape && dim >= 0 &&
           dim < static_cast<int64_t>(type.shape->size());
  };
  if (!has(a, i) || !has(b, j))
    return;
  refineExtent((*a.shape)[i], (*b.shape)[j]);
  refineExtent((*b.shape)[j], (*a.shape)[i]);
}

void mlir::scatternd::deriveOperandTypes(PartialType &data,
                                         PartialType &indices,
                                         PartialType &slices,
                                         int64_t batchDims) {
  // C4
  if (!slices.element)
    slices.element = data.element;
  if (!data.element)
    data.element = slices.element;
  // What breaks C3 or C5 tells nothing.
  if (!indices.shape ||
      batchDims > static_cast<int64_t>(indices.shape->size()) - 1)
    return;

  // C6: of the number of components and the ranks of data and slices, two give
  // the third.
  int64_t numTupleDims = indices.shape->size() - 1;
  int64_t &components = indices.shape->back();
  auto isKnown = [&] {
    return !ShapedType::isDynamic(components) && components <= maxRank;
  };
  if (data.shape && slices.shape) {
    int64_t left =
        numTupleDims + data.shape->size() - batchDims - slices.shape->size();
    if (left >= 0)
      refineExtent(components, left);
  } else if (isKnown() && data.shape) {
    setRank(slices, numTupleDims + data.shape->size() - batchDims - components);
  } else if (isKnown() && slices.shape) {
    setRank(data, slices.shape->size() - numTupleDims + batchDims + components);
  }

  // C7
  for (int64_t i = 0; i < numTupleDims; ++i)
    unify(slices, i, indices, i);
  // C8
  if (data.shape && isKnown())
    for (int64_t i = batchDims + components, rank = data.shape->size();
         i < rank; ++i)
      unify(slices, numTupleDims + i - batchDims - components, data, i);
  // C9
  for (int64_t i = 0; i < std::min(batchDims, numTupleDims); ++i)
    unify(data, i, indices, i);
}
