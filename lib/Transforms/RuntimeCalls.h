//===- RuntimeCalls.h - Calls of C functions --------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_RUNTIMECALLS_H
#define SCATTERND_LIB_TRANSFORMS_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir {
namespace scatternd {

/// The C functions and constant strings that code refers to, declared once in
/// the symbol table (a module, a gpu.module) that is nearest.
class RuntimeCalls {
public:
  /// The address of the C string `text`, for use by `user`.
  Value getString(OpBuilder &builder, Operation *user, StringRef text);

  /// Calls the C function `name` for `user`. It takes the types of the first
  /// `fixed` arguments, and is variadic where there are more; `result` is what
  /// it returns (null: nothing). Fails, with an error, where the symbol table
  /// has something else of that name.
  LogicalResult call(OpBuilder &builder, Operation *user, StringRef name,
                     Type result, ValueRange arguments, size_t fixed);
  LogicalResult call(OpBuilder &builder, Operation *user, StringRef name,
                     Type result, ValueRange arguments) {
    return call(builder, user, name, result, arguments, arguments.size());
  }

private:
  /// Looking each symbol up in its table's ops would take time that grows with
  /// the square of their number.
  SymbolTableCollection symbols;
};

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_RUNTIMECALLS_H
