//===- CheckTranslation.cpp - Fails where there is no LLVM IR -------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_CHECKTRANSLATIONPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

namespace {
/// Takes the values of constants out of a module while it lives: they would be
/// copied, and may be gigabytes.
class WithoutConstants {
public:
  explicit WithoutConstants(ModuleOp module) {
    for (auto global : module.getOps<LLVM::GlobalOp>()) {
      auto elements =
          dyn_cast_if_present<ElementsAttr>(global.getValueOrNull());
      if (!elements)
        continue;
      taken.push_back({global, elements, global.getLinkage()});
      global.removeValueAttr();
      global.setLinkage(LLVM::Linkage::External);
    }
  }
  ~WithoutConstants() {
    for (auto &[global, value, linkage] : taken) {
      global.setValueAttr(value);
      global.setLinkage(linkage);
    }
  }

private:
  SmallVector<std::tuple<LLVM::GlobalOp, Attribute, LLVM::Linkage>> taken;
};

struct CheckTranslation
    : public scatternd::impl::CheckTranslationPassBase<CheckTranslation> {
  using CheckTranslationPassBase::CheckTranslationPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    WithoutConstants withoutConstants(module);
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> translated = translate(module, context);
    if (!translated)
      return signalPassFailure();
    std::string reason;
    llvm::raw_string_ostream os(reason);
    if (llvm::verifyModule(*translated, &os)) {
      // What is wrong, and the instructions that it is about.
      SmallVector<StringRef> lines;
      StringRef(reason).split(lines, '\n', /*MaxSplit=*/-1,
                              /*KeepEmpty=*/false);
      emitError(module.getLoc(), "LLVM IR of this module is not valid: ")
          << llvm::join(llvm::map_range(
                            lines, [](StringRef line) { return line.trim(); }),
                        "; ");
      signalPassFailure();
    }
  }

private:
  /// Null if it fails, after one error.
  static std::unique_ptr<llvm::Module> translate(ModuleOp module,
                                                 llvm::LLVMContext &context) {
    bool hadError = false;
    ScopedDiagnosticHandler handler(
        module.getContext(), [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return failure();
          // Others print the first one; those that follow say less.
          return success(std::exchange(hadError, true));
        });
    // The verifier of LLVM would print by itself.
    std::unique_ptr<llvm::Module> translated =
        translateModuleToLLVMIR(module, context, "module",
                                /*disableVerification=*/true);
    if (!translated && !hadError)
      emitError(module.getLoc(), "this module cannot be translated to LLVM IR");
    return translated;
  }
};
} // namespace
