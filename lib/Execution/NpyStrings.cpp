//===- NpyStrings.cpp - Strings in NumPy's .npy files ---------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyStrings.h"
#include "ScatterND/Execution/Print.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;
using llvm::UTF32;
using llvm::UTF8;
namespace endian = llvm::support::endian;

std::optional<NpyStringDescr> NpyStringDescr::parse(StringRef descr) {
  NpyStringDescr parsed{};
  parsed.isBigEndian = descr.starts_with(">");
  if (!descr.empty() && StringRef("<>|=").contains(descr.front()))
    descr = descr.drop_front();
  parsed.isUnicode = descr.consume_front("U");
  if (!parsed.isUnicode && !descr.consume_front("S"))
    return std::nullopt;
  if (descr.getAsInteger(10, parsed.width))
    return std::nullopt;
  return parsed;
}

/// Turns the code points at `units` into `string`. Returns the first that UTF-8
/// cannot hold: a surrogate, or one beyond the last.
static std::optional<UTF32> toUTF8(const char *units,
                                   const NpyStringDescr &descr,
                                   std::vector<UTF32> &points,
                                   std::string &string) {
  points.resize(descr.width);
  for (auto [i, point] : llvm::enumerate(points))
    point = descr.isBigEndian ? endian::read32be(units + 4 * i)
                              : endian::read32le(units + 4 * i);
  while (!points.empty() && points.back() == 0)
    points.pop_back();

  auto isIllegal = [](UTF32 point) {
    bool isSurrogate = point >= 0xd800 && point <= 0xdfff;
    return isSurrogate || point > UNI_MAX_LEGAL_UTF32;
  };
  if (auto bad = llvm::find_if(points, isIllegal); bad != points.end())
    return *bad;
  string.resize(points.size() * UNI_MAX_UTF8_BYTES_PER_CODE_POINT);
  const UTF32 *from = points.data();
  UTF8 *start = reinterpret_cast<UTF8 *>(string.data()), *to = start;
  llvm::ConvertUTF32toUTF8(&from, from + points.size(), &to, to + string.size(),
                           llvm::strictConversion);
  string.resize(to - start);
  return std::nullopt;
}

/// The coordinate of element `i` of the row that starts at `start`.
static std::string formatPlace(ArrayRef<int64_t> start, int64_t i,
                               bool isReversed) {
  SmallVector<int64_t> coordinate(start);
  if (!coordinate.empty())
    coordinate.back() = i;
  if (isReversed)
    std::reverse(coordinate.begin(), coordinate.end());
  return formatCoordinate(coordinate);
}

llvm::Error mlir::scatternd::readNpyStrings(const char *elements,
                                            const NpyStringDescr &descr,
                                            bool fortranOrder,
                                            HostBuffer &buffer) {
  // The array with its dimensions in the file's order.
  HostView view = buffer.getView();
  if (fortranOrder) {
    std::reverse(view.shape.begin(), view.shape.end());
    std::reverse(view.strides.begin(), view.strides.end());
  }
  int64_t length = getRowLength(view), step = getRowStep(view);
  std::vector<UTF32> points;
  std::string string;
  llvm::Error error = llvm::Error::success();
  forEachRow({&view}, [&](ArrayRef<int64_t> start, ArrayRef<char *> rows) {
    for (int64_t i = 0; i < length && !error; ++i) {
      char *element = rows[0] + i * step;
      const char *source = elements;
      elements += descr.getByteSize();
      if (!descr.isUnicode) {
        buffer.storeString(element, StringRef(source, descr.width).rtrim('\0'));
        continue;
      }
      if (std::optional<UTF32> bad = toUTF8(source, descr, points, string))
        error = createStringError(
            "element %s has code point 0x%x, which UTF-8 cannot hold",
            formatPlace(start, i, fortranOrder).c_str(), *bad);
      else
        buffer.storeString(element, string);
    }
  });
  return error;
}

/// The number of code points in `string`, which is UTF-8.
static int64_t countCodePoints(StringRef string) {
  return llvm::count_if(string,
                        [](unsigned char c) { return (c & 0xc0) != 0x80; });
}

static bool isUTF8(StringRef string) {
  const UTF8 *start = string.bytes_begin();
  return llvm::isLegalUTF8String(&start, string.bytes_end());
}

llvm::Expected<int64_t>
mlir::scatternd::getNpyStringWidth(const HostView &view) {
  // NumPy has no strings of width 0 either.
  int64_t width = 1;
  int64_t length = getRowLength(view), step = getRowStep(view);
  llvm::Error error = llvm::Error::success();
  forEachRow({&view}, [&](ArrayRef<int64_t> start, ArrayRef<char *> rows) {
    for (int64_t i = 0; i < length && !error; ++i) {
      const char *element = rows[0] + i * step;
      StringRef string = ElementType::loadString(element);
      bool endsInNul = string.ends_with(StringRef("\0", 1));
      if (!endsInNul && isUTF8(string)) {
        width = std::max(width, countCodePoints(string));
        continue;
      }
      error = createStringError("element " +
                                formatPlace(start, i, /*isReversed=*/false) +
                                " is " + formatElement(view.type, element) +
                                ", which a .npy file cannot hold: it " +
                                (endsInNul ? "ends in a NUL" : "is not UTF-8"));
    }
  });
  if (error)
    return std::move(error);
  return width;
}

void mlir::scatternd::writeNpyString(raw_ostream &os, StringRef string,
                                     int64_t width) {
  std::vector<UTF32> points(countCodePoints(string));
  const UTF8 *from = string.bytes_begin();
  UTF32 *to = points.data();
  llvm::ConvertUTF8toUTF32(&from, string.bytes_end(), &to, to + points.size(),
                           llvm::strictConversion);
  for (UTF32 point : points)
    endian::write<uint32_t>(os, point, llvm::endianness::little);
  os.write_zeros(4 * (width - points.size()));
}
