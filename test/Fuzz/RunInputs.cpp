//===- RunInputs.cpp - A fuzz target on given inputs ----------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The program around a fuzz target where there is no libFuzzer: runs it on each
// file of the folders that are named.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  unsigned numInputs = 0;
  for (int i = 1; i < argc; ++i) {
    std::error_code error;
    for (llvm::sys::fs::directory_iterator entry(argv[i], error), end;
         !error && entry != end; entry.increment(error)) {
      auto file = llvm::MemoryBuffer::getFile(entry->path());
      if (!file) {
        llvm::errs() << entry->path() << ": " << file.getError().message()
                     << "\n";
        return 1;
      }
      // Named first: what crashes is the last one named.
      llvm::errs() << entry->path() << "\n";
      llvm::StringRef bytes = (*file)->getBuffer();
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(bytes.data()),
                             bytes.size());
      ++numInputs;
    }
    if (error) {
      llvm::errs() << argv[i] << ": " << error.message() << "\n";
      return 1;
    }
  }
  llvm::outs() << numInputs << " inputs\n";
  return numInputs == 0;
}
