//===- Program.cpp - The file that scatternd-run compiles -----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Process.h"
#include "ScatterND/Execution/ArrayFile.h"
#include "ScatterND/InitAll.h"
#include "ScatterND/ONNX/Import.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::scatternd;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::scatternd::registerAllDialects(registry);
  return registry;
}

// One small function is compiled: threads for the compiler cost more than they
// give.
Program::Program()
    : context(makeRegistry(), MLIRContext::Threading::DISABLED),
      sourceManager(std::make_shared<llvm::SourceMgr>()) {
  diagnosticHandler =
      std::make_unique<SourceMgrDiagnosticHandler>(*sourceManager, &context);
  // Handlers are asked from the last registered one on; this one leaves
  // printing to the one above.
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return failure();
  });
}
Program::~Program() = default;

/// Resources of bytecode lie in the file as they should in memory.
static const llvm::Align fileAlignment(4096);

LogicalResult Program::parse(StringRef path) {
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) &&
      (status.type() == llvm::sys::fs::file_type::character_file ||
       status.type() == llvm::sys::fs::file_type::block_file))
    return fail(path + " is a device, which may have no end");
  std::string reason;
  file = openInputFile(path, fileAlignment, &reason);
  if (!file)
    return fail(reason);
  // What comes through a pipe lies anywhere.
  if (isBytecode(*file) &&
      !llvm::isAddrAligned(fileAlignment, file->getBufferStart())) {
    auto aligned = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
        file->getBufferSize(), file->getBufferIdentifier(), fileAlignment);
    if (!aligned)
      return fail(path + " does not fit into memory");
    llvm::copy(file->getBuffer(), aligned->getBufferStart());
    file = std::move(aligned);
  }
  // No text starts so, but a message of protobuf does.
  StringRef text = file->getBuffer();
  if (!isBytecode(*file) && !text.empty() && text.front() < ' ' &&
      !llvm::isSpace(text.front()))
    return fail(path + ": expected MLIR, as text or bytecode, or an ONNX model "
                       "whose name ends in .onnx");
  // Diagnostics and reports print the name as it is.
  sourceManager->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(
          file->getBuffer(), escapeControls(file->getBufferIdentifier())),
      llvm::SMLoc());
  module = parseSourceFile<ModuleOp>(sourceManager, ParserConfig(&context));
  if (!module && numErrors == 0)
    return fail(path + " is not a module");
  return success(static_cast<bool>(module));
}

/// What the array at `path` says of its type, as far as it can be asked twice.
static llvm::Expected<ArrayType> readArrayType(const ArrayFile &file) {
  ArrayType type;
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(file.path, status) &&
      status.type() != llvm::sys::fs::file_type::regular_file)
    return type;
  llvm::Expected<ArrayHeader> header = readArrayHeader(file);
  if (!header)
    return header.takeError();
  type.element = findDataTypeOf(header->element);
  type.shape.emplace(header->shape);
  return type;
}

llvm::Expected<OwningOpRef<ModuleOp>> Program::import(const Options &options) {
  llvm::Expected<Model> model = Model::read(options.file);
  if (!model)
    return model.takeError();
  auto readTypes = [&]() -> llvm::Expected<SmallVector<ArrayType>> {
    SmallVector<ArrayType> types;
    for (auto [i, file] : llvm::enumerate(options.inputs)) {
      llvm::Expected<ArrayType> type = readArrayType(file);
      if (!type)
        return llvm::createStringError("input " + Twine(i) + ": " +
                                       llvm::toString(type.takeError()));
      types.push_back(std::move(*type));
    }
    return types;
  };
  if (!options.node)
    return importModel(std::move(*model), context, readTypes);
  llvm::Expected<SmallVector<ArrayType>> inputs = readTypes();
  if (!inputs)
    return inputs.takeError();
  return importNode(std::move(*model), context, *options.node, *inputs);
}

