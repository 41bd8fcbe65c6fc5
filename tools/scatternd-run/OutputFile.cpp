//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"
#include "ScatterND/Execution/ArrayFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>
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

llvm::Expected<OutputFile> OutputFile::write(StringRef path,
                                             const HostView &view) {
  // A link stays a link; what it points to is replaced.
  std::string target = resolveOutput(path);
  fs::file_status status;
  bool exists = !fs::status(target, status);
  if (exists && !fs::is_regular_file(status))
    return createStringError("cannot write " + path +
                             ": it is there and is not a plain file");

  int descriptor;
  SmallString<128> temporary;
  if (auto reason =
          fs::createUniqueFile(target + ".tmp-%%%%%%%%", descriptor, temporary))
    return cannotWrite(path, reason);
  OutputFile file(target, temporary.str().str());
  if (exists)
    (void)fs::setPermissions(temporary, status.permissions());

  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  llvm::Error error = writeArray(os, path, view);
  os.close();
  if (error)
    return createStringError("cannot write " + path + ": " +
                             llvm::toString(std::move(error)));
  if (os.has_error()) {
    std::error_code reason = os.error();
    os.clear_error();
    llvm::consumeError(std::move(error));
    return cannotWrite(path, reason);
  }
  if (error)
    return createStringError("cannot write " + path + ": " +
                             llvm::toString(std::move(error)));
  return file;
}

OutputFile::OutputFile(OutputFile &&other)
    : path(std::move(other.path)), temporary(std::move(other.temporary)) {
  other.temporary.clear();
}

OutputFile::~OutputFile() {
  if (!temporary.empty())
    (void)fs::remove(temporary);
}

llvm::Error OutputFile::commit() {
  if (auto reason = fs::rename(temporary, path))
    return cannotWrite(path, reason);
  temporary.clear();
  return llvm::Error::success();
}
