//===- HostConstants.cpp - Constants that are read in place ---------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostConstants.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
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
  if (!global.getConstant() || global.getAddrSpace() != 0 ||
      global.getThreadLocal_())
    return std::nullopt;
  Attribute value = global.getValueOrNull();
  // LLVM IR would have every row of an array without elements.
  static const char nothing = 0;
  if (bytes == 0)
    return ArrayRef<char>(&nothing, size_t(0));
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

llvm::Expected<HostConstants> HostConstants::find(ModuleOp module) {
  HostConstants found;
  DataLayout layout(module);
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    Type type = global.getType();
    if (!isa_and_present<ElementsAttr>(global.getValueOrNull()))
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
      found.copies.push_back(std::move(copy));
    }
    found.constants.push_back({global, address, alignment.value(), ""});
  }
  return found;
}

std::unique_ptr<llvm::Module>
HostConstants::translate(ModuleOp module, llvm::LLVMContext &context) {
  // Declarations for as long as the translation takes.
  std::vector<std::pair<Attribute, LLVM::Linkage>> kept;
  for (Constant &constant : constants) {
    LLVM::GlobalOp global = constant.global;
    kept.emplace_back(global.getValueAttr(), global.getLinkage());
    global.removeValueAttr();
    global.setLinkage(LLVM::Linkage::External);
  }
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context);
  for (auto [constant, value] : llvm::zip_equal(constants, kept)) {
    constant.global.setValueAttr(value.first);
    constant.global.setLinkage(value.second);
  }
  if (!translated)
    return nullptr;

  for (Constant &constant : constants) {
    llvm::GlobalVariable *global =
        translated->getNamedGlobal(constant.global.getName());
    // What was private must not stand for a function of the C library.
    global->setName("scatternd.constant");
    global->setAlignment(llvm::Align(constant.alignment));
    constant.name = global->getName();
  }
  return translated;
}

SmallVector<HostSymbol, 0> HostConstants::getSymbols() const {
  return llvm::map_to_vector<0>(constants, [](const Constant &constant) {
    return HostSymbol{constant.name, const_cast<char *>(constant.address)};
  });
}
