//===- TensorFlow.h - Whose buffer a tensor may have ------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_TENSORFLOW_H
#define SCATTERND_LIB_TRANSFORMS_TENSORFLOW_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"

namespace mlir {
namespace scatternd {

/// Follows tensors back to where their buffers may come from once they are
/// bufferized, as if every op worked in place. Control flow must be structured
/// (`scatternd-structure-control-flow`), and the loops inside of what is asked
/// for must hand on only what is their own (`scatternd-copy-handed-on`).
class TensorFlow {
public:
  explicit TensorFlow(SymbolTableCollection &symbols);

  /// The tensors, one step back, whose buffer `tensor` may have. None where it
  /// is a block argument or has a buffer of its own.
  SmallVector<OpOperand *> getSources(Value tensor);

  /// Whether `tensor`, which has no sources, has a buffer that was allocated
  /// for it. Not so a block argument, a constant and what comes from a memref.
  static bool isFresh(Value tensor);

  /// All tensors of `region` (null: of the function) that `tensor` may get its
  /// buffer from, itself included, and the first ones outside.
  llvm::SmallPtrSet<Value, 8> trace(Value tensor, Region *region = nullptr);

  /// The function that `call` calls; null where that is not known.
  func::FuncOp getCallee(func::CallOp call);

private:
  /// For each result of `function`, the arguments whose buffer it may have.
  ArrayRef<llvm::BitVector> getReturnedArguments(func::FuncOp function);

  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state;
  SymbolTableCollection &symbols;
  llvm::DenseMap<func::FuncOp, SmallVector<llvm::BitVector>> returnedArguments;
};

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_TENSORFLOW_H
