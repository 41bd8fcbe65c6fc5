//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SCATTERNDRUN_OUTPUTFILE_H
#define SCATTERND_TOOLS_SCATTERNDRUN_OUTPUTFILE_H

#include "ScatterND/Execution/HostBuffer.h"
#include "llvm/Support/Error.h"

namespace mlir::scatternd {

/// The place of a file that is to be written at `path`: absolute, with links
/// followed, also where nothing is there yet.
std::string resolveOutput(StringRef path);

/// A file of an array that is written beside its place first, and then moved
/// there.
class OutputFile {
public:
  /// Writes `view` to a temporary file in the folder of `path`, in the form
  /// that its ending says.
  static llvm::Expected<OutputFile> write(StringRef path, const HostView &view);

  OutputFile(OutputFile &&other);
  /// Removes the temporary file where it has not been moved.
  ~OutputFile();

  /// Moves the file to its place.
  llvm::Error commit();

private:
  OutputFile(std::string path, std::string temporary)
      : path(std::move(path)), temporary(std::move(temporary)) {}

  std::string path;
  /// Empty where there is none.
  std::string temporary;
};

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SCATTERNDRUN_OUTPUTFILE_H
