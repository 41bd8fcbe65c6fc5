//===- StringsTest.cpp - Tests of host buffers of strings -----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/Compare.h"
#include "ScatterND/Execution/Npy.h"
#include "ScatterND/Execution/Print.h"
#include "ScatterND/Execution/ReferenceLoop.h"
#include "ScatterND/Runtime/Runtime.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::scatternd;

namespace {

const ElementType kString = *ElementType::parse("!scatternd.string");

/// An array whose elements are the copies of `strings`, in row-major order.
HostBuffer makeBuffer(ArrayRef<int64_t> shape, ArrayRef<StringRef> strings) {
  HostBuffer buffer = cantFail(HostBuffer::create(kString, shape));
  for (auto [i, string] : llvm::enumerate(strings))
    buffer.storeString(buffer.getView().data + i * sizeof(scatternd_string),
                       string);
  return buffer;
}

std::string toText(const HostView &view) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printElements(os, view, /*shorten=*/false);
  return text;
}

const char *getBytes(const HostView &view, int64_t i) {
  return ElementType::loadString(view.getElement({i})).data();
}

TEST(StringsTest, HasTheRuntimesLayout) {
  EXPECT_EQ(kString.getName(), "!scatternd.string");
  EXPECT_EQ(kString.getByteSize(), sizeof(scatternd_string));
  EXPECT_EQ(kString.getAlignment(), alignof(scatternd_string));
  scatternd_string string = {"abc", 2};
  auto *element = reinterpret_cast<char *>(&string);
  EXPECT_EQ(ElementType::loadString(element), "ab");
  string = {nullptr, 0};
  EXPECT_EQ(ElementType::loadString(element), "");
}

TEST(StringsTest, StartsWithEmptyStrings) {
  HostBuffer buffer = cantFail(HostBuffer::create(kString, {2}));
  EXPECT_EQ(toText(buffer.getView()), R"(["", ""])");
}

TEST(StringsTest, PrintsTheStartOfLongOnes) {
  std::string whole(200, 'a'), tooLong(201, 'b');
  HostBuffer buffer = makeBuffer({2}, {whole, tooLong});
  std::string text;
  llvm::raw_string_ostream os(text);
  printElements(os, buffer.getView(), /*shorten=*/true);
  EXPECT_EQ(text, "[\"" + std::string(200, 'a') + "\", \"" +
                      std::string(200, 'b') + "\"...]");
}

TEST(StringsTest, PrintsWithEscapes) {
  HostBuffer buffer = makeBuffer(
      {2, 2}, {"a", StringRef("b\0c", 3), "\"\\\n", "na\u00EFve\xff"});
  EXPECT_EQ(toText(buffer.getView()),
            R"([["a", "b\00c"], ["\22\\\0A", "na\C3\AFve\FF"]])");
  HostBuffer scalar = makeBuffer({}, {"x"});
  EXPECT_EQ(toText(scalar.getView()), R"("x")");
}

TEST(StringsTest, OwnsItsBytesWithItsClones) {
  std::string source = "source";
  std::optional<HostBuffer> buffer = makeBuffer({2}, {source, "second"});
  HostBuffer clone = cantFail(buffer->clone());
  // What is stored in one does not show in the other.
  buffer->storeString(buffer->getView().data, "changed");
  source = "??????";
  EXPECT_EQ(toText(buffer->getView()), R"(["changed", "second"])");
  buffer.reset();
  EXPECT_EQ(toText(clone.getView()), R"(["source", "second"])");
}

TEST(StringsTest, CopiesBytesIntoAnotherBuffer) {
  std::optional<HostBuffer> from =
      makeBuffer({3}, {"one", StringRef("\0", 1), ""});
  HostBuffer to = cantFail(HostBuffer::create(kString, {3}, {-2}, 4));
  to.copyFrom(from->getView());
  EXPECT_NE(getBytes(to.getView(), 0), getBytes(from->getView(), 0));
  // Free functions leave the bytes where they are.
  HostBuffer shares = cantFail(HostBuffer::create(kString, {3}));
  copyElements(from->getView(), shares.getView());
  EXPECT_EQ(getBytes(shares.getView(), 0), getBytes(from->getView(), 0));
  from.reset();
  EXPECT_EQ(toText(to.getView()), R"(["one", "\00", ""])");
}

