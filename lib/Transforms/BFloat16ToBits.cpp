//===- BFloat16ToBits.cpp - bf16 as integers of 16 bits -------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_BFLOAT16TOBITSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

/// Replaces bf16 by i16 in types and constants.
static AttrTypeReplacer makeReplacer(MLIRContext *context) {
  auto i16 = IntegerType::get(context, 16);
  AttrTypeReplacer replacer;
  replacer.addReplacement([=](BFloat16Type) { return i16; });
  replacer.addReplacement([=](FloatAttr attr) -> std::optional<Attribute> {
    if (!attr.getType().isBF16())
      return std::nullopt;
    return IntegerAttr::get(i16, attr.getValue().bitcastToAPInt());
  });
  replacer.addReplacement(
      [=](DenseElementsAttr attr) -> std::optional<Attribute> {
        if (!attr.getElementType().isBF16())
          return std::nullopt;
        return attr.bitcast(i16);
      });
  replacer.addReplacement(
      [=](DenseResourceElementsAttr attr) -> std::optional<Attribute> {
        if (!attr.getType().getElementType().isBF16())
          return std::nullopt;
        return DenseResourceElementsAttr::get(attr.getType().clone(i16),
                                              attr.getRawHandle());
      });
  return replacer;
}

namespace {
struct BFloat16ToBits
    : public scatternd::impl::BFloat16ToBitsPassBase<BFloat16ToBits> {
  using BFloat16ToBitsPassBase::BFloat16ToBitsPassBase;

  void runOnOperation() override {
    AttrTypeReplacer replacer = makeReplacer(&getContext());
    SmallVector<Operation *> casts;
    getOperation().walk([&](Operation *op) {
      // What is of LLVM already is its author's.
      if (isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
        return;
      replacer.replaceElementsIn(op, /*replaceAttrs=*/true,
                                 /*replaceLocs=*/false, /*replaceTypes=*/true);
      if (isa<arith::BitcastOp, UnrealizedConversionCastOp>(op))
        casts.push_back(op);
    });
    for (Operation *op : casts)
      if (op->getOperandTypes() == op->getResultTypes()) {
        op->replaceAllUsesWith(op->getOperands());
        op->erase();
      }
  }
};
} // namespace
