//===- FunctionMemory.h - Whose memory a function manages -------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_FUNCTIONMEMORY_H
#define SCATTERND_LIB_TRANSFORMS_FUNCTIONMEMORY_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
namespace scatternd {

/// A unit attribute on functions that had tensors: `scatternd-mark-arguments`
/// sets it before bufferization, and `scatternd-deallocate` takes it away.
inline constexpr llvm::StringLiteral managedMemoryAttr =
    "scatternd.managed_memory";

/// A unit attribute on arguments that the function may write, and so may return
/// as they are: tensors that say `bufferization.writable = true`, and memrefs.
/// One-shot-bufferize takes its own attribute away.
inline constexpr llvm::StringLiteral writableAttr = "scatternd.writable";

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_FUNCTIONMEMORY_H
