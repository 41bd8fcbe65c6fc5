//===- Print.cpp - Host buffers as text -----------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/Print.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <charconv>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::APFloat;

/// Elements that an array may have to be printed whole.
static constexpr int64_t kWholeElements = 100;
/// The bytes of a string that a shortened array shows.
static constexpr size_t kWholeStringBytes = 200;

/// How many elements are left at both ends of a long dimension otherwise.
static int64_t getEdgeElements(int64_t rank) {
  return rank <= 2 ? 3 : rank <= 4 ? 2 : 1;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
static std::string formatNativeFloat(T value) {
  char text[32];
  auto end = std::to_chars(text, text + sizeof(text), value);
  return std::string(text, end.ptr);
}

/// The shortest decimal of an f16, bf16 or f8 value; of equally short ones the
/// closest. `std::to_chars` knows no such types, and what is shortest for a
/// double is too long for them.
static std::string formatSmallFloat(ElementType type, const APFloat &value) {
  APFloat wide = value;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  std::string shortest;
  // Five digits tell any two values of eleven bits apart.
  for (int digits = 1; digits <= 5; ++digits) {
    char text[32];
    auto end = std::to_chars(text, text + sizeof(text), wide.convertToDouble(),
                             std::chars_format::general, digits);
    double rounded;
    if (StringRef(text, end.ptr - text).getAsDouble(rounded))
      continue;
    APFloat back(rounded);
    back.convert(type.getSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    if (!back.bitwiseIsEqual(value))
      continue;
    std::string decimal = formatNativeFloat(rounded);
    if (shortest.empty() || decimal.size() <= shortest.size())
      shortest = decimal;
  }
  return shortest;
}

static std::string formatFloat(ElementType type, uint64_t bits) {
  APFloat value = type.toFloat(bits);
  if (value.isNaN())
    return "nan";
  if (value.isInfinity())
    return value.isNegative() ? "-inf" : "inf";
  if (type.getWidth() == 64)
    return formatNativeFloat(value.convertToDouble());
  if (type.getWidth() == 32)
    return formatNativeFloat(value.convertToFloat());
  return formatSmallFloat(type, value);
}

/// As MLIR writes strings.
static std::string formatString(StringRef string) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '"';
  llvm::printEscapedString(string, os);
  os << '"';
  return text;
}

std::string mlir::scatternd::formatElement(ElementType type,
                                           const char *element) {
  if (type.isString())
    return formatString(ElementType::loadString(element));
  uint64_t bits = type.loadBits(element);
  switch (type.getKind()) {
  case ElementType::Kind::Float:
    return formatFloat(type, bits);
  case ElementType::Kind::Complex:
    return "(" + formatFloat(type, bits) + ", " +
           formatFloat(type, type.loadBits(element, /*part=*/1)) + ")";
  case ElementType::Kind::UnsignedInteger:
    return std::to_string(bits);
  case ElementType::Kind::SignlessInteger:
    if (type.isBool())
      return bits ? "true" : "false";
    [[fallthrough]];
  case ElementType::Kind::SignedInteger:
  case ElementType::Kind::Index:
    return std::to_string(type.extendInteger(bits));
  case ElementType::Kind::String:
    break;
  }
  llvm_unreachable("unknown kind of element type");
}

std::string mlir::scatternd::formatBits(ElementType type, const char *element) {
  unsigned digits = 2 * type.getPartByteSize() + 2;
  std::string text;
  for (unsigned part = 0; part < type.getNumParts(); ++part) {
    std::string bits = llvm::utohexstr(type.loadBits(element, part),
                                       /*LowerCase=*/true, digits - 2);
    text += (part ? ", 0x" : "0x") + bits;
  }
  return type.getNumParts() > 1 ? "(" + text + ")" : text;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

namespace {
/// What is left out of an array's text.
struct Shortening {
  bool elements;
  bool strings;
};
} // namespace

/// A string's first bytes, with `...` where there are more.
static void printStart(raw_ostream &os, StringRef string) {
  os << formatString(string.take_front(kWholeStringBytes));
  if (string.size() > kWholeStringBytes)
    os << "...";
}

static void printFrom(raw_ostream &os, const HostView &view, unsigned dimension,
                      int64_t position, Shortening shorten) {
  if (dimension == view.shape.size()) {
    const char *element = view.data + position * view.type.getByteSize();
    if (view.type.isString() && shorten.strings)
      printStart(os, ElementType::loadString(element));
    else
      os << formatElement(view.type, element);
    return;
  }
  int64_t extent = view.shape[dimension];
  int64_t edge = getEdgeElements(view.getRank());
  os << '[';
  for (int64_t i = 0; i < extent; ++i) {
    if (i > 0)
      os << ", ";
    if (shorten.elements && i == edge && extent > 2 * edge) {
      os << "..., ";
      i = extent - edge;
    }
    printFrom(os, view, dimension + 1, position + i * view.strides[dimension],
              shorten);
  }
  os << ']';
}

void mlir::scatternd::printElements(raw_ostream &os, const HostView &view,
                                    bool shorten) {
  // An empty array may have many brackets: count its dimensions of extent 0
  // as 1. Counting stops before it overflows.
  int64_t count = 1;
  for (int64_t extent : view.shape)
    if (count <= kWholeElements)
      count *= std::clamp<int64_t>(extent, 1, kWholeElements + 1);
  printFrom(os, view, /*dimension=*/0, view.offset,
            {shorten && count > kWholeElements, shorten});
}
