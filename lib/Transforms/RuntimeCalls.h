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
#include "llvm/ADT/StringMap.h"

namespace mlir {
namespace scatternd {

/// The C functions and constant strings that the code of a module (or of
/// another symbol table, such as a gpu.module) refers to. Looking them up for
/// each call would take time that grows with the square of their number.
class RuntimeCalls {
public:
  explicit RuntimeCalls(Operation *table) : symbols(table) {}

  /// Calls `void name(arguments...)`, declared with the types of the first
  /// `fixed` arguments and variadic where there are more. Fails where the
  /// module has something else of that name.
  LogicalResult call(OpBuilder &builder, Location loc, StringRef name,
                     ValueRange arguments, size_t fixed);

  /// The address of the C string `text`.
  Value getString(OpBuilder &builder, Location loc, StringRef text);

  /// The address of the location's text.
  Value getLocationText(OpBuilder &builder, Location loc);

private:
  /// A builder where declarations stand: at the front of the table.
  OpBuilder getDeclarationBuilder();

  SymbolTable symbols;
  llvm::StringMap<LLVM::LLVMFuncOp> functions;
  llvm::StringMap<LLVM::GlobalOp> strings;
};

/// The RuntimeCalls of each op's nearest symbol table.
class RuntimeCallsOfTables {
public:
  RuntimeCalls &operator[](Operation *op) {
    Operation *table = SymbolTable::getNearestSymbolTable(op);
    auto [it, inserted] = tables.try_emplace(table);
    if (inserted)
      it->second = std::make_unique<RuntimeCalls>(table);
    return *it->second;
  }

private:
  llvm::SmallDenseMap<Operation *, std::unique_ptr<RuntimeCalls>> tables;
};

/// The location's first file, line and column, after the name they are under if
/// any: `name at f:l:c`, or `name at f` where the line is 0; or `<unknown>`.
std::string getLocationText(Location loc);

/// An index as the i64 that C functions take.
Value toI64(OpBuilder &builder, Location loc, Value value);
Value constantI64(OpBuilder &builder, Location loc, int64_t value);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_RUNTIMECALLS_H
