//===- Options.h - The command line of scatternd-run ------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SCATTERNDRUN_OPTIONS_H
#define SCATTERND_TOOLS_SCATTERNDRUN_OPTIONS_H

#include "ScatterND/Execution/ArrayFile.h"
#include "ScatterND/Execution/Compare.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlir::scatternd {

/// The value of --output or --expect: a file for the next result, or for the
/// memref argument that `argN=` names.
struct ValueFile {
  std::optional<unsigned> argument;
  ArrayFile file;
};

enum class PrintMode { Auto, All, None };

struct Options {
  std::string file;
  std::string entry;
  /// The node of an ONNX model that --node names.
  std::optional<std::string> node;
  std::vector<ArrayFile> inputs;
  std::vector<ValueFile> outputs;
  std::vector<ValueFile> expected;
  CompareOptions tolerance;
  bool check = false;
  /// The number of samples that --time asks for.
  std::optional<unsigned> timeSamples;
  PrintMode print = PrintMode::Auto;
  unsigned optLevel = 2;
  std::vector<std::string> sharedLibraries;
};

/// Reads the command line, upstream's own options included. --help and
/// --version end the process.
llvm::Expected<Options> parseCommandLine(int argc, char **argv);

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SCATTERNDRUN_OPTIONS_H
