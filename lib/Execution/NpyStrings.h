//===- NpyStrings.h - Strings in NumPy's .npy files -------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_EXECUTION_NPYSTRINGS_H
#define SCATTERND_LIB_EXECUTION_NPYSTRINGS_H

#include "ScatterND/Execution/HostBuffer.h"

namespace mlir::scatternd {

/// NumPy's dtypes of strings: `<U4` and `>U4`, four code points of four bytes,
/// and `|S4`, four bytes. Shorter strings are filled up with NULs.
struct NpyStringDescr {
  /// Nothing where `descr` is another dtype.
  static std::optional<NpyStringDescr> parse(StringRef descr);

  /// Bytes of one element.
  int64_t getByteSize() const {
    return static_cast<int64_t>(width) * (isUnicode ? 4 : 1);
  }

  bool isUnicode;
  bool isBigEndian;
  /// Code points, or bytes.
  uint32_t width;
};

/// Reads the elements of a file into `buffer`, a row-major array of strings.
/// There are as many bytes at `elements` as the array's shape and `descr` say.
/// Code points become UTF-8; other bytes are taken as they are. Fails where
/// UTF-8 cannot hold a code point.
llvm::Error readNpyStrings(const char *elements, const NpyStringDescr &descr,
                           bool fortranOrder, HostBuffer &buffer);

/// The width of the dtype `<U` that holds the strings of `view`, at least 1.
/// Fails where none does: a string ends in a NUL, or is not UTF-8.
llvm::Expected<int64_t> getNpyStringWidth(const HostView &view);

/// Writes `string`, which is UTF-8, as an element of dtype `<U` and `width`.
void writeNpyString(raw_ostream &os, StringRef string, int64_t width);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_EXECUTION_NPYSTRINGS_H