TEST(StringsTest, ComparesBytes) {
  HostBuffer got = makeBuffer({3}, {"a", StringRef("b\0c", 3), ""});
  HostBuffer same = makeBuffer({3}, {"a", StringRef("b\0c", 3), ""});
  HostBuffer other = makeBuffer({3}, {"a", StringRef("b\0d", 3), "x"});
  CompareOptions options;
  EXPECT_EQ(compareBuffers(got.getView(), same.getView(), options),
            std::nullopt);
  EXPECT_EQ(compareBuffers(got.getView(), other.getView(), options),
            R"(2 of 3 elements differ, first at [1]: got "b\00c", expected )"
            R"("b\00d")");
  // A tolerance is for numbers.
  options.atol = options.rtol = 1e9;
  EXPECT_TRUE(compareBuffers(got.getView(), other.getView(), options));
}

TEST(StringsTest, ReferenceMovesElements) {
  HostBuffer data = makeBuffer({3}, {"a", "b", "c"});
  HostBuffer updates = makeBuffer({2}, {"x", "y"});
  HostBuffer indices =
      cantFail(HostBuffer::create(*ElementType::parse("i64"), {2, 1}));
  auto *tuples = reinterpret_cast<int64_t *>(indices.getView().data);
  tuples[0] = -1;
  tuples[1] = 0;
  runReferenceScatter("here", ReferenceClauses(), data.getView(),
                      indices.getView(), updates.getView());
  EXPECT_EQ(toText(data.getView()), R"(["y", "b", "x"])");
  EXPECT_EQ(getBytes(data.getView(), 2), getBytes(updates.getView(), 0));
}

//===----------------------------------------------------------------------===//
// .npy files
//===----------------------------------------------------------------------===//

std::string makeFile(StringRef descr, StringRef shape, StringRef elements,
                     StringRef order = "False") {
  std::string dictionary =
      ("{'descr': '" + descr + "', 'fortran_order': " + order +
       ", 'shape': " + shape + ", }\n")
          .str();
  std::string file = "\x93NUMPY\1";
  file += '\0';
  file += static_cast<char>(dictionary.size());
  file += '\0';
  return file + dictionary + elements.str();
}

/// The elements as text, or the error.
std::string read(const std::string &file) {
  auto buffer = parseNpy(llvm::MemoryBufferRef(file, "f"), kString);
  return buffer ? toText(buffer->getView())
                : llvm::toString(buffer.takeError());
}

/// The bytes of code points in UTF-32.
std::string encode(std::u32string_view points, bool isBigEndian = false) {
  std::string bytes;
  for (char32_t point : points)
    for (int i = 0; i < 4; ++i)
      bytes +=
          static_cast<char>(point >> (8 * (isBigEndian ? 3 - i : i)) & 0xff);
  return bytes;
}

TEST(StringsTest, ReadsCodePoints) {
  std::u32string_view points(U"a\u00EF\u65E5\U0001F642b\0\0c\0\0\0\0", 12);
  std::string text = R"(["a\C3\AF\E6\97\A5\F0\9F\99\82", "b\00\00c", ""])";
  EXPECT_EQ(read(makeFile("<U4", "(3,)", encode(points))), text);
  EXPECT_EQ(read(makeFile(">U4", "(3,)", encode(points, true))), text);
}

TEST(StringsTest, ReadsBytes) {
  EXPECT_EQ(read(makeFile("|S2", "(2, 2)", StringRef("ab\0c\xff\0\0\0", 8))),
            R"([["ab", "\00c"], ["\FF", ""]])");
}

TEST(StringsTest, ReadsFortranOrder) {
  EXPECT_EQ(read(makeFile("|S1", "(2, 3)", "abcdef", "True")),
            R"([["a", "c", "e"], ["b", "d", "f"]])");
  EXPECT_EQ(read(makeFile("<U1", "(2, 3)", encode(U"abcdef"), "True")),
            R"([["a", "c", "e"], ["b", "d", "f"]])");
}

