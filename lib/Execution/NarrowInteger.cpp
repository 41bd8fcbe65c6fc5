//===- NarrowInteger.cpp - Integers of less than a byte -------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowInteger.h"

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

bool mlir::scatternd::isNarrowInteger(ElementType type) {
  return !type.isFloatOrComplex() && type.getWidth() < 8;
}

llvm::Error mlir::scatternd::narrowBytes(const HostView &view,
                                         bool fileIsUnsigned) {
  ElementType type = view.type;
  int64_t width = type.getWidth();
  bool isSigned = type.getKind() == ElementType::Kind::SignedInteger;
  bool isUnsigned = type.getKind() == ElementType::Kind::UnsignedInteger;
  // A signless integer may be meant either way.
  int64_t low = isUnsigned ? 0 : -(int64_t(1) << (width - 1));
  int64_t high = (int64_t(1) << (isSigned ? width - 1 : width)) - 1;
  llvm::Error error = llvm::Error::success();
  forEachRow({&view}, [&](ArrayRef<int64_t> start, ArrayRef<char *> elements) {
    for (int64_t i = 0, n = getRowLength(view); i < n && !error; ++i) {
      char &element = elements[0][i];
      if (type.isBool()) {
        element = element != 0;
        continue;
      }
      int64_t value = fileIsUnsigned ? static_cast<uint8_t>(element)
                                     : static_cast<int8_t>(element);
      if (value >= low && value <= high) {
        type.storeBits(&element, static_cast<uint64_t>(value));
        continue;
      }
      SmallVector<int64_t> coordinate(start);
      if (!coordinate.empty())
        coordinate.back() = i;
      error = createStringError(
          "element %s is %lld, but %s holds %lld to %lld",
          formatCoordinate(coordinate).c_str(), static_cast<long long>(value),
          type.getName().c_str(), static_cast<long long>(low),
          static_cast<long long>(high));
    }
  });
  return error;
}

char mlir::scatternd::widenByte(ElementType type, const char *element) {
  return static_cast<char>(type.extendInteger(type.loadBits(element)));
}
