//===- Combine.cpp - What a reduction computes ----------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace mlir::scatternd;

static Value combineIntegers(OpBuilder &builder, Location loc,
                             Reduction reduction, bool isUnsigned, Value data,
                             Value update) {
  switch (reduction) {
  case Reduction::None:
    return update;
  case Reduction::Add:
    return arith::AddIOp::create(builder, loc, data, update);
  case Reduction::Mul:
    return arith::MulIOp::create(builder, loc, data, update);
  case Reduction::Max:
    if (isUnsigned)
      return arith::MaxUIOp::create(builder, loc, data, update);
    return arith::MaxSIOp::create(builder, loc, data, update);
  case Reduction::Min:
    if (isUnsigned)
      return arith::MinUIOp::create(builder, loc, data, update);
    return arith::MinSIOp::create(builder, loc, data, update);
  }
  llvm_unreachable("unknown reduction");
}

static Value combineBooleans(OpBuilder &builder, Location loc,
                             Reduction reduction, Value data, Value update) {
  if (reduction == Reduction::Add || reduction == Reduction::Max)
    return arith::OrIOp::create(builder, loc, data, update);
  return arith::AndIOp::create(builder, loc, data, update);
}

static Value combineFloats(OpBuilder &builder, Location loc,
                           Reduction reduction, Value data, Value update) {
  switch (reduction) {
  case Reduction::None:
    return update;
  case Reduction::Add:
    return arith::AddFOp::create(builder, loc, data, update);
  case Reduction::Mul:
    return arith::MulFOp::create(builder, loc, data, update);
  case Reduction::Max:
    // Propagates NaN and orders -0 below +0, as the contract wants.
    return arith::MaximumFOp::create(builder, loc, data, update);
  case Reduction::Min:
    return arith::MinimumFOp::create(builder, loc, data, update);
  }
  llvm_unreachable("unknown reduction");
}

/// Addition by part, and multiplication as (ac - bd) + (ad + bc)i: every step
/// rounds, and infinities are not recovered.
static Value combineComplex(OpBuilder &builder, Location loc,
                            Reduction reduction, Value data, Value update) {
  Type part = cast<ComplexType>(data.getType()).getElementType();
  auto re = [&](Value z) -> Value {
    return complex::ReOp::create(builder, loc, part, z);
  };
  auto im = [&](Value z) -> Value {
    return complex::ImOp::create(builder, loc, part, z);
  };
  auto mul = [&](Value x, Value y) -> Value {
    return arith::MulFOp::create(builder, loc, x, y);
  };
  Value a = re(data), b = im(data), c = re(update), d = im(update);
  Value real, imaginary;
  if (reduction == Reduction::Add) {
    real = arith::AddFOp::create(builder, loc, a, c);
    imaginary = arith::AddFOp::create(builder, loc, b, d);
  } else {
    real = arith::SubFOp::create(builder, loc, mul(a, c), mul(b, d));
    imaginary = arith::AddFOp::create(builder, loc, mul(a, d), mul(b, c));
  }
  return complex::CreateOp::create(builder, loc, data.getType(), real,
                                   imaginary);
}

Value scatternd::combine(OpBuilder &builder, Location loc, Reduction reduction,
                         const ElementStorage &storage, Value data,
                         Value update) {
  if (reduction == Reduction::None)
    return update;
  switch (storage.kind) {
  case ElementKind::Integer:
    return combineIntegers(builder, loc, reduction, storage.isUnsigned, data,
                           update);
  case ElementKind::Boolean:
    return combineBooleans(builder, loc, reduction, data, update);
  case ElementKind::Float:
    return combineFloats(builder, loc, reduction, data, update);
  case ElementKind::SmallFloat:
    return storage.format->encode(
        builder, loc,
        combineFloats(builder, loc, reduction,
                      storage.format->decode(builder, loc, data),
                      storage.format->decode(builder, loc, update)));
  case ElementKind::Complex:
    return combineComplex(builder, loc, reduction, data, update);
  case ElementKind::Bits:
    break;
  }
  llvm_unreachable("getElementStorage refuses reductions on bits");
}