TEST(StringsTest, ReadsEmptyOnes) {
  EXPECT_EQ(read(makeFile("<U0", "(2,)", "")), R"(["", ""])");
  EXPECT_EQ(read(makeFile("|S0", "()", "")), R"("")");
  EXPECT_EQ(read(makeFile("<U7", "(2, 0)", "")), "[[], []]");
}

TEST(StringsTest, RefusesWhatIsNotUnicode) {
  auto file = [](char32_t point, StringRef order = "False") {
    std::u32string points(8, U'x');
    points[6] = point;
    return makeFile("<U2", "(1, 4)", encode(points), order);
  };
  EXPECT_EQ(read(file(0x10ffff)), R"([["xx", "xx", "xx", "\F4\8F\BF\BFx"]])");
  EXPECT_EQ(read(file(0xd800)),
            "f: element [0, 3] has code point 0xd800, which UTF-8 cannot hold");
  EXPECT_EQ(
      read(file(0x110000, "True")),
      "f: element [0, 3] has code point 0x110000, which UTF-8 cannot hold");
}

TEST(StringsTest, RefusesOtherTypesAndSizes) {
  EXPECT_EQ(read(makeFile("<f4", "(1,)", "1234")),
            "f: expected dtype '<U' (!scatternd.string), but got '<f4'");
  EXPECT_EQ(read(makeFile("|O", "(1,)", "1234")),
            "f: expected dtype '<U' (!scatternd.string), but got '|O'");
  EXPECT_EQ(
      read(makeFile("<U99999999999", "(1,)", "1234")),
      "f: expected dtype '<U' (!scatternd.string), but got '<U99999999999'");
  EXPECT_EQ(read(makeFile("<U2", "(1,)", "1234")),
            "f: expected 8 bytes of elements (shape [1]), but got 4");
  // Nothing of these sizes may be allocated.
  EXPECT_EQ(read(makeFile("<U4294967295", "(4294967296,)", "")),
            "f: shape [4294967296] is too large");
  EXPECT_EQ(read(makeFile("<U0", "(1000000000000,)", "")),
            "f: shape [1000000000000] of !scatternd.string is too large for "
            "memory");
}

/// The file's elements, or the error.
std::string write(const HostView &view) {
  std::string file;
  llvm::raw_string_ostream os(file);
  if (llvm::Error error = writeNpy(os, view)) {
    EXPECT_EQ(file, "");
    return llvm::toString(std::move(error));
  }
  return read(file);
}

TEST(StringsTest, ReadsWhatItWrites) {
  HostBuffer buffer = cantFail(HostBuffer::create(kString, {2, 3}, {1, 2}, 0));
  StringRef strings[] = {
      "a", "", "\u65E5\u672C", StringRef("\0x", 2), "naïve", "\U0001F642"};
  for (auto [i, string] : llvm::enumerate(strings))
    buffer.storeString(buffer.getView().data + i * sizeof(scatternd_string),
                       string);
  EXPECT_EQ(write(buffer.getView()), toText(buffer.getView()));
  for (const std::vector<int64_t> &shape :
       std::vector<std::vector<int64_t>>{{}, {2}, {2, 0}}) {
    HostBuffer empty = cantFail(HostBuffer::create(kString, shape));
    EXPECT_EQ(write(empty.getView()), toText(empty.getView()));
  }
}

TEST(StringsTest, RefusesToWriteWhatIsLost) {
  HostBuffer nul = makeBuffer({1, 2}, {"a", StringRef("a\0", 2)});
  EXPECT_EQ(write(nul.getView()),
            R"(element [0, 1] is "a\00", which a .npy file cannot hold: )"
            "it ends in a NUL");
  HostBuffer bytes = makeBuffer({}, {"\xc3"});
  EXPECT_EQ(write(bytes.getView()),
            R"(element [] is "\C3", which a .npy file cannot hold: )"
            "it is not UTF-8");
}

} // namespace
