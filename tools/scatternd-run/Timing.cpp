//===- Timing.cpp - How long calls take -----------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timing.h"
#include <algorithm>
#include <chrono>

using namespace mlir;
using namespace mlir::scatternd;
using Clock = std::chrono::steady_clock;

/// The least that a sample must cover: far above the clock's own cost.
static constexpr double kSampleSeconds = 1e-3;

/// The seconds that `calls` calls take.
static double timeBatch(const CompiledFunction &function, CallFrame &frame,
                        uint64_t calls) {
  auto start = Clock::now();
  for (uint64_t i = 0; i < calls; ++i) {
    frame.call(function);
    frame.freeResults();
  }
  return std::chrono::duration<double>(Clock::now() - start).count();
}

CallTimes mlir::scatternd::timeCalls(const CompiledFunction &function,
                                     CallFrame &frame, unsigned samples) {
  // The warm-up finds how many calls fill a sample.
  uint64_t batch = 1;
  while (timeBatch(function, frame, batch) < kSampleSeconds)
    batch *= 2;

  std::vector<double> times;
  for (unsigned i = 0; i < samples; ++i) {
    double seconds = 0;
    uint64_t calls = 0;
    // Calls may have become faster than in the warm-up.
    for (; seconds < kSampleSeconds; calls += batch)
      seconds += timeBatch(function, frame, batch);
    times.push_back(seconds / calls);
  }
  llvm::sort(times);
  size_t middle = times.size() / 2;
  double median = times.size() % 2 ? times[middle]
                                   : (times[middle - 1] + times[middle]) / 2;
  return {median, times.front()};
}
