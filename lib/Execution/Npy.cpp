//===- Npy.cpp - Arrays in NumPy's .npy files -----------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/Npy.h"
#include "NarrowInteger.h"
#include "NpyHeader.h"
#include "NpyStrings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;
namespace fs = llvm::sys::fs;

static_assert(llvm::endianness::native == llvm::endianness::little,
              "elements are written as they lie in memory");

/// The dtype that stands for `type`, in little-endian order; that of strings
/// without its width.
static std::string getDescr(ElementType type) {
  if (type.isBool())
    return "|b1";
  if (isNarrowInteger(type))
    return "|i1";
  std::string size = std::to_string(type.getByteSize());
  std::string order = type.getByteSize() == 1 ? "|" : "<";
  switch (type.getKind()) {
  case ElementType::Kind::SignlessInteger:
  case ElementType::Kind::SignedInteger:
  case ElementType::Kind::Index:
    return order + "i" + size;
  case ElementType::Kind::UnsignedInteger:
    return order + "u" + size;
  case ElementType::Kind::Complex:
    return order + "c" + size;
  case ElementType::Kind::Float:
    // NumPy has no bf16 and no f8 of its own: libraries save theirs as voids.
    if (type.getWidth() == 8 ||
        &type.getSemantics() == &llvm::APFloat::BFloat())
      return "|V" + size;
    return order + "f" + size;
  case ElementType::Kind::String:
    return "<U";
  }
  llvm_unreachable("unknown kind of element type");
}

namespace {
/// How a file holds elements of some type.
struct FileFormat {
  /// Bytes of one element.
  int64_t byteSize;
  /// Whether numbers have their bytes in the other order.
  bool swap = false;
  std::optional<NpyStringDescr> strings = std::nullopt;
};
} // namespace

/// How a file of dtype `descr` holds elements of `type`; nothing if it does
/// not.
static std::optional<FileFormat> matchDescr(StringRef descr, ElementType type) {
  if (type.isString()) {
    auto strings = NpyStringDescr::parse(descr);
    if (!strings)
      return std::nullopt;
    return FileFormat{strings->getByteSize(), /*swap=*/false, strings};
  }
  FileFormat format{type.getByteSize()};
  std::string want = getDescr(type);
  StringRef form = descr;
  char order = '=';
  if (!form.empty() && StringRef("<>|=").contains(form.front())) {
    order = form.front();
    form = form.drop_front();
  }
  // The order of one byte, and of voids, means nothing.
  format.swap = order == '>' && type.getPartByteSize() > 1 &&
                StringRef(want).front() != '|';
  bool matches = form == StringRef(want).drop_front();
  if (type.isBool())
    matches |= form == "?";
  else if (isNarrowInteger(type) && type.isUnsigned())
    matches |= form == "u1";
  else if (type.getKind() == ElementType::Kind::Float &&
           &type.getSemantics() == &llvm::APFloat::Float8E5M2())
    matches |= form == "f1";
  if (!matches)
    return std::nullopt;
  return format;
}

static void swapBytes(const HostView &view) {
  size_t size = view.type.getPartByteSize();
  char *part = view.data;
  for (int64_t i = 0, n = view.getNumElements() * view.type.getNumParts();
       i < n; ++i, part += size)
    std::reverse(part, part + size);
}

/// The bytes that a file's elements take; nothing on overflow.
static std::optional<int64_t> getByteSize(const FileFormat &format,
                                          ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<int64_t> byteSize = format.byteSize;
  for (int64_t extent : shape)
    if (byteSize)
      byteSize = llvm::checkedMul(*byteSize, extent);
  return byteSize;
}

/// As `parseNpy`, with errors that do not name the file.
static llvm::Expected<HostBuffer> parse(StringRef file, ElementType type) {
  llvm::Expected<NpyHeader> header = parseNpyHeader(file);
  if (!header)
    return header.takeError();

  std::optional<FileFormat> format = matchDescr(header->descr, type);
  if (!format)
    return createStringError("expected dtype '%s' (%s), but got '%s'",
                             getDescr(type).c_str(), type.getName().c_str(),
                             header->descr.c_str());

  std::string shape = formatCoordinate(header->shape);
  std::optional<int64_t> byteSize = getByteSize(*format, header->shape);
  size_t available = file.size() - header->dataOffset;
  if (!byteSize)
    return createStringError("shape %s is too large", shape.c_str());
  if (static_cast<uint64_t>(*byteSize) != available)
    return createStringError("expected %lld bytes of elements (shape %s), but "
                             "got %zu",
                             static_cast<long long>(*byteSize), shape.c_str(),
                             available);

  llvm::Expected<HostBuffer> buffer = HostBuffer::create(type, header->shape);
  if (!buffer)
    return buffer.takeError();
  const char *elements = file.data() + header->dataOffset;
  if (format->strings) {
    if (llvm::Error error = readNpyStrings(elements, *format->strings,
                                           header->fortranOrder, *buffer))
      return error;
    return buffer;
  }

  // The file's elements where they lie. They are only read.
  const HostView &view = buffer->getView();
  HostView source = view;
  source.data = const_cast<char *>(elements);
  if (header->fortranOrder) {
    SmallVector<int64_t> reversed(llvm::reverse(header->shape));
    auto strides = getRowMajorStrides(reversed);
    if (!strides)
      return createStringError("shape %s is too large", shape.c_str());
    source.strides.assign(strides->rbegin(), strides->rend());
  }
  copyElements(source, view);
  if (format->swap)
    swapBytes(view);
  if (isNarrowInteger(type))
    if (llvm::Error error =
            narrowBytes(view, StringRef(header->descr).ends_with("u1")))
      return error;
  return buffer;
}

