//===- FunctionMemory.h - Whose memory a function manages -------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_FUNCTIONMEMORY_H
#define SCATTERND_LIB_TRANSFORMS_FUNCTIONMEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir {
namespace scatternd {

// What `scatternd-mark-memory` says before bufferization, when tensors can
// still be told from memrefs, and `scatternd-deallocate` takes away. All are
// unit attributes.

/// On a function that had tensors.
inline constexpr llvm::StringLiteral managedMemoryAttr =
    "scatternd.managed_memory";

/// On an argument of a public function whose buffer the function may return as
/// it is: a memref, or a tensor that says `bufferization.writable = true`.
inline constexpr llvm::StringLiteral writableAttr = "scatternd.writable";

/// On a result that was a tensor.
inline constexpr llvm::StringLiteral tensorResultAttr =
    "scatternd.tensor_result";

/// Whether `function` may return the buffer of argument `index` as it is. A
/// private function may return that of any.
inline bool mayReturn(func::FuncOp function, unsigned index) {
  return function.isPrivate() || function.getArgAttr(index, writableAttr);
}

/// Whether an argument, a result or an op of `function` has a tensor.
bool hasTensors(func::FuncOp function);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_FUNCTIONMEMORY_H
