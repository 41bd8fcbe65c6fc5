//===- ReferenceCombine.cpp - How two elements are combined ---------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built with -ffp-contract=off: every step is rounded on its own.
//
//===----------------------------------------------------------------------===//

#include "ReferenceCombine.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::APFloat;
using Reduction = ReferenceClauses::Reduction;

/// What add, mul, max and min do to f32 and f64.
template <typename T>
static T combineNative(Reduction reduction, T a, T b) {
  if (reduction == Reduction::Add)
    return a + b;
  if (reduction == Reduction::Mul)
    return a * b;
  if (std::isnan(a) || std::isnan(b))
    return a + b; // a NaN, whichever it is
  bool isMax = reduction == Reduction::Max;
  // Equal values can only differ in the sign of a zero.
  if (a == b)
    return std::signbit(a) == isMax ? b : a;
  return (a > b) == isMax ? a : b;
}

template <typename T>
static void combineNativeFloats(Reduction reduction, char *result,
                                const char *update) {
  T a, b;
  std::memcpy(&a, result, sizeof(T));
  std::memcpy(&b, update, sizeof(T));
  a = combineNative(reduction, a, b);
  std::memcpy(result, &a, sizeof(T));
}

/// f16, bf16 and f8, in software.
static void combineSmallFloats(Reduction reduction, ElementType type,
                               char *result, const char *update) {
  APFloat a = type.toFloat(type.loadBits(result));
  APFloat b = type.toFloat(type.loadBits(update));
  switch (reduction) {
  case Reduction::Add:
    a.add(b, APFloat::rmNearestTiesToEven);
    break;
  case Reduction::Mul:
    a.multiply(b, APFloat::rmNearestTiesToEven);
    break;
  case Reduction::Max:
    a = llvm::maximum(a, b);
    break;
  case Reduction::Min:
    a = llvm::minimum(a, b);
    break;
  case Reduction::None:
    llvm_unreachable("moves bits");
  }
  type.storeBits(result, a.bitcastToAPInt().getZExtValue());
}

template <typename T>
static void combineComplex(Reduction reduction, char *result,
                           const char *update) {
  T x[2], y[2];
  std::memcpy(x, result, sizeof(x));
  std::memcpy(y, update, sizeof(y));
  T sum[2] = {x[0] + y[0], x[1] + y[1]};
  T product[2] = {x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]};
  std::memcpy(result, reduction == Reduction::Add ? sum : product, sizeof(x));
}

static uint64_t combineBools(Reduction reduction, uint64_t a, uint64_t b) {
  bool isOr = reduction == Reduction::Add || reduction == Reduction::Max;
  return isOr ? a | b : a & b;
}

/// Sums and products wrap around: their low bits do not depend on signedness.
static uint64_t combineIntegers(Reduction reduction, ElementType type,
                                uint64_t a, uint64_t b) {
  if (reduction == Reduction::Add)
    return a + b;
  if (reduction == Reduction::Mul)
    return a * b;
  bool isLess =
      type.isUnsigned() ? a < b : type.extendInteger(a) < type.extendInteger(b);
  return isLess == (reduction == Reduction::Max) ? b : a;
}

void mlir::scatternd::combineElements(Reduction reduction, ElementType type,
                                      char *result, const char *update) {
  if (reduction == Reduction::None) {
    std::memcpy(result, update, type.getByteSize());
    return;
  }
  switch (type.getKind()) {
  case ElementType::Kind::Float:
    if (type.getWidth() == 64)
      combineNativeFloats<double>(reduction, result, update);
    else if (type.getWidth() == 32)
      combineNativeFloats<float>(reduction, result, update);
    else
      combineSmallFloats(reduction, type, result, update);
    return;
  case ElementType::Kind::Complex:
    if (type.getWidth() == 64)
      combineComplex<double>(reduction, result, update);
    else
      combineComplex<float>(reduction, result, update);
    return;
  case ElementType::Kind::SignlessInteger:
  case ElementType::Kind::SignedInteger:
  case ElementType::Kind::UnsignedInteger:
  case ElementType::Kind::Index: {
    uint64_t a = type.loadBits(result), b = type.loadBits(update);
    type.storeBits(result, type.isBool()
                               ? combineBools(reduction, a, b)
                               : combineIntegers(reduction, type, a, b));
    return;
  }
  case ElementType::Kind::String:
    llvm_unreachable("no reduction takes strings (C10)");
  }
  llvm_unreachable("unknown kind of element type");
}
