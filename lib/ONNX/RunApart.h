//===- RunApart.h - Work in a process of its own ----------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_ONNX_RUNAPART_H
#define SCATTERND_LIB_ONNX_RUNAPART_H

#include "mlir/Support/LLVM.h"
#include <optional>
#include <string>

namespace mlir::scatternd {

/// Runs `work` in a child of this process and returns its result. Returns
/// nothing where the child crashes, throws, takes longer than some minutes, or
/// cannot be had. For code of others that may do all of that on input that is
/// damaged.
std::optional<std::string> runApart(llvm::function_ref<std::string()> work);

} // namespace mlir::scatternd

#endif // SCATTERND_LIB_ONNX_RUNAPART_H
