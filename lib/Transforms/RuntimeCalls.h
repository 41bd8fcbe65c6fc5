//===- RuntimeCalls.h - Calls of C functions, made once a module -*- C++
//-*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_RUNTIMECALLS_H
#define SCATTERND_LIB_TRANSFORMS_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
namespace scatternd {

/// The C functions and constant strings that a module's code refers to. Looking
/// them up in the module for each call would take time that grows with its
/// square.
class RuntimeCalls {
public:
  explicit RuntimeCalls(ModuleOp module) : symbols(module), module(module) {}

  /// Calls `void name(arguments...)`, declared with the types of the first
  /// `fixed` arguments and variadic where there are more.
  void call(OpBuilder &builder, Location loc, StringRef name,
            ValueRange arguments, size_t fixed);
  void call(OpBuilder &builder, Location loc, StringRef name,
            ValueRange arguments) {
    call(builder, loc, name, arguments, arguments.size());
  }

  /// The address of the C string `text`.
  Value getString(OpBuilder &builder, Location loc, StringRef text);

  /// The address of the location's first file, line and column as text, or of
  /// `<unknown>`.
  Value getLocationText(OpBuilder &builder, Location loc);

private:
  SymbolTable symbols;
  ModuleOp module;
  llvm::StringMap<LLVM::LLVMFuncOp> functions;
  llvm::StringMap<LLVM::GlobalOp> strings;
};

/// An index as the i64 that C functions take.
Value toI64(OpBuilder &builder, Location loc, Value value);
Value constantI64(OpBuilder &builder, Location loc, int64_t value);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_RUNTIMECALLS_H
