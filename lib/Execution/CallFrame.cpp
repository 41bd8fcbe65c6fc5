//===- CallFrame.cpp - Arguments and results of compiled functions --------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/CallFrame.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::scatternd;

/// Words of a memref descriptor: two pointers, the offset, sizes and strides.
static size_t getDescriptorWords(int64_t rank) { return 3 + 2 * rank; }

/// MLIR gives this as the allocated pointer of memory that nobody may free:
/// constants of the module.
static void *const kNotAllocated = reinterpret_cast<void *>(0xdeadbeef);

static size_t getResultAlignment(const ResultType &result) {
  return result.isScalar ? result.type.getAlignment() : sizeof(int64_t);
}

CallFrame::CallFrame(ArrayRef<Argument> arguments, ArrayRef<ResultType> results)
    : arguments(arguments), results(results) {
  // The C interface returns one plain scalar by value. Everything else comes
  // as a struct through a first pointer argument: a descriptor, a complex
  // number, a string, or all of several results in order.
  bool byValue = results.size() == 1 && results[0].isScalar &&
                 results[0].type.getNumParts() == 1 &&
                 !results[0].type.isString();
  size_t size = 0;
  for (const ResultType &result : results) {
    size = llvm::alignTo(size, getResultAlignment(result));
    resultOffsets.push_back(size);
    size += result.isScalar ? result.type.getByteSize()
                            : getDescriptorWords(result.rank) * sizeof(int64_t);
  }
  resultMemory.resize(llvm::divideCeil(size, sizeof(int64_t)));
  resultPointer = resultMemory.data();
  if (!results.empty() && !byValue)
    packed.push_back(&resultPointer);

  // Neither vector may move its elements below: pointers to them are kept.
  descriptors.reserve(arguments.size());
  descriptorPointers.reserve(arguments.size());
  for (const Argument &argument : arguments) {
    const HostView &view = argument.view;
    if (argument.isScalar) {
      packed.push_back(view.data);
      continue;
    }
    std::vector<int64_t> &descriptor = descriptors.emplace_back();
    descriptor.assign(2, reinterpret_cast<int64_t>(view.data));
    descriptor.push_back(view.offset);
    llvm::append_range(descriptor, view.shape);
    llvm::append_range(descriptor, view.strides);
    descriptorPointers.push_back(descriptor.data());
    packed.push_back(&descriptorPointers.back());
    argumentMemory.push_back(view.data);
  }
  if (byValue)
    packed.push_back(resultPointer);
}

HostView CallFrame::getResult(unsigned index) const {
  const ResultType &result = results[index];
  HostView view{result.type, nullptr, 0, {}, {}};
  char *memory = static_cast<char *>(resultPointer) + resultOffsets[index];
  if (result.isScalar) {
    view.data = memory;
    return view;
  }
  auto *words = reinterpret_cast<int64_t *>(memory);
  view.data = reinterpret_cast<char *>(words[1]);
  view.offset = words[2];
  view.shape.assign(words + 3, words + 3 + result.rank);
  view.strides.assign(words + 3 + result.rank, words + 3 + 2 * result.rank);
  return view;
}

/// Looks at the strings of `view`, which messages call `name`.
static llvm::Error checkStrings(const HostView &view, const Twine &name) {
  const uint64_t available = getMachineMemory();
  int64_t length = getRowLength(view), step = getRowStep(view);
  llvm::Error error = llvm::Error::success();
  forEachRow({&view}, [&](ArrayRef<int64_t> start, ArrayRef<char *> rows) {
    for (int64_t i = 0; i < length && !error; ++i) {
      StringRef string = ElementType::loadString(rows[0] + i * step);
      if (string.size() <= available && (string.data() || string.empty()))
        continue;
      SmallVector<int64_t> coordinate(start);
      if (!coordinate.empty())
        coordinate.back() = i;
      error = llvm::createStringError(
          name + " has a string of " +
          Twine(static_cast<int64_t>(string.size())) + " bytes at " +
          formatCoordinate(coordinate) +
          (string.data() ? ", which no memory can hold"
                         : ", but a null pointer for them"));
    }
  });
  return error;
}

llvm::Error CallFrame::checkResults() const {
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (argument.view.type.isString())
      if (llvm::Error error =
              checkStrings(argument.view, "argument " + Twine(i)))
        return error;
  for (size_t i = 0; i < results.size(); ++i) {
    HostView view = getResult(i);
    std::string name = "result " + std::to_string(i);
    std::optional<int64_t> byteSize = view.type.getByteSize();
    for (auto [dimension, extent] : llvm::enumerate(view.shape)) {
      if (extent < 0)
        return llvm::createStringError(name + " has extent " + Twine(extent) +
                                       " in dimension " + Twine(dimension));
      if (byteSize)
        byteSize = llvm::checkedMul(*byteSize, extent);
    }
    if (llvm::is_contained(view.shape, 0))
      continue;
    if (!byteSize)
      return llvm::createStringError(name + " has shape " +
                                     formatCoordinate(view.shape) +
                                     ", which no memory can hold");
    if (!view.data)
      return llvm::createStringError(name + " has shape " +
                                     formatCoordinate(view.shape) +
                                     ", but a null pointer for its elements");
    if (view.type.isString())
      if (llvm::Error error = checkStrings(view, name))
        return error;
  }
  return llvm::Error::success();
}

void *CallFrame::getAllocated(unsigned index) const {
  void *allocated;
  std::memcpy(&allocated,
              static_cast<char *>(resultPointer) + resultOffsets[index],
              sizeof(allocated));
  return allocated;
}

void CallFrame::freeResults() {
  if (!hasResults)
    return;
  hasResults = false;
  // Later results are looked at first, so that none is compared with memory
  // that is already free.
  for (size_t i = results.size(); i-- > 0;) {
    if (results[i].isScalar)
      continue;
    void *allocated = getAllocated(i);
    bool isOwned = allocated != kNotAllocated &&
                   !llvm::is_contained(argumentMemory, allocated);
    for (size_t j = 0; j < i && isOwned; ++j)
      isOwned = results[j].isScalar || getAllocated(j) != allocated;
    if (isOwned)
      std::free(allocated);
  }
}
