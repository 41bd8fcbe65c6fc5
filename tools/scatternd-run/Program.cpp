//===- Program.cpp - The file that scatternd-run compiles -----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Process.h"
#include "ScatterND/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::scatternd;

LogicalResult mlir::scatternd::fail(const Twine &message) {
  llvm::errs() << "error: " << message << '\n';
  return failure();
}

LogicalResult mlir::scatternd::fail(llvm::Error error) {
  return fail(llvm::toString(std::move(error)));
}

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::scatternd::registerAllDialects(registry);
  return registry;
}

// One small function is compiled: threads for the compiler cost more than they
// give.
Program::Program() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  diagnosticHandler =
      std::make_unique<SourceMgrDiagnosticHandler>(sourceManager, &context);
  // Handlers are asked from the last registered one on; this one leaves
  // printing to the one above.
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return failure();
  });
}
Program::~Program() = default;

LogicalResult Program::parse(StringRef path) {
  std::string reason;
  auto file = openInputFile(path, &reason);
  if (!file)
    return fail(reason);
  sourceManager.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  module = parseSourceFile<ModuleOp>(sourceManager, ParserConfig(&context));
  if (!module && numErrors == 0)
    return fail(path + " is not a module");
  return success(static_cast<bool>(module));
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

FailureOr<CompiledFunction> Program::compile(ModuleOp module, StringRef name,
                                             Lowering lowering,
                                             const CompileOptions &options) {
  eraseUnreachable(module, module.lookupSymbol<func::FuncOp>(name));

  ToLLVMPipelineOptions pipelineOptions;
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
      CompiledFunction::compile(module, name, options);
  if (!function)
    return fail(function.takeError());
  return std::move(*function);
}
