//===- Compare.cpp - Comparison of host buffers ---------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/Compare.h"
#include "ScatterND/Execution/Print.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::APFloat;

static double toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static bool isClose(double difference, double expected,
                    const CompareOptions &options) {
  return difference <= options.atol.value_or(0) +
                           options.rtol.value_or(0) * std::fabs(expected);
}

/// Compares two parts whose bits differ.
static bool areFloatsEqual(ElementType type, uint64_t got, uint64_t expected,
                           const CompareOptions &options) {
  APFloat gotValue = type.toFloat(got), expectedValue = type.toFloat(expected);
  if (gotValue.isNaN() || expectedValue.isNaN())
    return options.nanEqualsNan && gotValue.isNaN() && expectedValue.isNaN();
  if (!options.rtol && !options.atol)
    return false;
  if (gotValue.isInfinity() || expectedValue.isInfinity())
    return false;
  double gotDouble = toDouble(gotValue);
  double expectedDouble = toDouble(expectedValue);
  return isClose(std::fabs(gotDouble - expectedDouble), expectedDouble,
                 options);
}

/// As above. 64-bit integers do not fit into a double: their difference is
/// taken first.
static bool areIntegersEqual(ElementType type, uint64_t got, uint64_t expected,
                             const CompareOptions &options) {
  if (!options.rtol && !options.atol)
    return false;
  bool isUnsigned = type.isUnsigned();
  int64_t gotValue = type.extendInteger(got);
  int64_t expectedValue = type.extendInteger(expected);
  bool isGreater = isUnsigned ? got > expected : gotValue > expectedValue;
  uint64_t difference = isGreater
                            ? static_cast<uint64_t>(gotValue) - expectedValue
                            : static_cast<uint64_t>(expectedValue) - gotValue;
  double magnitude = isUnsigned ? static_cast<double>(expected)
                                : static_cast<double>(expectedValue);
  return isClose(static_cast<double>(difference), magnitude, options);
}

static bool areEqual(ElementType type, const char *got, const char *expected,
                     const CompareOptions &options) {
  if (type.isString())
    return ElementType::loadString(got) == ElementType::loadString(expected);
  for (unsigned part = 0; part < type.getNumParts(); ++part) {
    uint64_t gotBits = type.loadBits(got, part);
    uint64_t expectedBits = type.loadBits(expected, part);
    if (gotBits == expectedBits)
      continue;
    auto compare = type.isFloatOrComplex() ? areFloatsEqual : areIntegersEqual;
    if (!compare(type, gotBits, expectedBits, options))
      return false;
  }
  return true;
}

std::optional<std::string>
mlir::scatternd::compareBuffers(const HostView &got, const HostView &expected,
                                const CompareOptions &options) {
  if (got.shape != expected.shape)
    return "got shape " + formatCoordinate(got.shape) + ", expected shape " +
           formatCoordinate(expected.shape);

  ElementType type = got.type;
  size_t size = type.getByteSize();
  int64_t length = getRowLength(got);
  int64_t gotStep = getRowStep(got), expectedStep = getRowStep(expected);
  bool isDense =
      gotStep == static_cast<int64_t>(size) && gotStep == expectedStep;

  int64_t differences = 0;
  std::string first;
  forEachRow({&got, &expected}, [&](ArrayRef<int64_t> start,
                                    ArrayRef<char *> elements) {
    if (isDense && std::memcmp(elements[0], elements[1], length * size) == 0)
      return;
    for (int64_t i = 0; i < length; ++i) {
      const char *gotElement = elements[0] + i * gotStep;
      const char *expectedElement = elements[1] + i * expectedStep;
      if (areEqual(type, gotElement, expectedElement, options))
        continue;
      if (differences++ > 0)
        continue;
      SmallVector<int64_t> coordinate(start);
      if (!coordinate.empty())
        coordinate.back() = i;
      std::string gotText = formatElement(type, gotElement);
      std::string expectedText = formatElement(type, expectedElement);
      if (gotText == expectedText) {
        gotText += " (" + formatBits(type, gotElement) + ")";
        expectedText += " (" + formatBits(type, expectedElement) + ")";
      }
      first = "first at " + formatCoordinate(coordinate) + ": got " + gotText +
              ", expected " + expectedText;
    }
  });
  if (differences == 0)
    return std::nullopt;
  int64_t count = got.getNumElements();
  return std::to_string(differences) + " of " + std::to_string(count) +
         (count == 1 ? " element differs, " : " elements differ, ") + first;
}
