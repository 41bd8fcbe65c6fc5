//===- scatternd-opt.cpp - Upstream's driver and ours ---------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

static LogicalResult fail(const Twine &message) {
  llvm::WithColor::error() << message << "\n";
  return failure();
}

/// Does with an ONNX model what upstream's driver does with a file of MLIR: the
/// passes of the command line run on the imported module, whose constants stay
/// where they are.
static LogicalResult processModel(StringRef input, StringRef output,
                                  DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  MLIRContext context(registry);
  llvm::SourceMgr sourceManager;
  SourceMgrDiagnosticHandler handler(sourceManager, &context);
  llvm::Expected<scatternd::Model> model = scatternd::Model::read(input);
  if (!model)
    return fail(llvm::toString(model.takeError()));
  auto module = scatternd::importModel(std::move(*model), context);
  if (!module)
    return fail(llvm::toString(module.takeError()));

  PassManager manager(&context);
  manager.enableVerifier(config.shouldVerifyPasses());
  if (failed(applyPassManagerCLOptions(manager)) ||
      failed(config.setupPassPipeline(manager)) ||
      failed(manager.run(**module)))
    return failure();

  std::string reason;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(output, &reason);
  if (!file)
    return fail(reason);
  if (config.shouldEmitBytecode()) {
    if (failed(writeBytecodeToFile(**module, file->os())))
      return fail("the bytecode cannot be written");
  } else {
    (*module)->print(file->os());
    file->os() << '\n';
  }
  file->keep();
  return success();
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
  if (scatternd::isOnnxFile(input))
    return failed(processModel(input, output, registry));
  return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
}
