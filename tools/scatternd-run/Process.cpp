//===- Process.cpp - What compiled code may do to this process ------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"
#include "ScatterND/Runtime/Runtime.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <new>
#include <pthread.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::scatternd;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Whether the process has printed its `error:` line.
static std::atomic<bool> hasFailed = false;

/// The first report of compiled code, and how many there are. Read by signal
/// handlers, written from any thread. Who prints the text takes it.
static std::atomic<char *> firstReport = nullptr;
static std::atomic<unsigned> numReports = 0;

LogicalResult mlir::scatternd::fail(const Twine &message) {
  llvm::errs() << (hasFailed.exchange(true) ? "note: " : "error: ")
               << escapeControls(message.str()) << '\n';
  return failure();
}

LogicalResult mlir::scatternd::fail(llvm::Error error) {
  return fail(llvm::toString(std::move(error)));
}

//===----------------------------------------------------------------------===//
// Crashes
//===----------------------------------------------------------------------===//

static const char *volatile currentActivity = "at start";

void mlir::scatternd::setActivity(const char *activity) {
  currentActivity = activity;
}

void mlir::scatternd::openStandardStreams() {
  bool isClosed = fcntl(STDOUT_FILENO, F_GETFD) == -1;
  (void)llvm::sys::Process::FixupStandardFileDescriptors();
  int readOnly = isClosed ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
  if (readOnly < 0)
    return;
  dup2(readOnly, STDOUT_FILENO);
  close(readOnly);
}

/// The first error of writing to C's stdout.
static int outputError = 0;

void mlir::scatternd::flushCompiledOutput() {
  errno = 0;
  std::fflush(nullptr);
  // The write that failed may have been an earlier one.
  if (std::ferror(stdout) && outputError == 0)
    outputError = errno ? errno : EIO;
}

LogicalResult mlir::scatternd::flushOutput() {
  auto failWith = [](std::error_code reason) {
    return fail("cannot write to standard output: " + reason.message());
  };
  LogicalResult result = success();
  flushCompiledOutput();
  if (outputError)
    result = failWith(std::error_code(outputError, std::generic_category()));
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    if (succeeded(result))
      result = failWith(llvm::outs().error());
    llvm::outs().clear_error();
  }
  return result;
}

/// Prints without allocating, as a signal handler must.
static void printRaw(std::initializer_list<const char *> parts) {
  for (const char *part : parts) {
    // Nothing can be done where this fails.
    [[maybe_unused]] ssize_t written =
        write(STDERR_FILENO, part, std::strlen(part));
  }
}

/// Ends the process with "error: WHAT ACTIVITY", after what compiled code has
/// reported. Safe in a signal handler.
[[noreturn]] static void die(const char *what) {
  if (const char *report = firstReport.exchange(nullptr)) {
    printRaw({hasFailed.exchange(true) ? "note: " : "error: ", report, "\n"});
    if (unsigned more = numReports - 1) {
      char digits[16] = {};
      char *start = digits + sizeof(digits) - 1;
      for (; more > 0; more /= 10)
        *--start = '0' + more % 10;
      printRaw({"note: ", start, " more\n"});
    }
  }
  printRaw({hasFailed.exchange(true) ? "note: then " : "error: ", what, " ",
            currentActivity, "\n"});
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
  case SIGTRAP:
    die("trap (SIGTRAP)");
  case SIGXCPU:
    die("limit of processor time (SIGXCPU)");
  case SIGSYS:
    die("invalid system call (SIGSYS)");
  default:
    die("abort (SIGABRT)");
  }
}

/// Stands for `exit` and its kind in compiled code: a run that was cut short
/// must not look like one that went well.
[[noreturn]] static void endByExit(int status) {
  std::fflush(nullptr);
  char what[32];
  std::snprintf(what, sizeof(what), "exit(%d) called", status);
  die(what);
}

/// Runs in `exit`: called by a library in compiled code's stead, or by --help.
static void handleExit(int status, void *) {
  if (StringRef(currentActivity).starts_with("in compiled code"))
    endByExit(status);
  if (failed(flushOutput()))
    _exit(1);
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
  for (int signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGXCPU, SIGSYS})
    sigaction(signal, &action, nullptr);
  // A reader that goes away, or a file that grows too large, is a write error,
  // not the end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);

  std::set_new_handler([] { die("out of memory"); });

  // What is constructed first is still there when the handler runs.
  llvm::outs();
  llvm::errs();
  on_exit(handleExit, nullptr);
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
      {"exit", reinterpret_cast<void *>(endByExit)},
      {"_exit", reinterpret_cast<void *>(endByExit)},
      {"_Exit", reinterpret_cast<void *>(endByExit)},
      {"quick_exit", reinterpret_cast<void *>(endByExit)},
  };
  return symbols;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

ReportCollector::ReportCollector(StringRef prefix) : prefix(prefix.str()) {
  scatternd_set_error_handler(handle, this);
}

ReportCollector::~ReportCollector() {
  scatternd_set_error_handler(nullptr, nullptr);
  std::free(firstReport.exchange(nullptr));
  numReports = 0;
}

void ReportCollector::handle(const char *message, void *user) {
  if (numReports++ == 0)
    firstReport = strdup(
        (static_cast<ReportCollector *>(user)->prefix + message).c_str());
}

LogicalResult ReportCollector::check() {
  char *report = firstReport.exchange(nullptr);
  if (!report)
    return success();
  (void)fail(StringRef(report));
  std::free(report);
  if (numReports > 1)
    llvm::errs() << "note: " << numReports - 1 << " more\n";
  return failure();
}
