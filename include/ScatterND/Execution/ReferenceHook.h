//===- ReferenceHook.h - Reference for JIT ----------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_REFERENCEHOOK_H
#define SCATTERND_EXECUTION_REFERENCEHOOK_H

#include <cstdint>

extern "C" {

/// Runs one op by the reference loop. Code compiled with the pipeline's option
/// `reference-loop` calls it.
///
/// `location` starts reports. `elementType` and `indexType` are MLIR's text for
/// the types of data and indices. The clauses are numbered in the contract's
/// order: `reduction` none, add, mul, max, min; `outOfBounds` error, drop,
/// clamp, assume; `negativeIndices` wrap, invalid. After the ranks come, for
/// each of data, indices and updates (gather: init) in that order, all as
/// int64_t: the aligned pointer, the offset in elements, the sizes and the
/// strides. Data is written in place; in a gather, init is.
void scatternd_reference(const char *location, const char *elementType,
                         const char *indexType, int64_t isGather,
                         int64_t reduction, int64_t outOfBounds,
                         int64_t negativeIndices, int64_t batchDims,
                         int64_t dataRank, int64_t indicesRank,
                         int64_t thirdRank, ...);

} // extern "C"

#endif // SCATTERND_EXECUTION_REFERENCEHOOK_H
