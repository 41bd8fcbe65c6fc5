//===- RuntimeTest.cpp - Tests of the C runtime ---------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Runtime/Runtime.h"
#include "gtest/gtest.h"
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

void appendMessage(const char *message, void *user) {
  static_cast<std::vector<std::string> *>(user)->push_back(message);
}

/// Collects messages while a test runs.
class RuntimeTest : public testing::Test {
protected:
  RuntimeTest() { scatternd_set_error_handler(appendMessage, &messages); }
  ~RuntimeTest() override { scatternd_set_error_handler(nullptr, nullptr); }

  std::vector<std::string> messages;
};

TEST_F(RuntimeTest, WordsEachReport) {
  scatternd_report_index("model.mlir:3:8", 9, 1, 8, 1, 2, int64_t(3),
                         int64_t(1));
  scatternd_report_index("a:1:2", -1, 0, 8, 0, 1, int64_t(0));
  scatternd_report_index("<unknown>", INT64_MIN, 0, 0, 1, 3, int64_t(1),
                         int64_t(2), int64_t(3));
  scatternd_report_extent("a:1:2", SCATTERND_UPDATES, 0, 1, SCATTERND_INDICES,
                          0, 2);
  scatternd_report_extent("a:1:2", SCATTERND_INIT, 2, 1, SCATTERND_DATA, 3, 2);
  scatternd_report_components("a:1:2", 1, 3, 3, SCATTERND_UPDATES, 2, 2);
  std::vector<std::string> expected = {
      "model.mlir:3:8: index out of bounds: indices[3, 1] = 9, but data "
      "dimension 1 has extent 8 (valid: -8 to 7)",
      "a:1:2: index out of bounds: indices[0] = -1, but data dimension 0 has "
      "extent 8 (valid: 0 to 7)",
      "<unknown>: index out of bounds: indices[1, 2, 3] = "
      "-9223372036854775808, but data dimension 0 has extent 0 (valid: none)",
      "a:1:2: shape mismatch: updates dimension 0 is 1, but indices dimension "
      "0 is 2",
      "a:1:2: shape mismatch: init dimension 2 is 1, but data dimension 3 is 2",
      "a:1:2: shape mismatch: indices dimension 1 is 3, but data rank 3 and "
      "updates rank 2 leave 2 components"};
  EXPECT_EQ(messages, expected);
}

TEST_F(RuntimeTest, CutsNothingOff) {
  std::string location(100000, 'x');
  scatternd_report_extent(location.c_str(), SCATTERND_DATA, 0, 1,
                          SCATTERND_INDICES, 0, 2);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0], location + ": shape mismatch: data dimension 0 is 1, "
                                    "but indices dimension 0 is 2");
}

TEST_F(RuntimeTest, KeepsToOneLine) {
  scatternd_report_extent("a\nb\t\x1b[1m\x7f\xc3\xa9\\:1:2", SCATTERND_DATA, 0,
                          1, SCATTERND_INDICES, 0, 2);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0], "a\\nb\\t\\x1b[1m\\x7f\xc3\xa9\\:1:2: shape mismatch: "
                         "data dimension 0 is 1, but indices dimension 0 is 2");
}

TEST(RuntimeDefaultTest, PrintsAndAborts) {
  EXPECT_DEATH(scatternd_report_extent("a:1:2", SCATTERND_DATA, 0, 1,
                                       SCATTERND_INDICES, 0, 2),
               "^error: a:1:2: shape mismatch: .* is 2\n$");
}

/// A handler and the only pointer that it may be called with.
struct Pair {
  std::atomic<int> calls{0};
};
Pair first, second;
std::atomic<int> mismatches{0};

void handleFirst(const char *, void *user) {
  first.calls++;
  mismatches += user != &first;
}
void handleSecond(const char *, void *user) {
  second.calls++;
  mismatches += user != &second;
}

TEST(RuntimeThreadsTest, KeepsHandlerAndPointerTogether) {
  constexpr int reports = 20000, reporters = 4;
  scatternd_set_error_handler(handleFirst, &first);
  std::atomic<bool> done{false};
  std::thread setter([&] {
    while (!done) {
      scatternd_set_error_handler(handleSecond, &second);
      scatternd_set_error_handler(handleFirst, &first);
    }
  });
  std::vector<std::thread> threads;
  for (int i = 0; i < reporters; ++i)
    threads.emplace_back([] {
      for (int j = 0; j < reports; ++j)
        scatternd_report_index("a:1:2", j, 0, 1, 1, 1, int64_t(0));
    });
  for (std::thread &thread : threads)
    thread.join();
  done = true;
  setter.join();
  scatternd_set_error_handler(nullptr, nullptr);
  EXPECT_EQ(mismatches, 0);
  EXPECT_EQ(first.calls + second.calls, reports * reporters);
}

} // namespace
