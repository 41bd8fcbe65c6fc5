//===- scatternd-translate.cpp - From ONNX to MLIR ------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../support/CommandLine.h"
#include "../support/EscapeControls.h"
#include "../support/OutputFile.h"
#include "ScatterND/ONNX/Import.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include <csignal>

using namespace mlir;
using namespace mlir::scatternd;
namespace cl = llvm::cl;

namespace {
/// The options; they live in `run`.
struct CommandLine {
  cl::OptionCategory category{"scatternd-translate options"};
  cl::list<std::string> files{cl::Positional,
                              cl::desc("MODEL (.onnx; - is standard input)"),
                              cl::cat(category)};
  cl::opt<bool> importOnnx{"import-onnx",
                           cl::desc("Translate an ONNX model to MLIR"),
                           cl::cat(category)};
  cl::opt<bool> extract{
      "extract",
      cl::desc("Make a function of each ScatterND and GatherND node of the "
               "model, whatever else it has"),
      cl::cat(category)};
  cl::opt<std::string> output{"o",
                              cl::desc("The file to write (default: standard "
                                       "output)"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<bool> emitBytecode{
      "emit-bytecode",
      cl::desc("Write bytecode, which holds large constants as they are"),
      cl::cat(category)};
};
} // namespace

static LogicalResult fail(llvm::Error error) {
  llvm::WithColor::error() << escapeControls(llvm::toString(std::move(error)))
                           << "\n";
  return failure();
}

static llvm::Expected<OwningOpRef<ModuleOp>> translate(const CommandLine &line,
                                                       MLIRContext &context) {
  if (!line.importOnnx)
    return llvm::createStringError("expected --import-onnx, the only "
                                   "translation that there is");
  if (line.files.size() > 1)
    return llvm::createStringError("expected one MODEL, but got '" +
                                   line.files[0] + "' and '" + line.files[1] +
                                   "'");
  llvm::Expected<Model> model =
      Model::read(line.files.empty() ? "-" : line.files.front());
  if (!model)
    return model.takeError();
  if (!line.extract)
    return importModel(std::move(*model), context);
  return importNodes(std::move(*model), context, [](const Twine &message) {
    llvm::WithColor::warning() << escapeControls(message.str()) << "\n";
  });
}

/// Writes `module` to the file of -o, or to standard output.
static llvm::Error write(ModuleOp module, const CommandLine &line) {
  return writeOutput(line.output, [&](raw_ostream &os) -> llvm::Error {
    if (line.emitBytecode) {
      if (failed(writeBytecodeToFile(module, os)))
        return llvm::createStringError("the bytecode cannot be written");
      return llvm::Error::success();
    }
    OpPrintingFlags flags;
    // Locations carry the names of nodes, which messages at run time need.
    auto option = cl::getRegisteredOptions().find("mlir-print-debuginfo");
    if (option == cl::getRegisteredOptions().end() ||
        option->second->getNumOccurrences() == 0)
      flags.enableDebugInfo();
    module->print(os, flags);
    return llvm::Error::success();
  });
}

static LogicalResult run(int argc, char **argv) {
  removeForeignOptions();
  static CommandLine line;
  registerAsmPrinterCLOptions();
  cl::HideUnrelatedOptions(line.category);
  if (llvm::Error error = parseOptions(
          argc, argv,
          "Translates ONNX models of ScatterND, GatherND, Identity and "
          "Constant nodes to MLIR, or takes those nodes out of any model.\n"))
    return fail(std::move(error));

  MLIRContext context(MLIRContext::Threading::DISABLED);
  auto module = translate(line, context);
  if (!module)
    return fail(module.takeError());
  if (llvm::Error error = write(**module, line))
    return fail(std::move(error));
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // What cannot be written is an error with a message.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return failed(run(argc, argv));
}
