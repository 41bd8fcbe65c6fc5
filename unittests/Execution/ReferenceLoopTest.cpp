//===- ReferenceLoopTest.cpp - Tests of the reference loop ----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/ReferenceLoop.h"
#include "ScatterND/Execution/Print.h"
#include "ScatterND/Execution/ReferenceHook.h"
#include "ScatterND/Runtime/Runtime.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace mlir::scatternd;
using Clauses = ReferenceClauses;

namespace {

HostBuffer makeBuffer(StringRef type, ArrayRef<int64_t> shape,
                      ArrayRef<uint64_t> bits) {
  ElementType element = *ElementType::parse(type);
  HostBuffer buffer = cantFail(HostBuffer::create(element, shape));
  for (auto [i, value] : llvm::enumerate(bits))
    element.storeBits(buffer.getView().data +
                          i / element.getNumParts() * element.getByteSize(),
                      value, i % element.getNumParts());
  return buffer;
}

std::string toText(const HostBuffer &buffer) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printElements(os, buffer.getView(), /*shorten=*/false);
  return text;
}

/// Combines two elements given by their bits, and returns those of the result
/// (of each part).
SmallVector<uint64_t> combine(StringRef type, Clauses::Reduction reduction,
                              ArrayRef<uint64_t> a, ArrayRef<uint64_t> b) {
  HostBuffer data = makeBuffer(type, {1}, a);
  HostBuffer indices = makeBuffer("i64", {1, 1}, {0});
  HostBuffer updates = makeBuffer(type, {1}, b);
  Clauses clauses;
  clauses.reduction = reduction;
  runReferenceScatter("here", clauses, data.getView(), indices.getView(),
                      updates.getView());
  SmallVector<uint64_t> result;
  for (unsigned part = 0; part < a.size(); ++part)
    result.push_back(data.getView().type.loadBits(data.getView().data, part));
  return result;
}

uint64_t combineOne(StringRef type, Clauses::Reduction reduction, uint64_t a,
                    uint64_t b) {
  return combine(type, reduction, {a}, {b}).front();
}

uint64_t toBits(float value) { return llvm::bit_cast<uint32_t>(value); }

void appendMessage(const char *message, void *user) {
  static_cast<std::vector<std::string> *>(user)->push_back(message);
}

TEST(ReferenceLoopTest, RoundsAtEachStep) {
  // 256 + 1 is halfway between 256 and 258 in bf16: to even.
  EXPECT_EQ(combineOne("bf16", Clauses::Add, 0x4380, 0x3f80), 0x4380u);
  EXPECT_EQ(combineOne("bf16", Clauses::Add, 0x4381, 0x3f80), 0x4382u);
  // 2048 + 1 in f16, likewise.
  EXPECT_EQ(combineOne("f16", Clauses::Add, 0x6800, 0x3c00), 0x6800u);
  // 65504 + 16 overflows, 65504 + 15.99 does not.
  EXPECT_EQ(combineOne("f16", Clauses::Add, 0x7bff, 0x4c00), 0x7c00u);
  EXPECT_EQ(combineOne("f16", Clauses::Add, 0x7bff, 0x4bff), 0x7bffu);
  // Subnormals are kept.
  EXPECT_EQ(combineOne("bf16", Clauses::Add, 0x0040, 0x0001), 0x0041u);
  EXPECT_EQ(combineOne("f32", Clauses::Add, 1, 1), 2u);
  EXPECT_EQ(combineOne("f16", Clauses::Mul, 0x0001, 0x3c00), 0x0001u);
}

TEST(ReferenceLoopTest, RoundsF8) {
  // f8E4M3FN: 16 + 1 is halfway between 16 and 18; 448 * 2 has no infinity.
  EXPECT_EQ(combineOne("f8E4M3FN", Clauses::Add, 0x58, 0x38), 0x58u);
  EXPECT_EQ(combineOne("f8E4M3FN", Clauses::Mul, 0x7e, 0x40), 0x7fu);
  // f8E5M2: 57344 * 2 is infinite.
  EXPECT_EQ(combineOne("f8E5M2", Clauses::Mul, 0x7b, 0x40), 0x7cu);
  EXPECT_EQ(combineOne("f8E5M2", Clauses::Max, 0x80, 0x00), 0x00u);
  EXPECT_EQ(combineOne("f8E5M2", Clauses::Min, 0x00, 0x80), 0x80u);
}

