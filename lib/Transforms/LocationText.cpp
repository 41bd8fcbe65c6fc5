//===- LocationText.cpp - Locations in reports
//------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocationText.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::scatternd;

/// The first file, line and column in `loc`, after the name it is under if any;
/// empty where there is none. Line 0 is no line: importers give it to what
/// comes from a file without lines. MLIR calls a file without a name "-".
static std::string findPlace(LocationAttr loc, StringRef name) {
  if (auto place = dyn_cast<FileLineColRange>(loc)) {
    StringRef file = place.getFilename().getValue();
    StringRef separator = name.empty() ? "" : " at ";
    if (place.getStartLine() != 0)
      return llvm::formatv("{0}{1}{2}:{3}:{4}", name, separator, file,
                           place.getStartLine(), place.getStartColumn());
    bool isNamed = !file.empty() && file != "-";
    return isNamed ? (name + separator + file).str() : "";
  }
  if (auto named = dyn_cast<NameLoc>(loc))
    return findPlace(named.getChildLoc(), named.getName());
  if (auto opaque = dyn_cast<OpaqueLoc>(loc))
    return findPlace(opaque.getFallbackLocation(), name);
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    std::string callee = findPlace(call.getCallee(), name);
    return callee.empty() ? findPlace(call.getCaller(), name) : callee;
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location each : fused.getLocations())
      if (std::string text = findPlace(each, name); !text.empty())
        return text;
  return "";
}

std::string scatternd::getLocationText(Location loc) {
  std::string place = findPlace(loc, "");
  if (place.empty())
    return "<unknown>";
  // The text is a C string, and names may hold anything.
  std::string text;
  for (char c : place)
    if (c)
      text += c;
    else
      text += "\\x00";
  return text;
}
