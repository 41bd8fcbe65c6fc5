//===- Print.h - Host buffers as text ---------------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_PRINT_H
#define SCATTERND_EXECUTION_PRINT_H

#include "ScatterND/Execution/HostBuffer.h"

namespace mlir::scatternd {

/// One element as text: `true` or `false` for i1, decimal integers, the
/// shortest decimal float that reads back the same, `(re, im)` for complex
/// numbers, and strings in quotes with MLIR's escapes (`"b\00c"`). Every NaN is
/// `nan`.
std::string formatElement(ElementType type, const char *element);

/// The bits of one element as text, to tell NaNs apart: `0x7fc00000`.
std::string formatBits(ElementType type, const char *element);

/// Prints the elements in nested brackets, a plain value for rank 0. With
/// `shorten`, an array of more than 100 elements shows only the first and last
/// few along each long dimension, with `...` between, and a string of more than
/// 200 bytes its first ones.
void printElements(raw_ostream &os, const HostView &view, bool shorten);

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_PRINT_H