TEST(ReferenceLoopTest, OrdersZerosAndPassesNaNOn) {
  uint64_t minusZero = toBits(-0.0f), nan = 0x7fc00000, one = toBits(1);
  EXPECT_EQ(combineOne("f32", Clauses::Max, minusZero, 0), 0u);
  EXPECT_EQ(combineOne("f32", Clauses::Max, 0, minusZero), 0u);
  EXPECT_EQ(combineOne("f32", Clauses::Min, 0, minusZero), minusZero);
  EXPECT_EQ(combineOne("f32", Clauses::Min, minusZero, 0), minusZero);
  EXPECT_EQ(combineOne("f32", Clauses::Max, nan, one), nan);
  EXPECT_EQ(combineOne("f32", Clauses::Min, one, nan), nan);
  // `none` moves a signalling NaN's bits.
  EXPECT_EQ(combineOne("f32", Clauses::None, one, 0x7f800001), 0x7f800001u);
}

TEST(ReferenceLoopTest, MultipliesComplexByHand) {
  // (inf + 0i) * (0 + 1i) has NaN parts; recovering infinities would not.
  uint64_t infinity = 0x7f800000, one = toBits(1);
  auto product = combine("complex<f32>", Clauses::Mul, {infinity, 0}, {0, one});
  EXPECT_TRUE(std::isnan(llvm::bit_cast<float>(uint32_t(product[0]))));
  // A fused multiply-add would keep the low bits of 1.0000001 squared.
  uint64_t odd = 0x3f800001;
  product = combine("complex<f32>", Clauses::Mul, {odd, odd}, {odd, odd});
  EXPECT_EQ(product[0], 0u);
}

TEST(ReferenceLoopTest, WrapsIntegersByTheirWidth) {
  EXPECT_EQ(combineOne("i8", Clauses::Add, 0x7f, 1), 0x80u);
  EXPECT_EQ(combineOne("i8", Clauses::Max, 0x80, 1), 1u);
  EXPECT_EQ(combineOne("ui8", Clauses::Max, 0x80, 1), 0x80u);
  EXPECT_EQ(combineOne("i4", Clauses::Add, 0x7, 1), 0x8u);
  EXPECT_EQ(combineOne("i4", Clauses::Min, 0x8, 1), 0x8u);
  EXPECT_EQ(combineOne("index", Clauses::Min, ~0ull, 1), ~0ull);
  EXPECT_EQ(combineOne("ui64", Clauses::Min, ~0ull, 1), 1u);
  EXPECT_EQ(combineOne("i1", Clauses::Add, 1, 1), 1u);
  EXPECT_EQ(combineOne("i1", Clauses::Mul, 1, 0), 0u);
}

/// Scatters 10, 11, ... into 0, 1, 2, 3 at `indices`.
std::string scatterFour(const Clauses &clauses, ArrayRef<uint64_t> tuples,
                        std::vector<std::string> &messages) {
  HostBuffer data = makeBuffer("i32", {4}, {0, 1, 2, 3});
  int64_t count = tuples.size();
  HostBuffer indices = makeBuffer("i64", {count, 1}, tuples);
  SmallVector<uint64_t> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(10 + i);
  HostBuffer updates = makeBuffer("i32", {count}, values);
  scatternd_set_error_handler(appendMessage, &messages);
  runReferenceScatter("here", clauses, data.getView(), indices.getView(),
                      updates.getView());
  scatternd_set_error_handler(nullptr, nullptr);
  return toText(data);
}

