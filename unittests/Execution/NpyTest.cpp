//===- NpyTest.cpp - Tests of reading .npy files --------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/Npy.h"
#include "ScatterND/Execution/Print.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::scatternd;

namespace {

/// A file of format `version` with `dictionary` as it stands, and its elements.
std::string makeFile(StringRef dictionary, StringRef elements,
                     unsigned version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (unsigned i = 0, n = version == 1 ? 2 : 4; i < n; ++i)
    file += static_cast<char>(dictionary.size() >> (8 * i));
  return file + dictionary.str() + elements.str();
}

std::string makeDictionary(StringRef descr, StringRef shape,
                           StringRef order = "False") {
  return ("{'descr': '" + descr + "', 'fortran_order': " + order +
          ", 'shape': " + shape + ", }\n")
      .str();
}

/// The elements as text, or the error.
std::string read(StringRef file, StringRef type) {
  auto buffer =
      parseNpy(llvm::MemoryBufferRef(file, "f"), *ElementType::parse(type));
  if (!buffer)
    return llvm::toString(buffer.takeError());
  std::string text;
  llvm::raw_string_ostream os(text);
  printElements(os, buffer->getView(), /*shorten=*/false);
  return text;
}

TEST(NpyTest, ReadsEveryFormat) {
  std::string dictionary = makeDictionary("|i1", "(3,)");
  for (unsigned version : {1, 2, 3})
    EXPECT_EQ(read(makeFile(dictionary, "\1\2\3", version), "i8"), "[1, 2, 3]");
  EXPECT_EQ(read(makeFile(dictionary, "\1\2\3", 4), "i8"),
            "f: expected .npy format 1 to 3, but got 4");
}

TEST(NpyTest, ReadsOtherWritersHeaders) {
  // Keys in any order, no last comma, double quotes, Python 2's long integers.
  EXPECT_EQ(read(makeFile("{\"shape\":(1L, 2L),\"fortran_order\":False,"
                          "\"descr\":\"|i1\"}",
                          "\1\2"),
                 "i8"),
            "[[1, 2]]");
  EXPECT_EQ(read(makeFile(makeDictionary("|u1", "()"), "\xff"), "ui8"), "255");
}

TEST(NpyTest, ReadsOrders) {
  StringRef elements("\0\1\0\2\0\3\0\4\0\5\0\6", 12);
  EXPECT_EQ(read(makeFile(makeDictionary(">i2", "(2, 3)"), elements), "i16"),
            "[[1, 2, 3], [4, 5, 6]]");
  EXPECT_EQ(
      read(makeFile(makeDictionary(">i2", "(2, 3)", "True"), elements), "i16"),
      "[[1, 3, 5], [2, 4, 6]]");
}

TEST(NpyTest, ReadsTypesThatNumpyLacks) {
  EXPECT_EQ(read(makeFile(makeDictionary("|V2", "(1,)"), "\x80\x3f"), "bf16"),
            "[1]");
  EXPECT_EQ(read(makeFile(makeDictionary("<V2", "(1,)"), "\x80\x3f"), "bf16"),
            "[1]");
  EXPECT_EQ(read(makeFile(makeDictionary("<f1", "(1,)"), "\x3c"), "f8E5M2"),
            "[1]");
  EXPECT_EQ(read(makeFile(makeDictionary("|V1", "(1,)"), "\x38"), "f8E4M3FN"),
            "[1]");
  EXPECT_EQ(read(makeFile(makeDictionary("<f1", "(1,)"), "\x38"), "f8E4M3FN"),
            "f: expected dtype '|V1' (f8E4M3FN), but got '<f1'");
}

TEST(NpyTest, ReadsBoolsAndNarrowIntegers) {
  EXPECT_EQ(
      read(makeFile(makeDictionary("|b1", "(3,)"), StringRef("\0\1\2", 3)),
           "i1"),
      "[false, true, true]");
  EXPECT_EQ(read(makeFile(makeDictionary("|i1", "(3,)"), "\xf8\x07\x0f"), "i4"),
            "[-8, 7, -1]");
  EXPECT_EQ(read(makeFile(makeDictionary("|i1", "(1,)"), "\x08"), "si4"),
            "f: element [0] is 8, but si4 holds -8 to 7");
}

TEST(NpyTest, ReadsEmptyArrays) {
  EXPECT_EQ(read(makeFile(makeDictionary("<f4", "(0,)"), ""), "f32"), "[]");
  EXPECT_EQ(read(makeFile(makeDictionary("<f4", "(2, 0)"), ""), "f32"),
            "[[], []]");
  // The extents' product would overflow, were there elements.
  std::string shape = "(0, 9223372036854775807, 2)";
  EXPECT_EQ(read(makeFile(makeDictionary("<f4", shape), ""), "f32"),
            "f: shape [0, 9223372036854775807, 2] of f32 is too large for "
            "memory");
}

TEST(NpyTest, RefusesDamage) {
  std::string file = makeFile(makeDictionary("<f4", "(2,)"), "12345678");
  EXPECT_EQ(read("", "f32"),
            "f: not a .npy file (it does not start with \\x93NUMPY)");
  for (size_t size : {6, 7, 9, 11, 40})
    EXPECT_EQ(read(StringRef(file).take_front(size), "f32"),
              "f: truncated in the header");
  EXPECT_EQ(read(StringRef(file).drop_back(1), "f32"),
            "f: expected 8 bytes of elements (shape [2]), but got 7");
  EXPECT_EQ(read(file + "9", "f32"),
            "f: expected 8 bytes of elements (shape [2]), but got 9");
  // Nothing of these sizes may be allocated.
  EXPECT_EQ(
      read(makeFile(makeDictionary("<f4", "(1000000000000,)"), ""), "f32"),
      "f: expected 4000000000000 bytes of elements (shape "
      "[1000000000000]), but got 0");
  EXPECT_EQ(
      read(makeFile(makeDictionary("<f4", "(4294967296, 4294967296)"), ""),
           "f32"),
      "f: shape [4294967296, 4294967296] is too large");
  EXPECT_EQ(read(makeFile(makeDictionary("<f4", "(99999999999999999999,)"), ""),
                 "f32"),
            "f: extent 99999999999999999999 is too large");
}

TEST(NpyTest, RefusesMalformedHeaders) {
  auto expectError = [](StringRef dictionary, StringRef error) {
    EXPECT_EQ(read(makeFile(dictionary, "1234"), "f32"), ("f: " + error).str());
  };
  expectError("", "malformed header: expected '{'");
  expectError("{}", "malformed header: 'descr' is missing");
  expectError("{'descr': '<f4', 'shape': (1,), }",
              "malformed header: 'fortran_order' is missing");
  expectError(makeDictionary("<f4", "(-1,)"),
              "malformed header: expected an extent, but got '-1,), }'");
  expectError(makeDictionary("<f4", "(1,") + "x",
              "malformed header: expected an extent, but got ', }?x'");
  expectError(makeDictionary("<f4", "(1,)", "Maybe"),
              "malformed header: expected True or False, but got "
              "'Maybe, 'shap'");
  expectError(makeDictionary("<f4", "(1,)") + "x",
              "malformed header: expected the end of the header, but got 'x'");
  expectError("{'descr': '<f4', 'descr': '<f4'}",
              "malformed header: 'descr' stands twice");
  expectError("{'other': 1}", "malformed header: unexpected key 'other'");
  expectError("{'descr': [('a', '<f4')]}",
              "structured dtypes are not supported");
  expectError(makeDictionary("", "(1,)"),
              "expected dtype '<f4' (f32), but got ''");
}

TEST(NpyTest, ReadsWhatItWrites) {
  for (StringRef type :
       {"f16", "bf16", "f32", "f64", "f8E5M2", "f8E8M0FNU", "i1", "i8", "si16",
        "ui32", "i64", "index", "complex<f32>", "complex<f64>", "i4", "ui4"}) {
    ElementType element = *ElementType::parse(type);
    // A transposed view: the writer has to follow the strides.
    auto buffer = cantFail(HostBuffer::create(element, {2, 3}, {1, 2}, 0));
    const HostView &view = buffer.getView();
    for (unsigned i = 0; i < 6; ++i)
      for (unsigned part = 0; part < element.getNumParts(); ++part)
        element.storeBits(view.data + i * element.getByteSize(), i + part,
                          part);
    std::string expected, file;
    llvm::raw_string_ostream expectedStream(expected), fileStream(file);
    printElements(expectedStream, view, /*shorten=*/false);
    cantFail(writeNpy(fileStream, view));
    EXPECT_EQ(file.find('\n') % 64, 63u);
    EXPECT_EQ(read(file, type), expected) << type.str();
  }
}

} // namespace
