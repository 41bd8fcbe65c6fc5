//===- ReferenceHook.cpp - Calls of the reference loop from compiled code -===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/ReferenceHook.h"
#include "ScatterND/Execution/ReferenceLoop.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdarg>

using namespace mlir;
using namespace mlir::scatternd;

static ElementType parseType(const char *text) {
  std::optional<ElementType> type = ElementType::parse(text);
  if (!type)
    llvm::report_fatal_error("the reference loop does not know element type '" +
                             Twine(text) + "'");
  return *type;
}

/// Takes one operand off the variable arguments.
static HostView readOperand(ElementType type, int64_t rank, va_list *list) {
  HostView view{type, nullptr, 0, {}, {}};
  view.data = reinterpret_cast<char *>(va_arg(*list, int64_t));
  view.offset = va_arg(*list, int64_t);
  for (int64_t i = 0; i < rank; ++i)
    view.shape.push_back(va_arg(*list, int64_t));
  for (int64_t i = 0; i < rank; ++i)
    view.strides.push_back(va_arg(*list, int64_t));
  return view;
}

void scatternd_reference(const char *location, const char *elementType,
                         const char *indexType, int64_t isGather,
                         int64_t reduction, int64_t outOfBounds,
                         int64_t negativeIndices, int64_t batchDims,
                         int64_t dataRank, int64_t indicesRank,
                         int64_t thirdRank, ...) {
  ElementType type = parseType(elementType);
  va_list list;
  va_start(list, thirdRank);
  HostView data = readOperand(type, dataRank, &list);
  HostView indices = readOperand(parseType(indexType), indicesRank, &list);
  HostView third = readOperand(type, thirdRank, &list);
  va_end(list);

  ReferenceClauses clauses;
  clauses.reduction = static_cast<ReferenceClauses::Reduction>(reduction);
  clauses.outOfBounds = static_cast<ReferenceClauses::OutOfBounds>(outOfBounds);
  clauses.negativeIndices =
      static_cast<ReferenceClauses::NegativeIndices>(negativeIndices);
  clauses.batchDims = batchDims;
  if (isGather)
    runReferenceGather(location, clauses, data, indices, third);
  else
    runReferenceScatter(location, clauses, data, indices, third);
}
