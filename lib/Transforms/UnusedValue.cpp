//===- UnusedValue.cpp - Values that nothing depends on -------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnusedValue.h"
#include "ScatterND/IR/ScatterND.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::scatternd;

static Value buildZero(OpBuilder &builder, Location loc) {
  return arith::ConstantIndexOp::create(builder, loc, 0);
}

/// A view of no memory, whose unknown extents are zeros.
static Value buildMemRef(OpBuilder &builder, Location loc, MemRefType type) {
  auto none = MemRefType::get({0}, type.getElementType(), nullptr,
                              type.getMemorySpace());
  Value memory = memref::AllocaOp::create(builder, loc, none);
  auto getMixed = [&](ArrayRef<int64_t> numbers) {
    SmallVector<OpFoldResult> mixed;
    for (int64_t number : numbers)
      if (ShapedType::isDynamic(number))
        mixed.push_back(buildZero(builder, loc));
      else
        mixed.push_back(builder.getIndexAttr(number));
    return mixed;
  };
  auto [strides, offset] = type.getStridesAndOffset();
  return memref::ReinterpretCastOp::create(
      builder, loc, type, memory, getMixed(offset).front(),
      getMixed(type.getShape()), getMixed(strides));
}

Value scatternd::buildUnusedValue(OpBuilder &builder, Location loc, Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    SmallVector<Value> sizes(tensor.getNumDynamicDims());
    for (Value &size : sizes)
      size = buildZero(builder, loc);
    return tensor::EmptyOp::create(builder, loc, tensor, sizes);
  }
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.isStrided() ? buildMemRef(builder, loc, memref) : Value();
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute zero = builder.getZeroAttr(complex.getElementType());
    if (!zero)
      return {};
    return complex::ConstantOp::create(builder, loc, complex,
                                       builder.getArrayAttr({zero, zero}));
  }
  TypedAttr zero = builder.getZeroAttr(type);
  if (zero && !(type.isInteger() && !type.isSignlessInteger()))
    return arith::ConstantOp::create(builder, loc, zero);

  // There are no scalar constants of these.
  auto one = RankedTensorType::get({}, type);
  DenseElementsAttr elements;
  if (isa<StringType>(type))
    elements = DenseStringElementsAttr::get(one, {StringRef()});
  else if (zero)
    elements = DenseElementsAttr::get(one, Attribute(zero));
  if (!elements)
    return {};
  Value constant = arith::ConstantOp::create(builder, loc, one, elements);
  return tensor::ExtractOp::create(builder, loc, constant, ValueRange());
}
