//===- Program.h - The file that scatternd-run compiles ---------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SCATTERNDRUN_PROGRAM_H
#define SCATTERND_TOOLS_SCATTERNDRUN_PROGRAM_H

#include "Options.h"
#include "ScatterND/Execution/CompiledFunction.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir {
class SourceMgrDiagnosticHandler;

namespace scatternd {

/// A file's module in memory, with what its diagnostics need. What fails here
/// has printed why, as `error:` or `file:l:c: error:`.
class Program {
public:
  Program();
  ~Program();

  /// Reads and verifies the file: MLIR as text or bytecode, or an ONNX model or
  /// the node of it that is asked for.
  LogicalResult read(const Options &options);

  ModuleOp getModule() { return *module; }

  enum class Lowering {
    /// As the pipeline does by default.
    Normal,
    /// With every copy kept and every op done by the reference loop.
    Reference,
  };

  /// Lowers `module`, which is changed, and compiles function `name`.
  FailureOr<CompiledFunction> compile(ModuleOp module, StringRef name,
                                      Lowering lowering,
                                      const CompileOptions &options);

private:
  LogicalResult parse(StringRef path);
  llvm::Expected<OwningOpRef<ModuleOp>> import(const Options &options);

  /// The file. The context's resources may refer to it.
  std::unique_ptr<llvm::MemoryBuffer> file;
  MLIRContext context;
  /// Shared, so that resources of bytecode need not be copied.
  std::shared_ptr<llvm::SourceMgr> sourceManager;
  std::unique_ptr<SourceMgrDiagnosticHandler> diagnosticHandler;
  /// Errors that have been printed as diagnostics.
  unsigned numErrors = 0;
  OwningOpRef<ModuleOp> module;
};

/// Whether an op of `module` combines elements, so that what NaN it makes is
/// left open.
bool hasReduction(ModuleOp module);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_TOOLS_SCATTERNDRUN_PROGRAM_H
