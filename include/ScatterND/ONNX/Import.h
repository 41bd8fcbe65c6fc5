//===- Import.h - From ONNX to the dialect ----------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_ONNX_IMPORT_H
#define SCATTERND_ONNX_IMPORT_H

#include "ScatterND/ONNX/DataType.h"
#include "ScatterND/ONNX/Model.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>

namespace mlir::scatternd {

// What these functions make of a model:
// - A node becomes one op, at the location "NAME"("FILE":0:0); a node without a
//   name is called "OPERATOR #NUMBER". Line 0 stands for a file without lines.
// - Initializers and Constant nodes become constants, most of them resources
//   that hold the model's own memory or map its files.
// - What the model does not say of a type is derived from the other operands
// and
//   the result of its node by the constraints C1, C4 and C6 to C9.
//
// They take apart the model that they are given. Its memory and the files that
// it maps are the context's from then on: such a file must not be made shorter
// while that lives. Errors read "FILE: REASON",
// with the node's name, operator and version.

/// Loads the dialects that imported modules use into `context`.
void loadImportDialects(MLIRContext &context);

/// What the file that is given for an input says of it.
struct ArrayType {
  /// Null where the file leaves it open.
  const DataType *element = nullptr;
  std::optional<SmallVector<int64_t>> shape;
};

/// Imports a model whose nodes are all ScatterND, GatherND, Identity and
/// Constant as a module with one public function `main`: an argument for each
/// graph input that no initializer stands for, a result for each graph output.
///
/// `getInputs`, where there is one, says what will be given for the arguments:
/// it is asked only where the model leaves ranks or element types open.
llvm::Expected<OwningOpRef<ModuleOp>> importModel(
    Model model, MLIRContext &context,
    llvm::function_ref<llvm::Expected<SmallVector<ArrayType>>()> getInputs =
        nullptr);

/// Imports each ScatterND and GatherND node of a model of any nodes as a
/// function of its own, named for the node, with the node's inputs as arguments
/// in ONNX's order. Subgraphs of other nodes and the model's own functions are
/// looked into. A node whose types stay unknown, or disagree, is left out;
/// `onSkip` is told which and why.
///
/// ONNX's shape inference runs in a child process, for two minutes at most.
llvm::Expected<OwningOpRef<ModuleOp>>
importNodes(Model model, MLIRContext &context,
            llvm::function_ref<void(const Twine &)> onSkip);

/// Imports one ScatterND or GatherND node as the function `main`. `node` is its
/// name, or `#N`: the node of that number, from 0, among all such nodes in the
/// file's order, those of subgraphs where they stand. What the model leaves
/// open is as in `inputs`, of which there is one for each input of the node.
/// Where that is not enough, shape inference is asked, as above.
llvm::Expected<OwningOpRef<ModuleOp>> importNode(Model model,
                                                 MLIRContext &context,
                                                 StringRef node,
                                                 ArrayRef<ArrayType> inputs);

} // namespace mlir::scatternd

#endif // SCATTERND_ONNX_IMPORT_H
