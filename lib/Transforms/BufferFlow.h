//===- BufferFlow.h - Where a buffer comes from -----------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_BUFFERFLOW_H
#define SCATTERND_LIB_TRANSFORMS_BUFFERFLOW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"

namespace mlir {
namespace scatternd {

/// What a caller must reckon with of a result.
struct ReturnedBuffers {
  /// The arguments whose buffer it may be.
  llvm::BitVector arguments;
  /// Whether it may be that of an earlier result.
  bool earlierResult = true;
};

/// Follows memrefs back to where their buffers come from, through views,
/// structured control flow and calls.
class BufferFlow {
public:
  using Origins = llvm::SmallPtrSet<Value, 4>;

  explicit BufferFlow(SymbolTableCollection &symbols) : symbols(symbols) {}

  /// The origins of `memref`: allocations, arguments, results of calls, and
  /// whatever else is no view of another memref. What `block` carries (null:
  /// nothing) counts as an origin.
  Origins trace(Value memref, Block *block = nullptr);

  /// Whether the two may have one origin.
  bool mayShare(Value a, Value b);

  /// `memref`, or what it is a view of.
  static Value getViewed(Value memref);

  /// The function that `call` calls; null where that is not known.
  func::FuncOp getCallee(func::CallOp call);

  /// What result `index` of `function` may be. That of a public function is an
  /// argument's only if the function may write to that argument.
  ReturnedBuffers getReturned(func::FuncOp function, unsigned index);

private:
  /// The memrefs that `memref` may be or may be a view of, one step back.
  SmallVector<Value> getSources(Value memref);

  SymbolTableCollection &symbols;
  llvm::DenseMap<func::FuncOp, SmallVector<ReturnedBuffers>> returned;
};

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_BUFFERFLOW_H
