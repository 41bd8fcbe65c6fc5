//===- Compare.h - Comparison of host buffers -------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_COMPARE_H
#define SCATTERND_EXECUTION_COMPARE_H

#include "ScatterND/Execution/HostBuffer.h"

namespace mlir::scatternd {

/// When two elements count as equal.
struct CompareOptions {
  /// Strings must have the same bytes. Without a tolerance other elements must
  /// have the same bits. With one, numbers
  /// are equal where |got - expected| <= atol + rtol * |expected|, as NumPy has
  /// it; infinities only equal themselves. Each part of a complex number is
  /// compared on its own.
  std::optional<double> rtol;
  std::optional<double> atol;

  /// Whether a NaN equals every other NaN, or must have the same bits. It never
  /// equals a number.
  bool nanEqualsNan = true;
};

/// Compares two arrays of one element type. Returns nothing where shapes and
/// all elements are equal, else how they differ:
///   2 of 8 elements differ, first at [3]: got 5, expected 4
/// Bits are added where both values have the same text.
std::optional<std::string> compareBuffers(const HostView &got,
                                          const HostView &expected,
                                          const CompareOptions &options);

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_COMPARE_H
