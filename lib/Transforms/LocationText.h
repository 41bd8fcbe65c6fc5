//===- LocationText.h - Locations in reports  -------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_TRANSFORMS_LOCATIONTEXT_H
#define SCATTERND_LIB_TRANSFORMS_LOCATIONTEXT_H

#include "mlir/IR/Location.h"
#include <string>

namespace mlir {
namespace scatternd {

/// The location's first file, line and column, after the name they are under if
/// any: `name at f:l:c`, or `name at f` where the line is 0; or `<unknown>`.
std::string getLocationText(Location loc);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_TRANSFORMS_LOCATIONTEXT_H
