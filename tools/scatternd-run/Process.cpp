//===- Process.cpp - What compiled code may do to this process ------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"
#include "ScatterND/Runtime/Runtime.h"
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>
#include <pthread.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::scatternd;

//===----------------------------------------------------------------------===//
// Crashes
//===----------------------------------------------------------------------===//

static const char *volatile currentActivity = "at start";

void mlir::scatternd::setActivity(const char *activity) {
  currentActivity = activity;
}

/// Ends the process with "error: WHAT ACTIVITY". Safe in a signal handler.
[[noreturn]] static void die(const char *what) {
  const char *parts[] = {"error: ", what, " ", currentActivity, "\n"};
  char line[512];
  size_t length = 0;
  for (const char *part : parts)
    for (; *part && length < sizeof(line); ++part)
      line[length++] = *part;
  // Nothing can be done where this fails.
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, line, length);
  _exit(1);
}

/// The lowest address of the main thread's stack.
static uintptr_t stackEnd = 0;

static bool isStackOverflow(const void *address) {
  // A large frame may reach far beyond the end.
  constexpr uintptr_t beyond = uintptr_t(1) << 30, within = 1 << 16;
  uintptr_t fault = reinterpret_cast<uintptr_t>(address);
  return stackEnd > beyond && fault > stackEnd - beyond &&
         fault < stackEnd + within;
}

static void handleSignal(int signal, siginfo_t *info, void *) {
  switch (signal) {
  case SIGSEGV:
    die(isStackOverflow(info->si_addr) ? "stack overflow"
                                       : "invalid memory access (SIGSEGV)");
  case SIGBUS:
    die("invalid memory access (SIGBUS)");
  case SIGFPE:
    die("arithmetic fault such as a division by zero (SIGFPE)");
  case SIGILL:
    die("invalid instruction (SIGILL)");
  default:
    die("abort (SIGABRT)");
  }
}

void mlir::scatternd::installCrashHandlers() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *lowest;
    size_t size;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
      stackEnd = reinterpret_cast<uintptr_t>(lowest);
    pthread_attr_destroy(&attributes);
  }

  // A stack overflow leaves no room for the handler on the stack itself.
  static char alternate[1 << 16];
  stack_t stack = {};
  stack.ss_sp = alternate;
  stack.ss_size = sizeof(alternate);
  sigaltstack(&stack, nullptr);

  struct sigaction action = {};
  action.sa_sigaction = handleSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(signal, &action, nullptr);
  // A reader that goes away is a write error, not the end.
  std::signal(SIGPIPE, SIG_IGN);

  std::set_new_handler([] { die("out of memory"); });
}

//===----------------------------------------------------------------------===//
// Memory and output of compiled code
//===----------------------------------------------------------------------===//

void mlir::scatternd::keepFreedMemory() {
  // By default large blocks are mapped on their own and unmapped when freed,
  // and every call would fault its results' pages in again.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_TOP_PAD, 1 << 20);
}

/// Refuses what the machine does not have: Linux would promise it, and kill the
/// process when the memory is touched.
static void *checkAllocation(void *memory, size_t size) {
  static const size_t available =
      static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  if ((memory || size == 0) && size <= available)
    return memory;
  static char what[96];
  std::snprintf(what, sizeof(what), "out of memory: no room for %zu bytes",
                size);
  die(what);
}

static void *allocate(size_t size) {
  return checkAllocation(std::malloc(size), size);
}

static void *allocateAligned(size_t alignment, size_t size) {
  return checkAllocation(std::aligned_alloc(alignment, size), size);
}

/// `cf.assert` prints its message with this and aborts: the line must be out by
/// then.
static int printLine(const char *text) {
  int result = std::puts(text);
  std::fflush(stdout);
  return result;
}

ArrayRef<HostSymbol> mlir::scatternd::getProcessSymbols() {
  static const HostSymbol symbols[] = {
      {"malloc", reinterpret_cast<void *>(allocate)},
      {"aligned_alloc", reinterpret_cast<void *>(allocateAligned)},
      {"puts", reinterpret_cast<void *>(printLine)},
  };
  return symbols;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

ReportCollector::ReportCollector() {
  scatternd_set_error_handler(handle, this);
}
ReportCollector::~ReportCollector() {
  scatternd_set_error_handler(nullptr, nullptr);
}

void ReportCollector::handle(const char *message, void *user) {
  auto *collector = static_cast<ReportCollector *>(user);
  std::lock_guard<std::mutex> lock(collector->mutex);
  if (collector->count++ == 0)
    collector->first = message;
}

unsigned ReportCollector::getCount() {
  std::lock_guard<std::mutex> lock(mutex);
  return count;
}

std::string ReportCollector::getFirst() {
  std::lock_guard<std::mutex> lock(mutex);
  return first;
}
