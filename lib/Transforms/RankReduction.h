//===- RankReduction.h - Slices that drop dimensions ------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_RANKREDUCTION_H
#define SCATTERND_LIB_TRANSFORMS_RANKREDUCTION_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class Operation;

namespace scatternd {

/// Replaces each `memref.subview` in `root` that drops dimensions of extent 1
/// by one that keeps all of them, and a `memref.collapse_shape`.
///
/// Which dimensions are dropped is left to readers of the types. Upstream's
/// `SubViewOp::getDroppedDims`, which folds and patterns all over rely on,
/// guesses by the strides of the source: it is wrong where they are dynamic,
/// and crashes where the slice has steps.
LogicalResult splitRankReductions(Operation *root);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_RANKREDUCTION_H