llvm::Expected<HostBuffer> mlir::scatternd::parseNpy(llvm::MemoryBufferRef file,
                                                     ElementType type) {
  llvm::Expected<HostBuffer> buffer = parse(file.getBuffer(), type);
  if (!buffer)
    return createStringError(file.getBufferIdentifier() + ": " +
                             llvm::toString(buffer.takeError()));
  return buffer;
}

/// Reads from `file` until `bytes` has `size` bytes or the file ends.
static llvm::Error readUpTo(fs::file_t file, uint64_t size,
                            SmallVectorImpl<char> &bytes) {
  constexpr uint64_t chunk = 1 << 20;
  while (bytes.size() < size) {
    size_t old = bytes.size();
    bytes.resize(std::min(size, old + chunk));
    auto count =
        fs::readNativeFile(file, MutableArrayRef<char>(bytes).drop_front(old));
    bytes.truncate(old + (count ? *count : 0));
    if (!count)
      return count.takeError();
    if (*count == 0)
      break;
  }
  return llvm::Error::success();
}

/// Reads a file that may have no end, a pipe or a device, no further than one
/// byte beyond what its header says. `bytes` may end anywhere after an error in
/// the header: `parseNpy` finds it again.
static llvm::Error readStream(fs::file_t file, ElementType type,
                              SmallVectorImpl<char> &bytes) {
  // A header that is longer is not one that anybody writes.
  constexpr uint64_t maxHeaderSize = 1 << 20;
  auto text = [&] { return StringRef(bytes.data(), bytes.size()); };
  uint64_t size = getNpyHeaderSize(text());
  while (bytes.size() < size && size <= maxHeaderSize) {
    size_t old = bytes.size();
    if (llvm::Error error = readUpTo(file, size, bytes))
      return error;
    if (bytes.size() == old)
      return llvm::Error::success();
    size = getNpyHeaderSize(text());
  }
  llvm::Expected<NpyHeader> header = parseNpyHeader(text());
  if (!header) {
    llvm::consumeError(header.takeError());
    return llvm::Error::success();
  }
  std::optional<FileFormat> format = matchDescr(header->descr, type);
  std::optional<int64_t> byteSize;
  if (format)
    byteSize = getByteSize(*format, header->shape);
  if (!byteSize)
    return llvm::Error::success();
  if (*byteSize > getMachineMemory())
    return createStringError("shape " + formatCoordinate(header->shape) +
                             " of " + type.getName() +
                             " is too large for memory");
  return readUpTo(
      file, header->dataOffset + static_cast<uint64_t>(*byteSize) + 1, bytes);
}

llvm::Expected<HostBuffer> mlir::scatternd::readNpy(StringRef path,
                                                    ElementType type) {
  auto fail = [&](llvm::Error error) {
    return createStringError(path + ": " + llvm::toString(std::move(error)));
  };
  fs::file_status status;
  if (!fs::status(path, status) &&
      status.type() != fs::file_type::regular_file &&
      status.type() != fs::file_type::directory_file) {
    auto file = fs::openNativeFileForRead(path);
    if (!file)
      return fail(file.takeError());
    SmallVector<char, 0> bytes;
    llvm::Error error = readStream(*file, type, bytes);
    fs::closeFile(*file);
    if (error)
      return fail(std::move(error));
    return parseNpy(
        llvm::MemoryBufferRef(StringRef(bytes.data(), bytes.size()), path),
        type);
  }
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError(path + ": " + file.getError().message());
  return parseNpy((*file)->getMemBufferRef(), type);
}

llvm::Error mlir::scatternd::writeNpy(raw_ostream &os, const HostView &view) {
  ElementType type = view.type;
  size_t size = type.getByteSize();
  std::string descr = getDescr(type);
  int64_t width = 0;
  if (type.isString()) {
    llvm::Expected<int64_t> known = getNpyStringWidth(view);
    if (!known)
      return known.takeError();
    width = *known;
    descr += std::to_string(width);
  }
  os << formatNpyHeader(descr, view.shape);

  int64_t length = getRowLength(view), step = getRowStep(view);
  bool isDense = step == static_cast<int64_t>(size) && !isNarrowInteger(type) &&
                 !type.isString();
  forEachRow({&view}, [&](ArrayRef<int64_t>, ArrayRef<char *> elements) {
    if (isDense) {
      os.write(elements[0], length * size);
      return;
    }
    for (int64_t i = 0; i < length; ++i) {
      const char *element = elements[0] + i * step;
      if (type.isString())
        writeNpyString(os, ElementType::loadString(element), width);
      else if (isNarrowInteger(type))
        os << widenByte(type, element);
      else
        os.write(element, size);
    }
  });
  return llvm::Error::success();
}
