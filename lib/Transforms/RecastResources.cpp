//===- RecastResources.cpp - Globals with resources for translation -------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementStorage.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_RECASTRESOURCESPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// The type of the same bytes as `resource` that the translation to LLVM IR
/// takes; null where it takes the type as it is.
static RankedTensorType
getTranslatableType(DenseResourceElementsAttr resource) {
  ShapedType type = resource.getType();
  int64_t count = type.getNumElements();
  if (auto complex = dyn_cast<ComplexType>(type.getElementType()))
    return RankedTensorType::get({2 * count}, complex.getElementType());
  if (auto integer = dyn_cast<IntegerType>(type.getElementType());
      integer && integer.getWidth() < 8)
    if (auto storage = getElementStorage(integer, Reduction::None);
        succeeded(storage))
      return RankedTensorType::get({count}, storage->type);
  return {};
}

/// Makes `global` promise no more alignment than its data has, but that of its
/// elements: bufferization wants the same for every global.
static void limitAlignment(LLVM::GlobalOp global, const AsmResourceBlob &blob,
                           const DataLayout &layout) {
  if (global.getAlignment().value_or(0) <= blob.getDataAlignment())
    return;
  global.setAlignment(std::max<uint64_t>(
      blob.getDataAlignment(), layout.getTypeABIAlignment(global.getType())));
}

namespace {
struct RecastResources
    : public scatternd::impl::RecastResourcesPassBase<RecastResources> {
  using RecastResourcesPassBase::RecastResourcesPassBase;

  void runOnOperation() override {
    DataLayout layout(getOperation());
    for (auto global : getOperation().getOps<LLVM::GlobalOp>()) {
      auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(
          global.getValueOrNull());
      if (!resource)
        continue;
      if (const AsmResourceBlob *blob = resource.getRawHandle().getBlob())
        limitAlignment(global, *blob, layout);
      RankedTensorType type = getTranslatableType(resource);
      if (!type)
        continue;
      global.setGlobalType(LLVM::LLVMArrayType::get(type.getElementType(),
                                                    type.getNumElements()));
      global.setValueAttr(
          DenseResourceElementsAttr::get(type, resource.getRawHandle()));
    }
  }
};
} // namespace
