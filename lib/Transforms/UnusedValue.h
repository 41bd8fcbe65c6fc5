//===- UnusedValue.h - Values that nothing depends on -----------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_UNUSEDVALUE_H
#define SCATTERND_LIB_TRANSFORMS_UNUSEDVALUE_H

#include "mlir/IR/Builders.h"

namespace mlir {
namespace scatternd {

/// Some value of `type`, for where one must stand that is never used: zero, an
/// empty string, a tensor or memref of undefined elements. Null where there is
/// none. Not `ub.poison`: deallocation compares the addresses of buffers that
/// nobody reads, and its lowering lacks types.
Value buildUnusedValue(OpBuilder &builder, Location loc, Type type);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_UNUSEDVALUE_H
