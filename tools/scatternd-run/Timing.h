//===- Timing.h - How long calls take ---------------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SCATTERNDRUN_TIMING_H
#define SCATTERND_TOOLS_SCATTERNDRUN_TIMING_H

#include "ScatterND/Execution/CallFrame.h"

namespace mlir::scatternd {

/// Times of one call, in seconds.
struct CallTimes {
  double median;
  double min;
};

/// Takes `samples` samples after a warm-up. Each covers as many calls as fill a
/// millisecond, and the freeing of their results.
CallTimes timeCalls(const CompiledFunction &function, CallFrame &frame,
                    unsigned samples);

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SCATTERNDRUN_TIMING_H
