//===- HostBuffer.h - Tensors and buffers in host memory --------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_HOSTBUFFER_H
#define SCATTERND_EXECUTION_HOSTBUFFER_H

#include "ScatterND/Execution/ElementType.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <memory>

namespace mlir::scatternd {

/// A strided array in memory that somebody else owns, as a memref descriptor
/// gives it. Offset and strides count elements.
struct HostView {
  ElementType type;
  char *data;
  int64_t offset;
  SmallVector<int64_t, 6> shape;
  SmallVector<int64_t, 6> strides;

  int64_t getRank() const { return shape.size(); }

  /// The product of the extents, 1 for rank 0.
  int64_t getNumElements() const;

  char *getElement(ArrayRef<int64_t> coordinate) const;
};

/// An array of its own: aligned to 64 bytes, every byte written once. It owns
/// the bytes of strings that are stored through it, together with its clones.
class HostBuffer {
public:
  /// A row-major array of zeros (of empty strings). Fails where its size
  /// overflows or where there is no memory for it.
  static llvm::Expected<HostBuffer> create(ElementType type,
                                           ArrayRef<int64_t> shape);

  /// An array of zeros in a given layout. Fails, too, where an element would
  /// lie before the buffer's start.
  static llvm::Expected<HostBuffer> create(ElementType type,
                                           ArrayRef<int64_t> shape,
                                           ArrayRef<int64_t> strides,
                                           int64_t offset);

  /// A copy of everything, also of what lies between the elements.
  llvm::Expected<HostBuffer> clone() const;

  /// Copies the elements of a view of the same type and shape, and the bytes of
  /// strings.
  void copyFrom(const HostView &from);

  /// Stores a copy of `string` in the element at `element`, one of this array's
  /// and of type `!scatternd.string`. The copy lives as long as the buffer and
  /// its clones, also when the element is stored again. To be read by
  /// `ElementType::loadString`.
  void storeString(char *element, StringRef string);

  const HostView &getView() const { return view; }

private:
  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };

  HostBuffer(HostView view, std::unique_ptr<char, Free> memory,
             int64_t byteSize)
      : view(std::move(view)), memory(std::move(memory)), byteSize(byteSize) {}

  HostView view;
  std::unique_ptr<char, Free> memory;
  int64_t byteSize;
  /// The bytes of strings; null until one is stored.
  std::shared_ptr<llvm::BumpPtrAllocator> strings;
};

/// The bytes of memory that the machine has. Linux promises more than that, and
/// ends the process when it is touched.
int64_t getMachineMemory();

/// The strides of a row-major array; nothing where one overflows.
std::optional<SmallVector<int64_t, 6>>
getRowMajorStrides(ArrayRef<int64_t> shape);

/// "[1, 2]", for shapes and coordinates in messages.
std::string formatCoordinate(ArrayRef<int64_t> coordinate);

/// Calls `visit` for each row (the elements along the last dimension) of views
/// of one shape, in row-major order, with the coordinate of the row's first
/// element and that element's address in each view. A view of rank 0 is one
/// row. Does nothing where there are no elements.
void forEachRow(ArrayRef<const HostView *> views,
                llvm::function_ref<void(ArrayRef<int64_t> coordinate,
                                        ArrayRef<char *> elements)>
                    visit);

/// The number of elements in a row of `view`.
int64_t getRowLength(const HostView &view);
/// The distance in bytes of two neighbours in a row of `view`.
int64_t getRowStep(const HostView &view);

/// Copies elements between views of the same type and shape. Strings share
/// their bytes.
void copyElements(const HostView &from, const HostView &to);

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_HOSTBUFFER_H
