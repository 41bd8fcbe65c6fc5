//===- HostBuffer.cpp - Tensors and buffers in host memory ----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/HostBuffer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::scatternd;

/// What vector loads and non-temporal stores like best.
static constexpr int64_t kAlignment = 64;

//===----------------------------------------------------------------------===//
// HostView
//===----------------------------------------------------------------------===//

int64_t HostView::getNumElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

char *HostView::getElement(ArrayRef<int64_t> coordinate) const {
  int64_t position = offset;
  for (auto [component, stride] : llvm::zip_equal(coordinate, strides))
    position += component * stride;
  return data + position * type.getByteSize();
}

//===----------------------------------------------------------------------===//
// HostBuffer
//===----------------------------------------------------------------------===//

int64_t mlir::scatternd::getMachineMemory() {
  return static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

static llvm::Error tooLarge(ElementType type, ArrayRef<int64_t> shape) {
  return llvm::createStringError("shape %s of %s is too large for memory",
                                 formatCoordinate(shape).c_str(),
                                 type.getName().c_str());
}

llvm::Expected<HostBuffer> HostBuffer::create(ElementType type,
                                              ArrayRef<int64_t> shape) {
  auto strides = getRowMajorStrides(shape);
  if (!strides)
    return tooLarge(type, shape);
  return create(type, shape, *strides, /*offset=*/0);
}

llvm::Expected<HostBuffer> HostBuffer::create(ElementType type,
                                              ArrayRef<int64_t> shape,
                                              ArrayRef<int64_t> strides,
                                              int64_t offset) {
  // The positions of the first and of the last element that is touched.
  std::optional<int64_t> low = offset, high = offset;
  bool empty = llvm::is_contained(shape, 0);
  for (auto [extent, stride] : llvm::zip_equal(shape, strides)) {
    if (empty)
      break;
    std::optional<int64_t> reach = llvm::checkedMul(extent - 1, stride);
    std::optional<int64_t> &end = stride < 0 ? low : high;
    if (reach)
      end = llvm::checkedAdd(*end, *reach);
    if (!reach || !end)
      return tooLarge(type, shape);
  }
  if (*low < 0)
    return llvm::createStringError(
        "shape %s with strides %s and offset %lld has elements before the "
        "start of its buffer",
        formatCoordinate(shape).c_str(), formatCoordinate(strides).c_str(),
        static_cast<long long>(offset));

  std::optional<int64_t> count =
      empty ? 0 : llvm::checkedAdd<int64_t>(*high, 1);
  std::optional<int64_t> byteSize;
  if (count)
    byteSize = llvm::checkedMul<int64_t>(*count, type.getByteSize());
  if (!byteSize || *byteSize > getMachineMemory())
    return tooLarge(type, shape);

  // An empty array gets an address too: compiled code may align it.
  int64_t allocated =
      llvm::alignTo(std::max<int64_t>(*byteSize, 1), kAlignment);
  std::unique_ptr<char, Free> memory(
      static_cast<char *>(std::aligned_alloc(kAlignment, allocated)));
  if (!memory)
    return tooLarge(type, shape);
  std::memset(memory.get(), 0, allocated);

  HostView view{type, memory.get(), offset, {}, {}};
  view.shape.assign(shape.begin(), shape.end());
  view.strides.assign(strides.begin(), strides.end());
  return HostBuffer(std::move(view), std::move(memory), *byteSize);
}

llvm::Expected<HostBuffer> HostBuffer::clone() const {
  llvm::Expected<HostBuffer> copy =
      create(view.type, view.shape, view.strides, view.offset);
  if (!copy)
    return copy;
  std::memcpy(copy->memory.get(), memory.get(), byteSize);
  copy->strings = strings;
  return copy;
}

void HostBuffer::copyFrom(const HostView &from) {
  copyElements(from, view);
  if (!view.type.isString())
    return;
  int64_t length = getRowLength(view), step = getRowStep(view);
  forEachRow({&view}, [&](ArrayRef<int64_t>, ArrayRef<char *> elements) {
    for (int64_t i = 0; i < length; ++i) {
      char *element = elements[0] + i * step;
      storeString(element, ElementType::loadString(element));
    }
  });
}

void HostBuffer::storeString(char *element, StringRef string) {
  if (!strings)
    strings = std::make_shared<llvm::BumpPtrAllocator>();
  ElementType::storeString(element, string.copy(*strings));
}

//===----------------------------------------------------------------------===//
// Free functions
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t, 6>>
mlir::scatternd::getRowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t, 6> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) {
    std::optional<int64_t> stride = llvm::checkedMul(strides[i], shape[i]);
    if (!stride)
      return std::nullopt;
    strides[i - 1] = *stride;
  }
  return strides;
}

std::string mlir::scatternd::formatCoordinate(ArrayRef<int64_t> coordinate) {
  std::string text = "[";
  for (auto [i, component] : llvm::enumerate(coordinate))
    text += (i ? ", " : "") + std::to_string(component);
  return text + "]";
}

int64_t mlir::scatternd::getRowLength(const HostView &view) {
  return view.shape.empty() ? 1 : view.shape.back();
}

int64_t mlir::scatternd::getRowStep(const HostView &view) {
  return view.shape.empty() ? 0 : view.strides.back() * view.type.getByteSize();
}

void mlir::scatternd::forEachRow(
    ArrayRef<const HostView *> views,
    llvm::function_ref<void(ArrayRef<int64_t>, ArrayRef<char *>)> visit) {
  ArrayRef<int64_t> shape = views.front()->shape;
  if (llvm::is_contained(shape, 0))
    return;
  SmallVector<int64_t> coordinate(shape.size(), 0);
  SmallVector<char *> elements(views.size());
  while (true) {
    for (auto [view, element] : llvm::zip_equal(views, elements))
      element = view->getElement(coordinate);
    visit(coordinate, elements);

    // The next coordinate, with the last dimension left at zero.
    int64_t i = static_cast<int64_t>(shape.size()) - 2;
    for (; i >= 0; --i) {
      if (++coordinate[i] < shape[i])
        break;
      coordinate[i] = 0;
    }
    if (i < 0)
      return;
  }
}

void mlir::scatternd::copyElements(const HostView &from, const HostView &to) {
  size_t size = to.type.getByteSize();
  int64_t length = getRowLength(to);
  int64_t fromStep = getRowStep(from), toStep = getRowStep(to);
  forEachRow({&from, &to}, [&](ArrayRef<int64_t>, ArrayRef<char *> elements) {
    if (fromStep == static_cast<int64_t>(size) && toStep == fromStep) {
      std::memcpy(elements[1], elements[0], length * size);
      return;
    }
    for (int64_t i = 0; i < length; ++i)
      std::memcpy(elements[1] + i * toStep, elements[0] + i * fromStep, size);
  });
}
