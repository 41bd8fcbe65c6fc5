//===- Npy.h - Arrays in NumPy's .npy files ---------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_NPY_H
#define SCATTERND_EXECUTION_NPY_H

#include "ScatterND/Execution/HostBuffer.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::scatternd {

/// Reads the .npy file at `path` (format 1 to 3, row-major or Fortran order,
/// either byte order) into a row-major array of `type`. The file's dtype must
/// be the one that stands for `type`: NumPy's own for f16, f32, f64, complex
/// numbers and integers of a byte and more; bool for i1 (any byte but 0 reads
/// as 1); int64 for index; int8 for narrower integers, uint8 too for unsigned
/// ones, each value in the type's range; two-byte voids for bf16; one-byte
/// voids for f8, and `<f1` too for f8E5M2. Strings are `U`, whose code points
/// become UTF-8, or `S`, whose bytes are taken as they are, without the NULs at
/// the end: they fill an element up.
///
/// Fails with "PATH: REASON" where the file cannot be read, is not a .npy file,
/// or has not the size that its header says, before anything large is
/// allocated; or where an element has no value in `type`.
llvm::Expected<HostBuffer> readNpy(StringRef path, ElementType type);

/// As above, from memory; `file`'s identifier is the path for messages.
llvm::Expected<HostBuffer> parseNpy(llvm::MemoryBufferRef file,
                                    ElementType type);

/// Writes `view` as a row-major little-endian .npy file, with the dtype that
/// `readNpy` takes for its type; strings as `U`. Fails, before anything is
/// written, where a string ends in a NUL or is not UTF-8: the file cannot hold
/// it.
llvm::Error writeNpy(raw_ostream &os, const HostView &view);

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_NPY_H
