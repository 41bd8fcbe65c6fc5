//===- ElementStorage.cpp - What elements are in memory -------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementStorage.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::scatternd;

FailureOr<ElementStorage> scatternd::getElementStorage(Type element,
                                                       Reduction reduction) {
  Builder builder(element.getContext());
  if (element.isInteger(1))
    return ElementStorage{builder.getI8Type(), ElementKind::Boolean, false, 1};
  if (auto integer = dyn_cast<IntegerType>(element)) {
    unsigned width = integer.getWidth();
    if (llvm::is_contained({8u, 16u, 32u, 64u}, width))
      return ElementStorage{builder.getIntegerType(width), ElementKind::Integer,
                            integer.isUnsigned(), width / 8};
    // A sub-byte integer takes one byte; which value its spare bits hold is
    // nobody's promise, so it is moved and not computed with.
    if (width < 8 && reduction == Reduction::None)
      return ElementStorage{builder.getI8Type(), ElementKind::Bits, false, 1};
    return failure();
  }
  if (isa<StringType>(element) && reduction == Reduction::None)
    return ElementStorage{element, ElementKind::Bits, false, kStringSize};
  if (element.isIndex())
    return ElementStorage{element, ElementKind::Integer, false, 8};
  if (std::optional<SmallFloat> format = SmallFloat::get(element)) {
    IntegerType bits = format->getBitsType();
    return ElementStorage{bits, ElementKind::SmallFloat, false,
                          bits.getWidth() / 8, format};
  }
  if (isa<Float16Type, Float32Type, Float64Type>(element))
    return ElementStorage{element, ElementKind::Float, false,
                          element.getIntOrFloatBitWidth() / 8};
  // A format that no reduction suits (C10).
  if (auto floating = dyn_cast<FloatType>(element))
    if (floating.getWidth() == 8 && reduction == Reduction::None)
      return ElementStorage{builder.getI8Type(), ElementKind::Bits, false, 1};
  if (auto complex = dyn_cast<ComplexType>(element))
    if (isa<Float32Type, Float64Type>(complex.getElementType()))
      return ElementStorage{element, ElementKind::Complex, false,
                            complex.getElementType().getIntOrFloatBitWidth() /
                                4};
  return failure();
}

Value scatternd::castToStorage(OpBuilder &builder, Location loc, Value memref,
                               Type storage) {
  auto type = cast<MemRefType>(memref.getType());
  if (type.getElementType() == storage)
    return memref;
  Type to = MemRefType::Builder(type).setElementType(storage);
  return UnrealizedConversionCastOp::create(builder, loc, to, memref)
      .getResult(0);
}
