//===- CallFrame.h - A call's values ----------------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_CALLFRAME_H
#define SCATTERND_EXECUTION_CALLFRAME_H

#include "ScatterND/Execution/CompiledFunction.h"
#include <vector>

namespace mlir::scatternd {

/// What a function returns: a scalar, or a memref (a tensor after
/// bufferization) of some rank.
struct ResultType {
  ElementType type;
  bool isScalar;
  int64_t rank;
};

/// The arguments and results of calls of one function.
class CallFrame {
public:
  struct Argument {
    /// A scalar is a view of rank 0.
    HostView view;
    bool isScalar;
  };

  CallFrame(ArrayRef<Argument> arguments, ArrayRef<ResultType> results);
  // Holds pointers to parts of itself.
  CallFrame(const CallFrame &) = delete;
  CallFrame &operator=(const CallFrame &) = delete;
  ~CallFrame() { freeResults(); }

  /// Frees the results of the last call and calls `function`.
  void call(const CompiledFunction &function) {
    freeResults();
    function.call(packed.data());
    hasResults = true;
  }

  /// Fails where a result of the last call cannot be one: an extent is negative
  /// or there are elements without memory. The same of the bytes of strings, in
  /// memref arguments too: what was never written may look like terabytes.
  llvm::Error checkResults() const;

  /// Result `index` of the last call, where it lies. Valid until the results
  /// are freed.
  HostView getResult(unsigned index) const;

  /// Frees the results of the last call, if they have not been freed, but for
  /// what is an argument's memory or an earlier result's.
  void freeResults();

private:
  void *getAllocated(unsigned index) const;

  /// Descriptors of memref arguments, {allocated, aligned, offset, sizes,
  /// strides}, each in words of eight bytes, and pointers to them.
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<void *> descriptorPointers;
  std::vector<void *> argumentMemory;
  SmallVector<Argument> arguments;

  SmallVector<ResultType> results;
  /// Where each result starts in `resultMemory`.
  SmallVector<size_t> resultOffsets;
  std::vector<int64_t> resultMemory;
  void *resultPointer = nullptr;
  bool hasResults = false;

  std::vector<void *> packed;
};

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_CALLFRAME_H