LogicalResult Program::read(const Options &options) {
  if (!isOnnxFile(options.file))
    return parse(options.file);
  llvm::Expected<OwningOpRef<ModuleOp>> imported = import(options);
  if (!imported)
    return fail(imported.takeError());
  module = std::move(*imported);
  return success();
}

bool mlir::scatternd::hasReduction(ModuleOp module) {
  WalkResult result = module.walk([](ScatterOp op) {
    return op.getReduction() == Reduction::None ? WalkResult::advance()
                                                : WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

/// Erases the functions that `entry` does not reach: compiling a module's other
/// thousand functions would take a thousand times as long.
static void eraseUnreachable(ModuleOp module, func::FuncOp entry) {
  SymbolTable symbols(module);
  llvm::SetVector<Operation *> reached;
  reached.insert(entry);
  for (size_t i = 0; i < reached.size(); ++i)
    if (auto uses = SymbolTable::getSymbolUses(reached[i]))
      for (const SymbolTable::SymbolUse &use : *uses)
        if (Operation *symbol =
                symbols.lookup(use.getSymbolRef().getRootReference()))
          reached.insert(symbol);
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!reached.contains(function))
      function.erase();
}

/// Renames what `module` defines, to names that no C symbol has: a function
/// `exp` or `malloc` of its own must not stand for the C library's, nor the
/// other way round. What it only declares keeps its name.
static LogicalResult renameDefinitions(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::DenseMap<StringAttr, StringAttr> names;
  for (Operation &op : *module.getBody()) {
    auto function = dyn_cast<func::FuncOp>(op);
    auto global = dyn_cast<memref::GlobalOp>(op);
    if (!(function && !function.isExternal()) &&
        !(global && !global.isExternal()))
      continue;
    // A prefix, since `_mlir_ciface_` will come before some names.
    StringAttr old = SymbolTable::getSymbolName(&op);
    std::string name = old.str();
    do
      name = "mlir." + name;
    while (symbols.lookup(name));
    symbols.remove(&op);
    SymbolTable::setSymbolName(&op, name);
    symbols.insert(&op);
    names[old] = SymbolTable::getSymbolName(&op);
  }

  // All uses in one walk: one for each symbol takes time that grows with the
  // square of their number.
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymbolRefAttr use) -> std::pair<Attribute, WalkResult> {
        if (StringAttr name = names.lookup(use.getRootReference()))
          use = SymbolRefAttr::get(name, use.getNestedReferences());
        return {use, WalkResult::skip()};
      });
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == module)
      return WalkResult::advance();
    // What is not known may be a symbol table, with names of its own.
    if (!op->getDialect() && op->getNumRegions() == 1)
      return WalkResult::interrupt();
    replacer.replaceElementsIn(op);
    return op->hasTrait<OpTrait::SymbolTable>() ? WalkResult::skip()
                                                : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return fail("the module has operations whose symbols cannot be renamed");
  return success();
}

FailureOr<CompiledFunction> Program::compile(ModuleOp module, StringRef name,
                                             Lowering lowering,
                                             const CompileOptions &options) {
  auto entry = module.lookupSymbol<func::FuncOp>(name);
  eraseUnreachable(module, entry);
  if (failed(renameDefinitions(module)))
    return failure();
  std::string entryName = entry.getName().str();

  ToLLVMPipelineOptions pipelineOptions;
  // It is translated next.
  pipelineOptions.checkTranslation = false;
  pipelineOptions.copyBeforeWrite = lowering == Lowering::Reference;
  pipelineOptions.referenceLoop = lowering == Lowering::Reference;
  PassManager manager(&context);
  if (failed(applyPassManagerCLOptions(manager)))
    return failure();
  buildToLLVMPipeline(manager, pipelineOptions);
  unsigned numErrorsBefore = numErrors;
  if (failed(manager.run(module))) {
    if (numErrors == numErrorsBefore)
      return fail("the module cannot be lowered");
    return failure();
  }

  llvm::Expected<CompiledFunction> function =
      CompiledFunction::compile(module, entryName, options);
  if (!function)
    return fail(function.takeError());
  return std::move(*function);
}
