//===- CompiledFunction.cpp - Compile and call in this process ------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/CompiledFunction.h"
#include "HostConstants.h"
#include "ScatterND/Execution/ReferenceHook.h"
#include "ScatterND/Runtime/Runtime.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

CompiledFunction::CompiledFunction(std::unique_ptr<HostConstants> constants,
                                   std::unique_ptr<ExecutionEngine> engine,
                                   void (*function)(void **))
    : constants(std::move(constants)), engine(std::move(engine)),
      function(function) {}
CompiledFunction::CompiledFunction(CompiledFunction &&) = default;
CompiledFunction::~CompiledFunction() = default;

static SmallVector<HostSymbol> getOwnSymbols() {
  auto symbol = [](StringRef name, auto *function) {
    return HostSymbol{name, reinterpret_cast<void *>(function)};
  };
  return {symbol("scatternd_report_index", scatternd_report_index),
          symbol("scatternd_report_extent", scatternd_report_extent),
          symbol("scatternd_report_components", scatternd_report_components),
          symbol("scatternd_reference", scatternd_reference)};
}

static llvm::Error loadLibraries(ArrayRef<std::string> libraries) {
  // Without a name: this process itself, the C library included.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  for (const std::string &library : libraries) {
    std::string reason;
    if (llvm::sys::DynamicLibrary::LoadLibraryPermanently(library.c_str(),
                                                          &reason))
      return createStringError("cannot load library " + library + ": " +
                               reason);
  }
  return llvm::Error::success();
}

/// Looks for every function that `module` declares and uses, before the
/// just-in-time linker does: it prints a message of its own.
static llvm::Error checkSymbols(ModuleOp module, ArrayRef<HostSymbol> symbols) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getName();
    if (!function.isExternal() || name.starts_with("llvm.") ||
        llvm::is_contained(
            llvm::map_range(
                symbols, [](const HostSymbol &symbol) { return symbol.name; }),
            name))
      continue;
    if (SymbolTable::symbolKnownUseEmpty(function, module))
      continue;
    if (!llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(name.str()))
      return createStringError(
          "function '" + name +
          "' is declared and called, but no library defines it");
  }
  return llvm::Error::success();
}

llvm::Expected<CompiledFunction>
CompiledFunction::compile(ModuleOp module, StringRef name,
                          const CompileOptions &options) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());

  SmallVector<HostSymbol> symbols = getOwnSymbols();
  symbols.append(options.symbols);
  if (llvm::Error error = loadLibraries(options.sharedLibraries))
    return error;
  if (llvm::Error error = checkSymbols(module, symbols))
    return error;
  llvm::Expected<HostConstants> constants = HostConstants::find(module);
  if (!constants)
    return constants.takeError();

  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  auto level = static_cast<llvm::CodeGenOptLevel>(options.optLevel);
  builder->setCodeGenOptLevel(level);
  // One for the optimizer, one that the engine keeps.
  auto optimizerTarget = builder->createTargetMachine();
  if (!optimizerTarget)
    return optimizerTarget.takeError();
  auto engineTarget = builder->createTargetMachine();
  if (!engineTarget)
    return engineTarget.takeError();

  auto transformer = makeOptimizingTransformer(
      options.optLevel, /*sizeLevel=*/0, optimizerTarget->get());
  SmallVector<StringRef> libraries(options.sharedLibraries.begin(),
                                   options.sharedLibraries.end());
  auto translate = [&](Operation *, llvm::LLVMContext &context) {
    return constants->translate(module, context);
  };
  ExecutionEngineOptions engineOptions;
  engineOptions.llvmModuleBuilder = translate;
  engineOptions.transformer = transformer;
  engineOptions.jitCodeGenOptLevel = level;
  engineOptions.sharedLibPaths = libraries;
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  auto engine =
      ExecutionEngine::create(module, engineOptions, std::move(*engineTarget));
  if (!engine)
    return engine.takeError();
  llvm::append_range(symbols, constants->getSymbols());
  (*engine)->registerSymbols([&](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap map;
    for (const HostSymbol &symbol : symbols)
      map[interner(symbol.name)] = {
          llvm::orc::ExecutorAddr::fromPtr(symbol.address),
          llvm::JITSymbolFlags::Exported};
    return map;
  });
  (*engine)->initialize();

  auto function = (*engine)->lookupPacked(("_mlir_ciface_" + name).str());
  if (!function)
    return function.takeError();
  return CompiledFunction(
      std::make_unique<HostConstants>(std::move(*constants)),
      std::move(*engine), *function);
}
