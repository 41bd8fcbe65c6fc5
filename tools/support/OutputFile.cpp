//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Error cannotWrite(StringRef path, std::error_code reason) {
  return createStringError("cannot write " + path + ": " + reason.message());
}

std::string mlir::scatternd::resolveOutput(StringRef file) {
  // Of a file that is not there, the folder may be.
  constexpr int maxLinks = 40;
  SmallString<128> name = file;
  for (int i = 0; i < maxLinks && fs::is_symlink_file(name); ++i) {
    char link[PATH_MAX];
    ssize_t length = readlink(name.c_str(), link, sizeof(link));
    if (length < 0)
      break;
    StringRef to(link, length);
    if (!path::is_absolute(to)) {
      path::remove_filename(name);
      path::append(name, to);
    } else {
      name = to;
    }
  }
  StringRef parent = path::parent_path(name);
  SmallString<128> resolved;
  if (fs::real_path(parent.empty() ? "." : parent, resolved))
    return name.str().str();
  path::append(resolved, path::filename(name));
  return resolved.str().str();
}

/// By its name, since it may be a plain file that others write to as well.
static bool isStandardOutput(StringRef path) {
  return path == "-" || path == "/dev/stdout";
}

bool mlir::scatternd::isSpecialFile(StringRef path) {
  if (isStandardOutput(path))
    return true;
  fs::file_status status;
  return !fs::status(path, status) && !fs::is_regular_file(status);
}

//===----------------------------------------------------------------------===//
// Temporary files
//===----------------------------------------------------------------------===//

/// The temporary files that are there, for a handler of signals.
static std::atomic<char *> temporaries[64];

/// Forgets `path`, which is gone or has been moved.
static void forgetTemporary(StringRef path) {
  for (std::atomic<char *> &slot : temporaries) {
    char *name = slot;
    if (name && path == name) {
      slot = nullptr;
      std::free(name);
      return;
    }
  }
}

static void removeTemporaries(int signal) {
  for (std::atomic<char *> &slot : temporaries)
    if (char *name = slot)
      unlink(name);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// Keeps `path` in mind. Signals that somebody has chosen to ignore stay
/// ignored.
static void rememberTemporary(StringRef path) {
  for (int signal : {SIGHUP, SIGINT, SIGTERM})
    if (std::signal(signal, removeTemporaries) == SIG_IGN)
      std::signal(signal, SIG_IGN);
  char *name = strdup(path.str().c_str());
  for (std::atomic<char *> &slot : temporaries) {
    char *empty = nullptr;
    if (slot.compare_exchange_strong(empty, name))
      return;
  }
  std::free(name);
}

/// Creates a file with a short name of its own in `folder`. (LLVM's unique
/// names would replace each `%` of the folder's path.)
static std::error_code createTemporary(StringRef folder, int &descriptor,
                                       SmallString<128> &temporary) {
  constexpr int attempts = 100;
  std::error_code error;
  for (int i = 0; i < attempts; ++i) {
    temporary = folder;
    path::append(temporary, llvm::formatv(".scatternd-{0:x-}.tmp",
                                          llvm::sys::Process::GetRandomNumber())
                                .str());
    error = fs::openFileForWrite(temporary, descriptor, fs::CD_CreateNew);
    if (error != std::errc::file_exists)
      break;
  }
  return error;
}

llvm::Expected<OutputFile>
OutputFile::create(StringRef path,
                   llvm::function_ref<llvm::Error(raw_ostream &)> write) {
  // A link stays a link; what it points to is replaced.
  std::string target = resolveOutput(path);
  if (isSpecialFile(target))
    return createStringError("cannot write " + path +
                             ": it is there and is not a plain file");

  int descriptor;
  SmallString<128> temporary;
  if (auto reason =
          createTemporary(path::parent_path(target), descriptor, temporary))
    return cannotWrite(path, reason);
  OutputFile file(target, temporary.str().str());
  fs::file_status status;
  if (!fs::status(target, status))
    (void)fs::setPermissions(temporary, status.permissions());

  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  llvm::Error error = write(os);
  os.close();
  std::error_code reason = os.error();
  os.clear_error();
  if (error)
    return error;
  if (reason)
    return cannotWrite(path, reason);
  return file;
}

OutputFile::OutputFile(std::string path, std::string temporary)
    : path(std::move(path)), temporary(std::move(temporary)) {
  rememberTemporary(this->temporary);
}

OutputFile::OutputFile(OutputFile &&other)
    : path(std::move(other.path)), temporary(std::move(other.temporary)) {
  other.temporary.clear();
}

OutputFile::~OutputFile() {
  if (temporary.empty())
    return;
  (void)fs::remove(temporary);
  forgetTemporary(temporary);
}

llvm::Error OutputFile::commit() {
  if (auto reason = fs::rename(temporary, path))
    return cannotWrite(path, reason);
  forgetTemporary(temporary);
  temporary.clear();
  return llvm::Error::success();
}

llvm::Error mlir::scatternd::writeOutput(
    StringRef path, llvm::function_ref<llvm::Error(raw_ostream &)> write) {
  if (!isSpecialFile(path)) {
    llvm::Expected<OutputFile> file = OutputFile::create(path, write);
    return file ? file->commit() : file.takeError();
  }
  std::error_code reason;
  llvm::raw_fd_ostream os(isStandardOutput(path) ? "-" : path, reason);
  if (reason)
    return cannotWrite(path, reason);
  llvm::Error error = write(os);
  os.flush();
  reason = os.error();
  os.clear_error();
  if (error)
    return error;
  if (reason)
    return cannotWrite(isStandardOutput(path) ? "standard output" : path,
                       reason);
  return llvm::Error::success();
}
