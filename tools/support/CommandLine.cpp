//===- CommandLine.cpp - Command lines with errors of ours ----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::scatternd;
namespace cl = llvm::cl;

namespace {
/// Catches what is written to standard error while it lives: the command line
/// parser prints some of its errors there, in its own form.
class CapturedStderr {
public:
  CapturedStderr()
      : original(dup(STDERR_FILENO)),
        file(memfd_create("stderr", MFD_CLOEXEC)) {
    if (original >= 0 && file >= 0)
      dup2(file, STDERR_FILENO);
  }
  ~CapturedStderr() { finish(); }

  /// Ends the capture and returns what was written.
  std::string finish() {
    std::string text;
    if (file < 0 || original < 0)
      return text;
    dup2(original, STDERR_FILENO);
    close(original);
    lseek(file, 0, SEEK_SET);
    char buffer[1024];
    for (ssize_t n; (n = read(file, buffer, sizeof(buffer))) > 0;)
      text.append(buffer, n);
    close(file);
    file = -1;
    return text;
  }

private:
  int original;
  int file;
};
} // namespace

void mlir::scatternd::removeForeignOptions() {
  auto &registered = cl::getRegisteredOptions();
  if (auto threads = registered.find("threads"); threads != registered.end())
    threads->second->removeArgument();
}

llvm::Error mlir::scatternd::parseOptions(int argc, char **argv,
                                          StringRef overview) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  // Static, so that it ends where --help ends the process. Standard output is
  // made first, so that it ends last: what is wrong with it is said after that.
  llvm::outs();
  static CapturedStderr captured;
  bool isGood = cl::ParseCommandLineOptions(argc, argv, overview, &stream);
  message += captured.finish();
  if (isGood)
    return llvm::Error::success();

  // The first line says what is wrong, after the program's name.
  StringRef first = StringRef(message).split('\n').first;
  StringRef program = StringRef(argv[0]).rsplit('/').second;
  first.consume_front(program.empty() ? StringRef(argv[0]) : program);
  first.consume_front(": ");
  return llvm::createStringError(first);
}
