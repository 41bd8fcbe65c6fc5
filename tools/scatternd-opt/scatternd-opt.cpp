//===- scatternd-opt.cpp - Upstream's driver and ours ---------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../support/EscapeControls.h"
#include "../support/OutputFile.h"
#include "ScatterND/InitAll.h"
#include "ScatterND/ONNX/Import.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

static LogicalResult fail(const Twine &message) {
  llvm::WithColor::error() << scatternd::escapeControls(message.str()) << "\n";
  return failure();
}

/// Does with an ONNX model what upstream's driver does with a file of MLIR: the
/// passes of the command line run on the imported module, whose constants stay
/// where they are. Options that are about text are refused.
static LogicalResult processModel(StringRef path, raw_ostream &os,
                                  DialectRegistry &registry,
                                  const MlirOptMainConfig &config) {
  if (config.shouldVerifyDiagnostics() || config.shouldVerifyRoundtrip() ||
      !config.inputSplitMarker().empty())
    return fail(path + ": a model has no text, as --verify-diagnostics, "
                       "--verify-roundtrip and --split-input-file need");

  MLIRContext context(registry);
  llvm::SourceMgr sourceManager;
  SourceMgrDiagnosticHandler handler(sourceManager, &context);
  llvm::Expected<scatternd::Model> model = scatternd::Model::read(path);
  if (!model)
    return fail(llvm::toString(model.takeError()));
  auto module = scatternd::importModel(std::move(*model), context);
  if (!module)
    return fail(llvm::toString(module.takeError()));

  PassManager manager(&context);
  manager.enableVerifier(config.shouldVerifyPasses());
  applyDefaultTimingPassManagerCLOptions(manager);
  if (failed(applyPassManagerCLOptions(manager)) ||
      failed(config.setupPassPipeline(manager)) ||
      failed(manager.run(**module)))
    return failure();
  if (config.shouldEmitBytecode())
    return writeBytecodeToFile(**module, os);
  (*module)->print(os);
  os << '\n';
  return success();
}

/// Upstream's driver on one file.
static LogicalResult processFile(StringRef path, raw_ostream &os,
                                 DialectRegistry &registry,
                                 const MlirOptMainConfig &config) {
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &reason);
  if (!file)
    return fail(reason);
  return MlirOptMain(os, std::move(file), registry, config);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAllPasses();
  scatternd::registerAllPasses();

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  scatternd::registerAllDialects(registry);
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "ScatterND optimizer driver\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  bool isModel = scatternd::isOnnxFile(input);
  // Upstream's own way has more to it: input from a terminal, lists.
  if ((output == "-" && !isModel) || config.shouldListPasses() ||
      config.shouldShowDialects())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));

  // Upstream would remove a file that is there where something fails.
  LogicalResult result = success();
  llvm::Error error =
      scatternd::writeOutput(output, [&, &input = input](raw_ostream &os) {
        result = isModel ? processModel(input, os, registry, config)
                         : processFile(input, os, registry, config);
        return succeeded(result) ? llvm::Error::success()
                                 : llvm::createStringError("");
      });
  if (failed(result)) {
    llvm::consumeError(std::move(error));
    return EXIT_FAILURE;
  }
  return asMainReturnCode(error ? fail(llvm::toString(std::move(error)))
                                : success());
}
