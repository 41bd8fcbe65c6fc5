//===- ConvertToLLVMInterface.cpp - Upstream's conversion takes all -------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/IR/ScatterND.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::scatternd;

namespace {
struct ToLLVMInterface : public ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;

  void loadDependentDialects(MLIRContext *context) const final {
    context->loadDialect<LLVM::LLVMDialect>();
  }

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &, LLVMTypeConverter &converter,
      RewritePatternSet &patterns) const final {
    populateStringToLLVMPatterns(converter, patterns);
    populateReportToLLVMPatterns(converter, patterns);
  }
};
} // namespace

void scatternd::registerConvertToLLVMInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, ScatterNDDialect *dialect) {
    dialect->addInterfaces<ToLLVMInterface>();
  });
}
