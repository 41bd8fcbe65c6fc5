//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"
#include "ScatterND/Execution/Npy.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;
namespace fs = llvm::sys::fs;

static llvm::Error cannotWrite(StringRef path, std::error_code reason) {
  return createStringError("cannot write " + path + ": " + reason.message());
}

llvm::Expected<OutputFile> OutputFile::write(StringRef path,
                                             const HostView &view) {
  // A link stays a link; what it points to is replaced.
  SmallString<128> target;
  bool exists = !fs::real_path(path, target);
  if (!exists)
    target = path;
  fs::file_status status;
  if (exists && !fs::status(target, status) && !fs::is_regular_file(status))
    return createStringError("cannot write " + path +
                             ": it is there and is not a plain file");

  int descriptor;
  SmallString<128> temporary;
  if (auto reason =
          fs::createUniqueFile(target + ".tmp-%%%%%%%%", descriptor, temporary))
    return cannotWrite(path, reason);
  OutputFile file(target.str().str(), temporary.str().str());
  if (exists)
    (void)fs::setPermissions(temporary, status.permissions());

  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  writeNpy(os, view);
  os.close();
  if (os.has_error()) {
    std::error_code reason = os.error();
    os.clear_error();
    return cannotWrite(path, reason);
  }
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
