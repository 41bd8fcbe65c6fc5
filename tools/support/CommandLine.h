//===- CommandLine.h - Command lines with errors of ours --------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SUPPORT_COMMANDLINE_H
#define SCATTERND_TOOLS_SUPPORT_COMMANDLINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::scatternd {

/// Takes away the options of libLLVM that stand in the way of ours. To be
/// called before the tool's own are made.
void removeForeignOptions();

/// Parses the command line into the options that exist. What is wrong with it
/// comes back as one line, without the program's name. --help and --version end
/// the process.
llvm::Error parseOptions(int argc, char **argv, StringRef overview);

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SUPPORT_COMMANDLINE_H
