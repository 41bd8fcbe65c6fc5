//===- BuildOp.h - The op of a node -----------------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_BUILDOP_H
#define SCATTERND_LIB_ONNX_BUILDOP_H

#include "Node.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::scatternd {

/// The location of what is called `name` in the model at `path`.
Location getNameLoc(MLIRContext *context, StringRef name, StringRef path);

/// Builds the op of `node` on its inputs (a gather, which ONNX gives no init,
/// fills an empty tensor) and returns its result. Fails, in the verifier's
/// words, where the types break a constraint.
llvm::Expected<Value> buildOp(OpBuilder &builder, Location location,
                              const Node &node, ValueRange inputs,
                              RankedTensorType resultType);

/// A public function called `name` at the end of `module`, its body empty.
func::FuncOp addFunction(ModuleOp module, StringRef name, Location location,
                         TypeRange arguments, TypeRange results,
                         ArrayRef<Location> argumentLocations);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_ONNX_BUILDOP_H
