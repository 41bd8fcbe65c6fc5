//===- Entry.h - The function that scatternd-run calls ----------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SCATTERNDRUN_ENTRY_H
#define SCATTERND_TOOLS_SCATTERNDRUN_ENTRY_H

#include "ScatterND/Execution/ArrayFile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::scatternd {

/// The type of an argument or a result.
struct ValueType {
  Type type;
  ElementType element;

  bool isTensor() const { return isa<RankedTensorType>(type); }
  bool isMemRef() const { return isa<MemRefType>(type); }
  bool isScalar() const { return !isa<ShapedType>(type); }
  ArrayRef<int64_t> getShape() const {
    return isScalar() ? ArrayRef<int64_t>() : cast<ShapedType>(type).getShape();
  }

  /// MLIR's text for the type, with `shape` in place of its own.
  std::string getName(ArrayRef<int64_t> shape) const;
  std::string getName() const { return getName(getShape()); }
};

/// What is known of the function before its module is lowered.
struct Entry {
  SmallVector<ValueType> arguments;
  /// The name of each argument's location, as ONNX models have them, or "".
  SmallVector<std::string> argumentNames;
  SmallVector<ValueType> results;
  /// For each argument, whether it is a tensor whose memory the function may
  /// write to.
  SmallVector<bool> isWritable;
  /// For each argument, whether it is a memref that the function may write to.
  SmallVector<bool> isWritten;
};

/// The public function `name` of `module`. Fails where there is none, or where
/// a type of its arguments or results cannot be passed.
llvm::Expected<Entry> findEntry(ModuleOp module, StringRef name);

/// Reads the array of `file` for an argument of `type`, in that type's
/// layout: extents that are not static are the file's; strides and offset that
/// are not static are the least that keep elements apart, from the last
/// dimension to the first (row-major where all are dynamic).
llvm::Expected<HostBuffer> loadArgument(const ValueType &type,
                                        const ArrayFile &file);

/// For each argument of `function`, whether it is a memref that the function
/// may write to: itself, through views of it, or in functions it calls.
SmallVector<bool> findWrittenArguments(func::FuncOp function);

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SCATTERNDRUN_ENTRY_H
