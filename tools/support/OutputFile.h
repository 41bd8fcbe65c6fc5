//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SUPPORT_OUTPUTFILE_H
#define SCATTERND_TOOLS_SUPPORT_OUTPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::scatternd {

/// The place of a file that is to be written at `path`: absolute, with links
/// followed, also where nothing is there yet.
std::string resolveOutput(StringRef path);

/// A file that is written beside its place first, and then moved there. What
/// was there before stays until then, also where a signal ends the process.
class OutputFile {
public:
  /// Calls `write` on a temporary file in the folder of `path`. Fails where
  /// that fails, where something else than a plain file is at `path`, or where
  /// the file cannot be written.
  static llvm::Expected<OutputFile>
  create(StringRef path, llvm::function_ref<llvm::Error(raw_ostream &)> write);

  OutputFile(OutputFile &&other);
  /// Removes the temporary file where it has not been moved.
  ~OutputFile();

  /// Moves the file to its place.
  llvm::Error commit();

private:
  OutputFile(std::string path, std::string temporary);

  std::string path;
  /// Empty where there is none.
  std::string temporary;
};

/// Whether something is at `path` that cannot be replaced by a file, such as a
/// pipe or a device.
bool isSpecialFile(StringRef path);

/// Writes a file as above, or directly where `path` is `-` (standard output) or
/// not a plain file, such as a device.
llvm::Error writeOutput(StringRef path,
                        llvm::function_ref<llvm::Error(raw_ostream &)> write);

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SUPPORT_OUTPUTFILE_H