TEST(ReferenceLoopTest, TreatsBadIndices) {
  std::vector<std::string> messages;
  auto run = [&](Clauses::OutOfBounds outOfBounds,
                 Clauses::NegativeIndices negative) {
    Clauses clauses;
    clauses.outOfBounds = outOfBounds;
    clauses.negativeIndices = negative;
    uint64_t minusOne = ~0ull, lowest = 1ull << 63;
    return scatterFour(clauses, {0, 7, minusOne, lowest}, messages);
  };
  EXPECT_EQ(run(Clauses::Drop, Clauses::Wrap), "[10, 1, 2, 12]");
  EXPECT_EQ(run(Clauses::Drop, Clauses::Invalid), "[10, 1, 2, 3]");
  EXPECT_EQ(run(Clauses::Clamp, Clauses::Wrap), "[13, 1, 2, 12]");
  EXPECT_EQ(run(Clauses::Clamp, Clauses::Invalid), "[13, 1, 2, 11]");
  EXPECT_TRUE(messages.empty());
  EXPECT_EQ(run(Clauses::Error, Clauses::Wrap), "[0, 1, 2, 3]");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0],
            "here: index out of bounds: indices[1, 0] = 7, but data dimension "
            "0 has extent 4 (valid: -4 to 3)");
}

TEST(ReferenceLoopTest, GathersThroughTheHook) {
  // Batched: each batch takes its own row; the tuple that is out of bounds
  // leaves init as it is.
  HostBuffer data = makeBuffer("i32", {2, 3}, {1, 2, 3, 4, 5, 6});
  HostBuffer indices = makeBuffer("i32", {2, 2, 1}, {2, 0, 9, 0xffffffff});
  HostBuffer init = makeBuffer("i32", {2, 2}, {70, 71, 72, 73});
  auto address = [](const HostBuffer &buffer) {
    return reinterpret_cast<int64_t>(buffer.getView().data);
  };
  auto n = [](int64_t value) { return value; };
  scatternd_reference("here", "i32", "i32", /*isGather=*/1, /*reduction=*/0,
                      /*outOfBounds=*/1, /*negativeIndices=*/0, /*batchDims=*/1,
                      2, 3, 2,
                      // data, indices, init
                      address(data), n(0), n(2), n(3), n(3), n(1),
                      address(indices), n(0), n(2), n(2), n(1), n(2), n(1),
                      n(1), address(init), n(0), n(2), n(2), n(2), n(1));
  EXPECT_EQ(toText(init), "[[3, 1], [72, 6]]");
}

TEST(ReferenceLoopTest, ChecksShapesInOrder) {
  std::vector<std::string> messages;
  scatternd_set_error_handler(appendMessage, &messages);
  Clauses clauses;
  clauses.batchDims = 1;
  clauses.outOfBounds = Clauses::Drop;
  auto run = [&](ArrayRef<int64_t> data, ArrayRef<int64_t> indices,
                 ArrayRef<int64_t> updates) {
    HostBuffer buffer = makeBuffer("i32", data, {});
    runReferenceScatter("here", clauses, buffer.getView(),
                        makeBuffer("i64", indices, {}).getView(),
                        makeBuffer("i32", updates, {}).getView());
  };
  run({9, 4, 5}, {2, 3, 2}, {8, 3, 6}); // C6 to C9 are all broken
  run({9, 4, 5}, {2, 3, 1}, {8, 3, 6}); // C7 to C9
  run({9, 4, 5}, {2, 3, 1}, {2, 3, 6}); // C8 and C9
  run({9, 4, 5}, {2, 3, 1}, {2, 3, 5}); // C9
  run({2, 4, 5}, {2, 3, 1}, {2, 3, 5}); // none
  scatternd_set_error_handler(nullptr, nullptr);
  std::vector<std::string> expected = {
      "here: shape mismatch: indices dimension 2 is 2, but data rank 3 and "
      "updates rank 3 leave 1 components",
      "here: shape mismatch: updates dimension 0 is 8, but indices dimension 0 "
      "is 2",
      "here: shape mismatch: updates dimension 2 is 6, but data dimension 2 is "
      "5",
      "here: shape mismatch: data dimension 0 is 9, but indices dimension 0 is "
      "2"};
  EXPECT_EQ(messages, expected);
}

} // namespace
