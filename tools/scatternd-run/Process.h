//===- Process.h - What compiled code may do to this process ----*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SCATTERNDRUN_PROCESS_H
#define SCATTERND_TOOLS_SCATTERNDRUN_PROCESS_H

#include "ScatterND/Execution/CompiledFunction.h"
#include <mutex>

namespace mlir::scatternd {

/// Makes signals that end a process, and exhausted memory, into an `error:`
/// line that says what happened and where, and exit status 1.
void installCrashHandlers();

/// Says what the process is doing, for those lines ("in compiled code"). The
/// text must live on.
void setActivity(const char *activity);

/// Makes freed memory stay in the process, so that results of repeated calls
/// take the same pages.
void keepFreedMemory();

/// Functions of this process that compiled code calls in place of the C
/// library's: allocation that does not fail, output that is not lost.
ArrayRef<HostSymbol> getProcessSymbols();

/// Collects what compiled code reports through the C runtime while it lives.
class ReportCollector {
public:
  ReportCollector();
  ~ReportCollector();

  unsigned getCount();
  /// The first report. There must be one.
  std::string getFirst();

private:
  static void handle(const char *message, void *user);

  // Compiled code may report from any thread.
  std::mutex mutex;
  std::string first;
  unsigned count = 0;
};

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SCATTERNDRUN_PROCESS_H
