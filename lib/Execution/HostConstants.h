//===- HostConstants.h - Constants that are read in place -------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_EXECUTION_HOSTCONSTANTS_H
#define SCATTERND_LIB_EXECUTION_HOSTCONSTANTS_H

#include "ScatterND/Execution/CompiledFunction.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::scatternd {

/// The constants of a module that compiled code reads where the module's
/// context has them. In LLVM IR each would be copied to LLVM's context, to the
/// object and to its place in memory, and more than 2 GB do not fit an object.
class HostConstants {
public:
  /// Turns the constant `llvm.mlir.global`s of `module` that have a
  /// `dense_resource`, or a large `dense` that is not a splat, into
  /// declarations with a name that no C symbol has. Fails where a resource has
  /// no data or not as many bytes as the global's type, naming both.
  ///
  /// Data stays where it is, and so must outlive compiled code; only what has
  /// less alignment than its global is copied.
  static llvm::Expected<HostConstants> take(ModuleOp module);

  /// The declarations' names and addresses. Names live as long as the module's
  /// context.
  ArrayRef<HostSymbol> getSymbols() const { return symbols; }

private:
  SmallVector<HostSymbol, 0> symbols;
  /// Data that was not aligned.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> copies;
};

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_EXECUTION_HOSTCONSTANTS_H
