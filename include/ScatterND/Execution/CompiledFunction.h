//===- CompiledFunction.h - Compile and call --------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_COMPILEDFUNCTION_H
#define SCATTERND_EXECUTION_COMPILEDFUNCTION_H

#include "ScatterND/Execution/HostBuffer.h"
#include "llvm/Support/Error.h"

namespace mlir {
class ExecutionEngine;
class ModuleOp;

namespace scatternd {
class HostConstants;

/// A symbol that compiled code may refer to.
struct HostSymbol {
  StringRef name;
  void *address;
};

struct CompileOptions {
  /// 0 to 3, as clang's -O.
  unsigned optLevel = 2;

  /// Libraries to load for symbols that compiled code refers to.
  SmallVector<std::string> sharedLibraries;

  /// Symbols that go before those of libraries and of this process.
  SmallVector<HostSymbol> symbols;
};

/// One function of a module, compiled for this processor.
class CompiledFunction {
public:
  /// Compiles `module`, which is in the LLVM dialect and whose function `name`
  /// has the attribute `llvm.emit_c_interface`. Fails where a symbol cannot be
  /// found, naming it. The reports of the C runtime and the reference loop are
  /// known to compiled code already.
  ///
  /// Constant globals with a `dense_resource`, or with a large `dense`, are
  /// read where the context of `module` has them, without a copy: it must
  /// outlive the function. Fails where a resource has no data, or not as many
  /// bytes as its global.
  static llvm::Expected<CompiledFunction>
  compile(ModuleOp module, StringRef name, const CompileOptions &options);

  CompiledFunction(CompiledFunction &&);
  ~CompiledFunction();

  /// Calls the function. `arguments` has a pointer to each argument of the
  /// function's C interface, then, where that returns a value, a pointer to
  /// memory for it.
  void call(void **arguments) const { function(arguments); }

private:
  CompiledFunction(std::unique_ptr<HostConstants> constants,
                   std::unique_ptr<ExecutionEngine> engine,
                   void (*function)(void **));

  std::unique_ptr<HostConstants> constants;
  std::unique_ptr<ExecutionEngine> engine;
  void (*function)(void **);
};

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_EXECUTION_COMPILEDFUNCTION_H
