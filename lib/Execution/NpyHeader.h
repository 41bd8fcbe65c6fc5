//===- NpyHeader.h - The header of .npy files -------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_EXECUTION_NPYHEADER_H
#define SCATTERND_LIB_EXECUTION_NPYHEADER_H

#include "ScatterND/Execution/ElementType.h"
#include "llvm/Support/Error.h"

namespace mlir::scatternd {

/// What the header of a .npy file says, and where the elements start.
struct NpyHeader {
  std::string descr;
  bool fortranOrder = false;
  SmallVector<int64_t, 6> shape;
  size_t dataOffset = 0;
};

/// Reads the header at the start of `file`. Errors give the reason only.
llvm::Expected<NpyHeader> parseNpyHeader(StringRef file);

/// The size of the header at the start of `file`, as far as what is there of it
/// says: a lower bound where it is cut off, 0 where it is none.
uint64_t getNpyHeaderSize(StringRef file);

/// MLIR's text for the element type that a dtype stands for: f32 for "<f4",
/// bf16 for "|V2"; empty for the one-byte voids that all f8 types have, and for
/// dtypes that no element type has.
StringRef getElementName(StringRef descr);

/// The bytes before the elements of a row-major array.
std::string formatNpyHeader(StringRef descr, ArrayRef<int64_t> shape);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_EXECUTION_NPYHEADER_H
