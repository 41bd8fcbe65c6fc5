//===- ScatterNDDialect.cpp - Dialect, attributes, types ------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/IR/ScatterND.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::scatternd;

#include "ScatterND/IR/ScatterNDDialect.cpp.inc"
#include "ScatterND/IR/ScatterNDEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ScatterND/IR/ScatterNDAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ScatterND/IR/ScatterNDTypes.cpp.inc"

llvm::TypeSize StringType::getTypeSizeInBits(const DataLayout &,
                                             DataLayoutEntryListRef) const {
  return llvm::TypeSize::getFixed(8 * kStringSize);
}

uint64_t StringType::getABIAlignment(const DataLayout &,
                                     DataLayoutEntryListRef) const {
  return kStringAlignment;
}

void ScatterNDDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ScatterND/IR/ScatterNDAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "ScatterND/IR/ScatterNDTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ScatterND/IR/ScatterNDOps.cpp.inc"
      >();
}
