//===- RunApart.cpp - Work in a process of its own ------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunApart.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cerrno>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::scatternd;

/// Far longer than models of any size take.
static constexpr unsigned maxSeconds = 120;

/// What the child writes last. Its exit status says the same, but may be lost:
/// a process that ignores SIGCHLD has no children to wait for.
static constexpr char endMark = '.';

/// Reads from `file` until its end.
static std::string readAll(int file) {
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    ssize_t count = read(file, buffer, sizeof(buffer));
    if (count > 0)
      text.append(buffer, count);
    else if (count == 0 || errno != EINTR)
      return text;
  }
}

static bool writeAll(int file, StringRef text) {
  while (!text.empty()) {
    ssize_t count = write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR)
      return false;
    if (count > 0)
      text = text.drop_front(count);
  }
  return true;
}

/// What the child does; ends it.
[[noreturn]] static void runChild(int result,
                                  llvm::function_ref<std::string()> work) {
  // Its end is nobody's business but the parent's: no handler, no core, no
  // message.
  for (int signal : {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGPIPE, SIGSEGV,
                     SIGTRAP, SIGTERM, SIGINT})
    std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  alarm(maxSeconds);
  bool isGood = false;
  try {
    isGood =
        writeAll(result, work()) && writeAll(result, StringRef(&endMark, 1));
  } catch (const std::exception &) {
  }
  _exit(isGood ? 0 : 1);
}

std::optional<std::string>
mlir::scatternd::runApart(llvm::function_ref<std::string()> work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return std::nullopt;
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    runChild(ends[1], work);
  }
  close(ends[1]);
  std::string text;
  if (child > 0) {
    text = readAll(ends[0]);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
  close(ends[0]);
  if (text.empty() || text.back() != endMark)
    return std::nullopt;
  text.pop_back();
  return text;
}
