//===- Passes.h - Passes, patterns and bufferization ------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TRANSFORMS_PASSES_H
#define SCATTERND_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "llvm/Support/CommandLine.h"

namespace mlir {
namespace affine {
class AffineDialect;
} // namespace affine
namespace arith {
class ArithDialect;
} // namespace arith
namespace bufferization {
class BufferizationDialect;
} // namespace bufferization
namespace cf {
class ControlFlowDialect;
} // namespace cf
namespace complex {
class ComplexDialect;
} // namespace complex
namespace func {
class FuncDialect;
class FuncOp;
} // namespace func
namespace linalg {
class LinalgDialect;
} // namespace linalg
namespace LLVM {
class LLVMDialect;
} // namespace LLVM
namespace math {
class MathDialect;
} // namespace math
namespace memref {
class MemRefDialect;
} // namespace memref
namespace scf {
class SCFDialect;
} // namespace scf
namespace tensor {
class TensorDialect;
} // namespace tensor
namespace vector {
class VectorDialect;
} // namespace vector
class LLVMTypeConverter;
class ModuleOp;

namespace scatternd {

/// How compiled code reports a bad index or shape.
enum class ReportKind {
  /// A call of the C runtime with all the facts; the code goes on.
  Call,
  /// `cf.assert`, for those who link nothing; the process ends.
  Assert,
};

/// The texts of ReportKind, for options.
llvm::cl::ValuesClass getReportKindValues();

#define GEN_PASS_DECL
#include "ScatterND/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ScatterND/Transforms/Passes.h.inc"

/// Adds the patterns of `--scatternd-lower-to-loops`, one for each op, without
/// sharing. They fail to match on tensors, on layouts that are not strided and
/// on element types that the lowering does not support.
void populateLowerToLoopsPatterns(RewritePatternSet &patterns,
                                  ReportKind report = ReportKind::Call);

/// Adds the patterns of `--scatternd-expand-copies`.
void populateExpandCopiesPatterns(RewritePatternSet &patterns);

/// Adds the patterns of `--scatternd-expand-small-floats`.
void populateExpandSmallFloatsPatterns(RewritePatternSet &patterns);

/// Adds the patterns of `--scatternd-expand-views`.
void populateExpandViewsPatterns(RewritePatternSet &patterns);

/// Lets `converter` take `!scatternd.string` for `scatternd_string` of
/// `ScatterND/Runtime/Runtime.h`, and adds the pattern for constants of
/// strings, which are `memref.global` by then. Everything else that strings
/// occur in is upstream's to convert.
void populateStringToLLVMPatterns(LLVMTypeConverter &converter,
                                  RewritePatternSet &patterns);

/// Lets `converter` take `!scatternd.location` for the address of a C string,
/// and adds the patterns that make reports calls of the C runtime.
void populateReportToLLVMPatterns(LLVMTypeConverter &converter,
                                  RewritePatternSet &patterns);

/// Lets upstream's convert-to-llvm apply both.
void registerConvertToLLVMInterface(DialectRegistry &registry);

/// Lets upstream's one-shot-bufferize turn ops on tensors into ops on memrefs.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_TRANSFORMS_PASSES_H
