//===- ElementType.cpp - Element types of host buffers --------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/ElementType.h"
#include "ScatterND/Runtime/Runtime.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::APFloat;

namespace {
struct FloatFormat {
  StringRef name;
  unsigned width;
  const llvm::fltSemantics &semantics;
};
} // namespace

static ArrayRef<FloatFormat> getFloatFormats() {
  static const FloatFormat formats[] = {
      {"f16", 16, APFloat::IEEEhalf()},
      {"bf16", 16, APFloat::BFloat()},
      {"f32", 32, APFloat::IEEEsingle()},
      {"f64", 64, APFloat::IEEEdouble()},
      {"f8E5M2", 8, APFloat::Float8E5M2()},
      {"f8E4M3", 8, APFloat::Float8E4M3()},
      {"f8E4M3FN", 8, APFloat::Float8E4M3FN()},
      {"f8E5M2FNUZ", 8, APFloat::Float8E5M2FNUZ()},
      {"f8E4M3FNUZ", 8, APFloat::Float8E4M3FNUZ()},
      {"f8E4M3B11FNUZ", 8, APFloat::Float8E4M3B11FNUZ()},
      {"f8E3M4", 8, APFloat::Float8E3M4()},
      {"f8E8M0FNU", 8, APFloat::Float8E8M0FNU()},
  };
  return formats;
}

static constexpr StringLiteral kStringName("!scatternd.string");

std::optional<ElementType> ElementType::parse(StringRef text) {
  if (text == "index")
    return ElementType(Kind::Index, 64);
  if (text == kStringName)
    return ElementType(Kind::String, 8 * sizeof(scatternd_string));

  for (const FloatFormat &format : getFloatFormats())
    if (text == format.name)
      return ElementType(Kind::Float, format.width, &format.semantics);

  if (text.consume_front("complex<")) {
    if (!text.consume_back(">"))
      return std::nullopt;
    std::optional<ElementType> part = parse(text);
    if (!part || part->kind != Kind::Float || part->width < 32)
      return std::nullopt;
    return ElementType(Kind::Complex, part->width, part->semantics);
  }

  Kind kind = Kind::SignlessInteger;
  if (text.consume_front("si"))
    kind = Kind::SignedInteger;
  else if (text.consume_front("ui"))
    kind = Kind::UnsignedInteger;
  else if (!text.consume_front("i"))
    return std::nullopt;
  unsigned width;
  if (text.empty() || !llvm::isDigit(text.front()) ||
      text.getAsInteger(10, width))
    return std::nullopt;
  bool supported =
      (width >= 1 && width <= 8) || width == 16 || width == 32 || width == 64;
  if (!supported)
    return std::nullopt;
  return ElementType(kind, width);
}

std::string ElementType::getName() const {
  switch (kind) {
  case Kind::SignlessInteger:
    return "i" + std::to_string(width);
  case Kind::SignedInteger:
    return "si" + std::to_string(width);
  case Kind::UnsignedInteger:
    return "ui" + std::to_string(width);
  case Kind::Index:
    return "index";
  case Kind::Float:
    for (const FloatFormat &format : getFloatFormats())
      if (&format.semantics == semantics)
        return format.name.str();
    break;
  case Kind::Complex:
    return "complex<f" + std::to_string(width) + ">";
  case Kind::String:
    return kStringName.str();
  }
  llvm_unreachable("element type without a name");
}

uint64_t ElementType::loadBits(const char *element, unsigned part) const {
  const char *from = element + part * getPartByteSize();
  switch (getPartByteSize()) {
  case 1: {
    uint8_t bits;
    std::memcpy(&bits, from, sizeof(bits));
    return bits & llvm::maskTrailingOnes<uint64_t>(width);
  }
  case 2: {
    uint16_t bits;
    std::memcpy(&bits, from, sizeof(bits));
    return bits;
  }
  case 4: {
    uint32_t bits;
    std::memcpy(&bits, from, sizeof(bits));
    return bits;
  }
  default: {
    uint64_t bits;
    std::memcpy(&bits, from, sizeof(bits));
    return bits;
  }
  }
}

void ElementType::storeBits(char *element, uint64_t bits, unsigned part) const {
  char *to = element + part * getPartByteSize();
  bits &= llvm::maskTrailingOnes<uint64_t>(width);
  switch (getPartByteSize()) {
  case 1: {
    auto narrow = static_cast<uint8_t>(bits);
    std::memcpy(to, &narrow, sizeof(narrow));
    return;
  }
  case 2: {
    auto narrow = static_cast<uint16_t>(bits);
    std::memcpy(to, &narrow, sizeof(narrow));
    return;
  }
  case 4: {
    auto narrow = static_cast<uint32_t>(bits);
    std::memcpy(to, &narrow, sizeof(narrow));
    return;
  }
  default:
    std::memcpy(to, &bits, sizeof(bits));
    return;
  }
}

StringRef ElementType::loadString(const char *element) {
  scatternd_string string;
  std::memcpy(&string, element, sizeof(string));
  return StringRef(string.data, string.size);
}

void ElementType::storeString(char *element, StringRef bytes) {
  scatternd_string string = {bytes.data(), static_cast<int64_t>(bytes.size())};
  std::memcpy(element, &string, sizeof(string));
}

int64_t ElementType::extendInteger(uint64_t bits) const {
  if (isUnsigned())
    return static_cast<int64_t>(bits);
  return llvm::SignExtend64(bits, width);
}

APFloat ElementType::toFloat(uint64_t bits) const {
  return APFloat(*semantics, llvm::APInt(width, bits));
}
