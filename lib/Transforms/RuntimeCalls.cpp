//===- RuntimeCalls.cpp - Calls of C functions ----------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::scatternd;

OpBuilder RuntimeCalls::getDeclarationBuilder() {
  return OpBuilder::atBlockBegin(&symbols.getOp()->getRegion(0).front());
}

LogicalResult RuntimeCalls::call(OpBuilder &builder, Location loc,
                                 StringRef name, ValueRange arguments,
                                 size_t fixed) {
  LLVM::LLVMFuncOp &function = functions[name];
  if (!function) {
    if (Operation *other = symbols.lookup(name))
      return other->emitError("expected no symbol '")
             << name << "' in the module: it is the name of a C function that "
             << "scatternd ops become calls of";
    SmallVector<Type> types(arguments.take_front(fixed).getTypes());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(builder.getContext()), types,
        /*isVarArg=*/fixed < arguments.size());
    OpBuilder declarations = getDeclarationBuilder();
    function = LLVM::LLVMFuncOp::create(declarations, symbols.getOp()->getLoc(),
                                        name, type);
    symbols.insert(function);
  }
  LLVM::CallOp::create(builder, loc, function, arguments);
  return success();
}

Value RuntimeCalls::getString(OpBuilder &builder, Location loc,
                              StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    std::string bytes = (text + Twine('\0')).str();
    OpBuilder declarations = getDeclarationBuilder();
    global = LLVM::GlobalOp::create(
        declarations, symbols.getOp()->getLoc(),
        LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, "scatternd_text",
        builder.getStringAttr(bytes));
    symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

/// The first file, line and column in `loc`, after the name it is under if any;
/// empty where there is none. Line 0 is no line: importers give it to what
/// comes from a file without lines.
static std::string findPlace(LocationAttr loc, StringRef name) {
  if (auto place = dyn_cast<FileLineColRange>(loc)) {
    StringRef file = place.getFilename().getValue();
    StringRef separator = name.empty() ? "" : " at ";
    if (place.getStartLine() != 0)
      return llvm::formatv("{0}{1}{2}:{3}:{4}", name, separator, file,
                           place.getStartLine(), place.getStartColumn());
    return file.empty() ? "" : (name + separator + file).str();
  }
  if (auto named = dyn_cast<NameLoc>(loc))
    return findPlace(named.getChildLoc(), named.getName());
  if (auto opaque = dyn_cast<OpaqueLoc>(loc))
    return findPlace(opaque.getFallbackLocation(), name);
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    std::string callee = findPlace(call.getCallee(), name);
    return callee.empty() ? findPlace(call.getCaller(), name) : callee;
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location each : fused.getLocations())
      if (std::string text = findPlace(each, name); !text.empty())
        return text;
  return "";
}

Value RuntimeCalls::getLocationText(OpBuilder &builder, Location loc) {
  return getString(builder, loc, scatternd::getLocationText(loc));
}

std::string scatternd::getLocationText(Location loc) {
  std::string place = findPlace(loc, "");
  if (place.empty())
    return "<unknown>";
  // The text is a C string, and names may hold anything.
  std::string text;
  for (char c : place)
    if (c)
      text += c;
    else
      text += "\\x00";
  return text;
}

Value scatternd::toI64(OpBuilder &builder, Location loc, Value value) {
  return builder.createOrFold<arith::IndexCastOp>(loc, builder.getI64Type(),
                                                  value);
}

Value scatternd::constantI64(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), value);
}
