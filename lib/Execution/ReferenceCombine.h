//===- ReferenceCombine.h - Combines elements -------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_EXECUTION_REFERENCECOMBINE_H
#define SCATTERND_LIB_EXECUTION_REFERENCECOMBINE_H

#include "ScatterND/Execution/ReferenceLoop.h"

namespace mlir::scatternd {

/// Replaces the element at `result` by its combination with the one at
/// `update`, rounded to the type: the contract's rule 5.
void combineElements(ReferenceClauses::Reduction reduction, ElementType type,
                     char *result, const char *update);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_EXECUTION_REFERENCECOMBINE_H
