//===- NarrowInteger.h - Integers of less than a byte -----------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_EXECUTION_NARROWINTEGER_H
#define SCATTERND_LIB_EXECUTION_NARROWINTEGER_H

#include "ScatterND/Execution/HostBuffer.h"

namespace mlir::scatternd {

/// Whether files hold elements of `type` in a wider form: bool or int8 whose
/// values need a look.
bool isNarrowInteger(ElementType type);

/// Turns the bytes of an int8, uint8 or bool file into elements of a narrow
/// integer type. Fails where a value is out of the type's range.
llvm::Error narrowBytes(const HostView &view, bool fileIsUnsigned);

/// The byte that stands for a narrow integer in files: its value.
char widenByte(ElementType type, const char *element);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_EXECUTION_NARROWINTEGER_H
