//===- EscapeControls.h - Text on one line ----------------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TOOLS_SUPPORT_ESCAPECONTROLS_H
#define SCATTERND_TOOLS_SUPPORT_ESCAPECONTROLS_H

#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir::scatternd {

/// `text` with its control characters as `\n` or `\x1b`.
std::string escapeControls(StringRef text);

} // namespace mlir::scatternd

#endif // SCATTERND_TOOLS_SUPPORT_ESCAPECONTROLS_H
