//===- EscapeControls.cpp - Text on one line ------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EscapeControls.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

std::string mlir::scatternd::escapeControls(StringRef text) {
  std::string escaped;
  for (unsigned char c : text) {
    if (c == '\n')
      escaped += "\\n";
    else if (c == '\t')
      escaped += "\\t";
    else if (c < 0x20 || c == 0x7f)
      escaped += "\\x" + llvm::toHex(StringRef(reinterpret_cast<char *>(&c), 1),
                                     /*LowerCase=*/true);
    else
      escaped += static_cast<char>(c);
  }
  return escaped;
}
