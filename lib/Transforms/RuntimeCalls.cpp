//===- RuntimeCalls.cpp - Calls of C functions ----------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::scatternd;

Value RuntimeCalls::getString(OpBuilder &builder, Operation *user,
                              StringRef text) {
  SymbolTable &table =
      symbols.getSymbolTable(SymbolTable::getNearestSymbolTable(user));
  std::string bytes = (text + Twine('\0')).str();
  auto value = builder.getStringAttr(bytes);
  // By name, so that what was made before is found again, in another conversion
  // too; another text of the same hash gets another name.
  std::string name =
      llvm::formatv("scatternd_text_{0:x-16}", llvm::xxh3_64bits(bytes));
  auto global = table.lookup<LLVM::GlobalOp>(name);
  if (!global || global.getValueOrNull() != value) {
    OpBuilder atFront =
        OpBuilder::atBlockBegin(&table.getOp()->getRegion(0).front());
    global = LLVM::GlobalOp::create(
        atFront, table.getOp()->getLoc(),
        LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name, value);
    table.insert(global);
  }
  return LLVM::AddressOfOp::create(builder, user->getLoc(), global);
}

LogicalResult RuntimeCalls::call(OpBuilder &builder, Operation *user,
                                 StringRef name, Type result,
                                 ValueRange arguments, size_t fixed) {
  Operation *table = SymbolTable::getNearestSymbolTable(user);
  SmallVector<Type> types(arguments.take_front(fixed).getTypes());
  bool isVariadic = fixed < arguments.size();
  Operation *known = symbols.lookupSymbolIn(table, builder.getStringAttr(name));
  auto function = dyn_cast_or_null<LLVM::LLVMFuncOp>(known);
  if (known && !function)
    return known->emitError("expected '")
           << name << "' to be the C function of that name, which "
           << user->getName() << " becomes a call of";
  // Whatever it returns: that is not used.
  bool isFitting = function && function.isVarArg() == isVariadic &&
                   llvm::equal(function.getArgumentTypes(), types);
  if (!isFitting) {
    OpBuilder atFront = OpBuilder::atBlockBegin(&table->getRegion(0).front());
    FailureOr<LLVM::LLVMFuncOp> declared = LLVM::lookupOrCreateFn(
        atFront, table, name, types,
        result ? result : LLVM::LLVMVoidType::get(builder.getContext()),
        isVariadic, /*isReserved=*/true, &symbols);
    if (failed(declared))
      return failure();
    function = *declared;
  }
  LLVM::CallOp::create(builder, user->getLoc(), function, arguments);
  return success();
}
