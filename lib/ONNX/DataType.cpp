//===- DataType.cpp - ONNX's element types --------------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/ONNX/DataType.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::scatternd;

/// The numbers past BFLOAT16 are younger than the ONNX definitions that the
/// project is built with.
static constexpr DataType dataTypes[] = {
    {1, "FLOAT", "f32", 4},
    {2, "UINT8", "ui8", 1},
    {3, "INT8", "i8", 1},
    {4, "UINT16", "ui16", 2},
    {5, "INT16", "i16", 2},
    {6, "INT32", "i32", 4},
    {7, "INT64", "i64", 8},
    {8, "STRING", "!scatternd.string", 16},
    {9, "BOOL", "i1", 1},
    {10, "FLOAT16", "f16", 2},
    {11, "DOUBLE", "f64", 8},
    {12, "UINT32", "ui32", 4},
    {13, "UINT64", "ui64", 8},
    {14, "COMPLEX64", "complex<f32>", 8},
    {15, "COMPLEX128", "complex<f64>", 16},
    {16, "BFLOAT16", "bf16", 2},
    {17, "FLOAT8E4M3FN", "f8E4M3FN", 1},
    {18, "FLOAT8E4M3FNUZ", "f8E4M3FNUZ", 1},
    {19, "FLOAT8E5M2", "f8E5M2", 1},
    {20, "FLOAT8E5M2FNUZ", "f8E5M2FNUZ", 1},
    {24, "FLOAT8E8M0", "f8E8M0FNU", 1},
};

/// Names of the types that are not supported, for messages.
static StringRef getUnsupportedName(int32_t number) {
  switch (number) {
  case 0:
    return "UNDEFINED";
  case 21:
    return "UINT4";
  case 22:
    return "INT4";
  case 23:
    return "FLOAT4E2M1";
  case 25:
    return "UINT2";
  case 26:
    return "INT2";
  case 27:
    return "FLOAT6E2M3";
  case 28:
    return "FLOAT6E3M2";
  default:
    return "";
  }
}

bool DataType::isString() const { return name == "STRING"; }
bool DataType::isBool() const { return name == "BOOL"; }

llvm::Expected<const DataType *> mlir::scatternd::findDataType(int32_t number) {
  const auto *type = llvm::find_if(
      dataTypes, [&](const DataType &type) { return type.number == number; });
  if (type != std::end(dataTypes))
    return type;
  StringRef name = getUnsupportedName(number);
  if (name.empty())
    return llvm::createStringError("data type " + Twine(number) +
                                   " is not known");
  return llvm::createStringError("data type " + name + " (" + Twine(number) +
                                 ") is not supported");
}

const DataType *mlir::scatternd::findDataTypeOf(StringRef mlirName) {
  std::string name = mlirName.str();
  StringRef width = mlirName;
  bool isUnsigned = width.consume_front("ui");
  unsigned bits;
  if (mlirName == "index")
    name = "i64";
  else if ((isUnsigned || width.consume_front("si") ||
            width.consume_front("i")) &&
           !width.getAsInteger(10, bits) && bits > 1)
    name = (isUnsigned ? "ui" : "i") + std::to_string(std::max(bits, 8u));
  const auto *type = llvm::find_if(
      dataTypes, [&](const DataType &type) { return type.mlirName == name; });
  return type == std::end(dataTypes) ? nullptr : type;
}

Type mlir::scatternd::getElementType(const DataType &type,
                                     MLIRContext *context) {
  return parseType(type.mlirName, context);
}
