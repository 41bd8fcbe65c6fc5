//===- Process.h - What compiled code may do to this process ----*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SCATTERNDRUN_PROCESS_H
#define SCATTERND_TOOLS_SCATTERNDRUN_PROCESS_H

#include "../support/EscapeControls.h"
#include "ScatterND/Execution/CompiledFunction.h"
#include <atomic>

namespace mlir::scatternd {

/// Prints `error: MESSAGE` to standard error, as one line. What a process says
/// after its first error starts with `note:`.
LogicalResult fail(const Twine &message);
LogicalResult fail(llvm::Error error);

/// Makes signals that end a process, exhausted memory, and calls of `exit` by
/// compiled code into an `error:` line that says what happened and where, and
/// exit status 1.
void installCrashHandlers();

/// Opens the standard streams that are closed, so that a file does not take
/// their numbers. To write to standard output is an error then.
void openStandardStreams();

/// Writes out what compiled code has printed.
void flushCompiledOutput();

/// Writes out what this process and compiled code have printed. Fails where
/// that could not be written.
LogicalResult flushOutput();

/// Says what the process is doing, for those lines ("in compiled code"). The
/// text must live on.
void setActivity(const char *activity);

/// Makes freed memory stay in the process, so that results of repeated calls
/// take the same pages.
void keepFreedMemory();

/// Functions of this process that compiled code calls in place of the C
/// library's: allocation that does not fail, output that is not lost, ends of
/// the process that are not silent.
ArrayRef<HostSymbol> getProcessSymbols();

/// Collects what compiled code reports through the C runtime while it lives.
/// Where compiled code ends the process, the reports are printed all the same.
class ReportCollector {
public:
  /// `prefix` comes before the first report when it is printed.
  explicit ReportCollector(StringRef prefix = "");
  ~ReportCollector();

  /// Prints what has been reported, and fails, if anything has.
  LogicalResult check();

private:
  static void handle(const char *message, void *user);

  std::string prefix;
};

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SCATTERNDRUN_PROCESS_H
