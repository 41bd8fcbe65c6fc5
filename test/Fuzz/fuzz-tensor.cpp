//===- fuzz-tensor.cpp - Any bytes as an ONNX tensor ----------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads its input as a TensorProto. What is read must have the size that its
// type and shape say, and must come back from what is written of it.
//
//===----------------------------------------------------------------------===//

#include "ScatterND/ONNX/TensorData.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::scatternd;

static void check(bool holds) {
  if (!holds)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  StringRef text(reinterpret_cast<const char *>(bytes), size);
  llvm::Expected<TensorData> data =
      parseTensorFile(llvm::MemoryBufferRef(text, "tensor.pb"), ".");
  if (!data) {
    llvm::consumeError(data.takeError());
    return 0;
  }
  bool isString = data->type->isString();
  size_t numElements = data->numElements;
  check(data->strings.size() == (isString ? numElements : 0));
  check(isString || data->bytes.size() == numElements * data->type->byteSize);

  SmallVector<StringRef> strings(data->strings.begin(), data->strings.end());
  std::string written;
  llvm::raw_string_ostream os(written);
  llvm::cantFail(
      writeTensorFile(os, *data->type, data->shape, data->bytes, strings));
  TensorData again = llvm::cantFail(
      parseTensorFile(llvm::MemoryBufferRef(written, "written.pb"), "."));
  check(again.type == data->type && again.shape == data->shape &&
        again.bytes == data->bytes && again.strings == data->strings);
  return 0;
}
