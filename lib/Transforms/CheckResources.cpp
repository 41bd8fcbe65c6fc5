//===- CheckResources.cpp - Checks the data of resources ------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementStorage.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_CHECKRESOURCESPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

/// The elements of `type`; nothing where they are more than 2^63 - 1.
static std::optional<int64_t> countElements(ShapedType type) {
  int64_t count = 1;
  bool overflow = false;
  for (int64_t extent : type.getShape())
    // An extent of 0 further on makes up for what overflowed.
    if (extent == 0)
      return 0;
    else
      overflow |= llvm::MulOverflow(count, extent, count);
  return overflow ? std::nullopt : std::optional(count);
}

/// Fails where the data of `resource` is not what its type says. `op` is what
/// the error is for.
static LogicalResult checkData(Operation *op,
                               DenseResourceElementsAttr resource) {
  ShapedType type = resource.getType();
  StringRef name = resource.getRawHandle().getKey();
  if (isa<StringType>(type.getElementType()))
    return op->emitOpError()
           << "has resource '" << name << "' with element type "
           << type.getElementType()
           << ", whose elements refer to bytes elsewhere; expected dense<...>";
  if (!type.hasStaticShape())
    return op->emitOpError() << "expected resource '" << name
                             << "' to have a static shape, but got " << type;
  FailureOr<ElementStorage> storage =
      getElementStorage(type.getElementType(), Reduction::None);
  if (failed(storage))
    return op->emitOpError()
           << "has resource '" << name << "' with element type "
           << type.getElementType() << ", which the lowering does not take";

  std::optional<int64_t> count = countElements(type);
  int64_t bytes;
  if (!count || llvm::MulOverflow(*count, storage->bytes, bytes))
    return op->emitOpError() << "expected resource '" << name << "' to have "
                             << "less than 2^63 bytes, but got type " << type;
  const AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob || blob->getData().size() != static_cast<uint64_t>(bytes)) {
    InFlightDiagnostic error = op->emitOpError()
                               << "expected resource '" << name << "' to have "
                               << bytes << " bytes (" << type << "), but got ";
    if (blob)
      return error << blob->getData().size();
    return error << "no data";
  }

  // Compiled code may take a narrow integer for what it loads: what else its
  // byte holds must not come along.
  if (auto integer = dyn_cast<IntegerType>(type.getElementType());
      integer && integer.getWidth() < 8) {
    unsigned greatest = (1u << integer.getWidth()) - 1;
    ArrayRef<char> data = blob->getData();
    const char *bad = llvm::find_if(data, [&](char byte) {
      return static_cast<unsigned char>(byte) > greatest;
    });
    if (bad != data.end())
      return op->emitOpError()
             << "expected byte " << (bad - data.begin()) << " of resource '"
             << name << "' to be 0 to " << greatest << " (" << type
             << "), but got "
             << static_cast<unsigned>(static_cast<unsigned char>(*bad));
  }
  return success();
}

/// A global's author may have written loads that rely on its alignment.
static LogicalResult checkAlignment(memref::GlobalOp global,
                                    DenseResourceElementsAttr resource) {
  uint64_t expected = global.getAlignment().value_or(1);
  uint64_t got = resource.getRawHandle().getBlob()->getDataAlignment();
  if (got >= expected)
    return success();
  return global.emitOpError()
         << "expected resource '" << resource.getRawHandle().getKey()
         << "' to be aligned to " << expected << " bytes, but got " << got;
}

/// `resource`, of at most one element, as an attribute that holds its value:
/// upstream's conversions ask for the value of a global of rank 0, and divide
/// by the number of elements.
static DenseElementsAttr unpack(DenseResourceElementsAttr resource) {
  ShapedType type = resource.getType();
  ArrayRef<char> data = resource.getRawHandle().getBlob()->getData();
  if (data.empty())
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  // In a buffer of bools, each is a bit.
  if (type.getElementType().isInteger(1))
    return DenseElementsAttr::get(type, data.front() != 0);
  return DenseElementsAttr::getFromRawBuffer(type, data);
}

namespace {
struct CheckResources
    : public scatternd::impl::CheckResourcesPassBase<CheckResources> {
  using CheckResourcesPassBase::CheckResourcesPassBase;

  void runOnOperation() override {
    // One resource may be a constant of many functions.
    llvm::DenseSet<DenseResourceElementsAttr> checked;
    WalkResult result = getOperation().walk([&](Operation *op) {
      for (NamedAttribute attribute : op->getAttrDictionary()) {
        auto resource =
            dyn_cast<DenseResourceElementsAttr>(attribute.getValue());
        if (!resource)
          continue;
        if (checked.insert(resource).second && failed(checkData(op, resource)))
          return WalkResult::interrupt();
        if (auto global = dyn_cast<memref::GlobalOp>(op);
            global && failed(checkAlignment(global, resource)))
          return WalkResult::interrupt();
        if (*countElements(resource.getType()) <= 1)
          op->setAttr(attribute.getName(), unpack(resource));
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
