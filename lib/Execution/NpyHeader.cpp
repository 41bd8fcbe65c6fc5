//===- NpyHeader.cpp - The header of .npy files ---------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

static constexpr StringLiteral kMagic("\x93NUMPY");

namespace {
/// Reads the Python dictionary in a header:
///   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
/// The keys may come in any order, and nothing else may be there.
class DictionaryParser {
public:
  explicit DictionaryParser(StringRef text) : rest(text) {}

  llvm::Error parse(NpyHeader &header);

private:
  llvm::Error parseValue(StringRef key, NpyHeader &header);
  llvm::Error parseString(StringRef &value);
  llvm::Error parseBool(bool &value);
  llvm::Error parseShape(SmallVectorImpl<int64_t> &shape);

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  llvm::Error expected(const Twine &what) {
    // Keep control characters of a damaged file off the terminal.
    std::string found;
    for (char c : rest.ltrim().take_front(12).rtrim())
      found += llvm::isPrint(c) ? c : '?';
    return createStringError(
        "malformed header: expected " + what +
        (found.empty() ? "" : ", but got '" + found + "'"));
  }

  StringRef rest;
};
} // namespace

llvm::Error DictionaryParser::parse(NpyHeader &header) {
  SmallVector<StringRef, 3> seen;
  if (!consume("{"))
    return expected("'{'");
  while (!consume("}")) {
    StringRef key;
    if (llvm::Error error = parseString(key))
      return error;
    if (llvm::is_contained(seen, key))
      return createStringError("malformed header: '" + key + "' stands twice");
    seen.push_back(key);
    if (!consume(":"))
      return expected("':'");
    if (llvm::Error error = parseValue(key, header))
      return error;
    if (consume(","))
      continue;
    if (!consume("}"))
      return expected("',' or '}'");
    break;
  }
  if (!rest.trim().trim('\0').empty())
    return expected("the end of the header");
  for (StringRef key : {"descr", "fortran_order", "shape"})
    if (!llvm::is_contained(seen, key))
      return createStringError("malformed header: '" + key + "' is missing");
  return llvm::Error::success();
}

llvm::Error DictionaryParser::parseValue(StringRef key, NpyHeader &header) {
  if (key == "descr") {
    if (rest.ltrim().starts_with("["))
      return createStringError("structured dtypes are not supported");
    StringRef descr;
    if (llvm::Error error = parseString(descr))
      return error;
    header.descr = descr.str();
    return llvm::Error::success();
  }
  if (key == "fortran_order")
    return parseBool(header.fortranOrder);
  if (key == "shape")
    return parseShape(header.shape);
  return createStringError("malformed header: unexpected key '%s'",
                           key.str().c_str());
}

llvm::Error DictionaryParser::parseString(StringRef &value) {
  StringRef quote = consume("'") ? "'" : consume("\"") ? "\"" : "";
  size_t end = quote.empty() ? StringRef::npos : rest.find(quote);
  if (end == StringRef::npos)
    return expected("a string");
  value = rest.take_front(end);
  if (!llvm::all_of(value, llvm::isPrint))
    return expected("a string of printable characters");
  rest = rest.drop_front(end + 1);
  return llvm::Error::success();
}

llvm::Error DictionaryParser::parseBool(bool &value) {
  value = consume("True");
  if (value || consume("False"))
    return llvm::Error::success();
  return expected("True or False");
}

llvm::Error DictionaryParser::parseShape(SmallVectorImpl<int64_t> &shape) {
  if (!consume("("))
    return expected("'('");
  while (!consume(")")) {
    rest = rest.ltrim();
    StringRef digits = rest.take_while(llvm::isDigit);
    if (digits.empty())
      return expected("an extent");
    int64_t extent;
    if (digits.getAsInteger(10, extent))
      return createStringError("extent " + digits.take_front(40) +
                               " is too large");
    shape.push_back(extent);
    rest = rest.drop_front(digits.size());
    // Python 2 wrote long integers so.
    rest.consume_front("L");
    if (!consume(",") && !rest.ltrim().starts_with(")"))
      return expected("',' or ')'");
  }
  return llvm::Error::success();
}

