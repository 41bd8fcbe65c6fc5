//===- ReferenceLoop.h - The contract's loop, as it stands ------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop that defines scatter and gather, in plain C++ over host buffers. It
// is slow and shares nothing with the lowering, so that the two can be checked
// against each other.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_REFERENCELOOP_H
#define SCATTERND_EXECUTION_REFERENCELOOP_H

#include "ScatterND/Execution/HostBuffer.h"

namespace mlir::scatternd {

/// The clauses of an op. Enumerators have the contract's order, which is also
/// what `scatternd_reference` takes.
struct ReferenceClauses {
  enum Reduction { None, Add, Mul, Max, Min };
  enum OutOfBounds { Error, Drop, Clamp, Assume };
  enum NegativeIndices { Wrap, Invalid };

  Reduction reduction = None;
  OutOfBounds outOfBounds = Error;
  NegativeIndices negativeIndices = Wrap;
  int64_t batchDims = 0;
};

/// Scatters `updates` into `data` in place, or reports the first disagreement
/// of shapes or bad index to the C runtime and leaves `data` as it is. Ranks
/// and element types must satisfy the constraints C2 to C6 and C10; `location`
/// starts the report.
void runReferenceScatter(const char *location, const ReferenceClauses &clauses,
                         const HostView &data, const HostView &indices,
                         const HostView &updates);

/// Gathers slices of `data` into `init` in place; where a tuple is dropped,
/// `init` keeps its value. Otherwise as above; the reduction is not looked at.
void runReferenceGather(const char *location, const ReferenceClauses &clauses,
                        const HostView &data, const HostView &indices,
                        const HostView &init);

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_REFERENCELOOP_H
