//===- HostConstants.cpp - Constants that are read in place ---------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostConstants.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include <cstring>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

/// A `dense` of fewer bytes is left to LLVM, which may fold what reads it.
static constexpr uint64_t smallBytes = 4096;

/// The bytes that `global` is to be read from; nothing where they are to go
/// through LLVM IR.
static llvm::Expected<std::optional<ArrayRef<char>>>
getData(LLVM::GlobalOp global, uint64_t bytes) {
  // Code may write to what is not constant, and data is not its to write.
  if (!global.getConstant() || global.getAddrSpace() != 0)
    return std::nullopt;
  Attribute value = global.getValueOrNull();
  if (auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(value)) {
    const AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (blob && blob->getData().size() == bytes)
      return blob->getData();
    return createStringError(
        "expected resource '" + resource.getRawHandle().getKey() +
        "' to have " + Twine(bytes) + " bytes, as global '" + global.getName() +
        "', but got " +
        (blob ? Twine(blob->getData().size()) : Twine("no data")));
  }
  auto dense = dyn_cast_if_present<DenseIntOrFPElementsAttr>(value);
  // Bools are packed in the attribute, and not in memory.
  if (!dense || dense.isSplat() || bytes < smallBytes ||
      dense.getRawData().size() != bytes)
    return std::nullopt;
  return dense.getRawData();
}

llvm::Expected<HostConstants> HostConstants::take(ModuleOp module) {
  HostConstants constants;
  DataLayout layout(module);
  SymbolTableCollection tables;
  SymbolTable &table = tables.getSymbolTable(module);
  std::optional<SymbolUserMap> users;
  for (auto global :
       llvm::make_early_inc_range(module.getOps<LLVM::GlobalOp>())) {
    Type type = global.getType();
    if (!global.getValueOrNull() || !LLVM::isCompatibleType(type))
      continue;
    uint64_t bytes = layout.getTypeSize(type).getFixedValue();
    llvm::Expected<std::optional<ArrayRef<char>>> data = getData(global, bytes);
    if (!data)
      return data.takeError();
    if (!*data)
      continue;

    const char *address = (*data)->data();
    llvm::Align alignment(std::max<uint64_t>(
        layout.getTypeABIAlignment(type), global.getAlignment().value_or(1)));
    if (!llvm::isAddrAligned(alignment, address)) {
      auto copy = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
          bytes, /*BufferName=*/"", alignment);
      if (!copy)
        return createStringError("not enough memory for " + Twine(bytes) +
                                 " bytes of global '" + global.getName() + "'");
      std::memcpy(copy->getBufferStart(), address, bytes);
      address = copy->getBufferStart();
      constants.copies.push_back(std::move(copy));
    }

    // What was private must not stand for a function of the C library.
    if (!users)
      users.emplace(tables, module);
    auto name = StringAttr::get(
        module.getContext(),
        "scatternd.constant." + Twine(constants.symbols.size()));
    while (table.lookup(name))
      name = StringAttr::get(module.getContext(), name.getValue() + "_");
    users->replaceAllUsesWith(global, name);
    table.remove(global);
    global.setSymNameAttr(name);
    table.insert(global);
    global.removeValueAttr();
    global.setLinkage(LLVM::Linkage::External);
    global.setAlignment(alignment.value());
    constants.symbols.push_back({name.getValue(), const_cast<char *>(address)});
  }
  return constants;
}