uint64_t mlir::scatternd::getNpyHeaderSize(StringRef file) {
  // Magic, version, and the dictionary's length in two or four bytes.
  size_t lengthStart = kMagic.size() + 2;
  if (file.size() < lengthStart)
    return file.starts_with(kMagic.take_front(file.size())) ? lengthStart : 0;
  if (!file.starts_with(kMagic))
    return 0;
  size_t lengthSize = file[kMagic.size()] == 1 ? 2 : 4;
  size_t start = lengthStart + lengthSize;
  if (file.size() < start)
    return start;
  const char *length = file.data() + lengthStart;
  return start + (lengthSize == 2 ? llvm::support::endian::read16le(length)
                                  : llvm::support::endian::read32le(length));
}

llvm::Expected<NpyHeader> mlir::scatternd::parseNpyHeader(StringRef file) {
  if (!file.starts_with(kMagic))
    return createStringError("not a .npy file (it does not start with "
                             "\\x93NUMPY)");
  if (file.size() < kMagic.size() + 2)
    return createStringError("truncated in the header");
  unsigned version = static_cast<uint8_t>(file[kMagic.size()]);
  if (version < 1 || version > 3)
    return createStringError("expected .npy format 1 to 3, but got %u",
                             version);

  size_t lengthSize = version == 1 ? 2 : 4;
  size_t start = kMagic.size() + 2 + lengthSize;
  if (file.size() < start)
    return createStringError("truncated in the header");
  const char *lengthBytes = file.data() + kMagic.size() + 2;
  size_t length = version == 1 ? llvm::support::endian::read16le(lengthBytes)
                               : llvm::support::endian::read32le(lengthBytes);
  if (file.size() - start < length)
    return createStringError("truncated in the header");

  NpyHeader header;
  header.dataOffset = start + length;
  if (llvm::Error error =
          DictionaryParser(file.substr(start, length)).parse(header))
    return error;
  return header;
}

std::string mlir::scatternd::formatNpyHeader(StringRef descr,
                                             ArrayRef<int64_t> shape) {
  std::string dictionary =
      ("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (").str();
  for (int64_t extent : shape)
    dictionary += std::to_string(extent) + ",";
  // NumPy writes "(3,)" and "(3, 4)"; readers take "(3,4,)" as well.
  dictionary += "), }";

  // The elements start at a multiple of 64 bytes, after a line end. Format 1
  // counts the dictionary's length in two bytes, format 2 in four.
  bool isLong = dictionary.size() > 65000;
  size_t lengthSize = isLong ? 4 : 2;
  size_t start = kMagic.size() + 2 + lengthSize;
  size_t end = llvm::alignTo(start + dictionary.size() + 1, 64);
  dictionary.append(end - start - dictionary.size() - 1, ' ');
  dictionary += '\n';

  std::string header = kMagic.str();
  header += isLong ? '\2' : '\1';
  header += '\0';
  for (size_t i = 0; i < lengthSize; ++i)
    header += static_cast<char>(dictionary.size() >> (8 * i));
  return header + dictionary;
}

StringRef mlir::scatternd::getElementName(StringRef descr) {
  if (!descr.empty() && StringRef("<>|=").contains(descr.front()))
    descr = descr.drop_front();
  if (descr.starts_with("U") || descr.starts_with("S"))
    return "!scatternd.string";
  return llvm::StringSwitch<StringRef>(descr)
      .Cases({"b1", "?"}, "i1")
      .Case("i1", "i8")
      .Case("i2", "i16")
      .Case("i4", "i32")
      .Case("i8", "i64")
      .Case("u1", "ui8")
      .Case("u2", "ui16")
      .Case("u4", "ui32")
      .Case("u8", "ui64")
      .Case("f1", "f8E5M2")
      .Case("f2", "f16")
      .Case("V2", "bf16")
      .Case("f4", "f32")
      .Case("f8", "f64")
      .Case("c8", "complex<f32>")
      .Case("c16", "complex<f64>")
      .Default("");
}
