//===- ScatterND.h - The scatternd dialect ----------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_IR_SCATTERND_H
#define SCATTERND_IR_SCATTERND_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ScatterND/IR/ScatterNDDialect.h.inc"
#include "ScatterND/IR/ScatterNDEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ScatterND/IR/ScatterNDAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "ScatterND/IR/ScatterNDTypes.h.inc"

namespace mlir {
namespace scatternd {

/// Bytes of an element of type `!scatternd.string` in memory, and what its
/// address is a multiple of: a pointer and a size, of 64 bits each.
constexpr int64_t kStringSize = 16;
constexpr int64_t kStringAlignment = 8;

/// The process's error handler, as a resource that reports write to.
struct ErrorHandlerResource
    : public SideEffects::Resource::Base<ErrorHandlerResource> {
  StringRef getName() final { return "ScatterNDErrorHandler"; }
};

} // namespace scatternd
} // namespace mlir

#define GET_OP_CLASSES
#include "ScatterND/IR/ScatterNDOps.h.inc"

#endif // SCATTERND_IR_SCATTERND_H
