//===- HostConstants.h - Constants that are read in place -------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_EXECUTION_HOSTCONSTANTS_H
#define SCATTERND_LIB_EXECUTION_HOSTCONSTANTS_H

#include "ScatterND/Execution/CompiledFunction.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir::scatternd {

/// The constants of a module that compiled code reads where the module's
/// context has them. In LLVM IR each would be copied to LLVM's context, to the
/// object and to its place in memory, and more than 2 GB do not fit an object.
class HostConstants {
public:
  /// Finds the constant `llvm.mlir.global`s of `module` that have a
  /// `dense_resource`, or a large `dense` that is not a splat. Fails where a
  /// resource has no data or not as many bytes as the global's type, naming
  /// both.
  ///
  /// Data stays where it is, and so must outlive compiled code; only what has
  /// less alignment than its global is copied.
  static llvm::Expected<HostConstants> find(ModuleOp module);

  /// Translates `module`, in which these were found, with declarations of them
  /// under names that no C symbol has. Null where the translation has printed
  /// an error.
  std::unique_ptr<llvm::Module> translate(ModuleOp module,
                                          llvm::LLVMContext &context);

  /// The declarations, once translated; names live as long as this.
  SmallVector<HostSymbol, 0> getSymbols() const;

private:
  struct Constant {
    LLVM::GlobalOp global;
    const char *address;
    uint64_t alignment;
    /// That of the declaration.
    std::string name;
  };

  std::vector<Constant> constants;
  /// Data that was not aligned.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> copies;
};

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_EXECUTION_HOSTCONSTANTS_H
