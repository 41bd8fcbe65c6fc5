//===- Entry.cpp - The function that scatternd-run calls ------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "ScatterND/Execution/ArrayFile.h"
#include "ScatterND/Execution/Compare.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <cassert>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

/// MLIR's text for a type.
static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string ValueType::getName(ArrayRef<int64_t> shape) const {
  if (auto memref = dyn_cast<MemRefType>(type))
    return toString(MemRefType::get(shape, memref.getElementType(),
                                    memref.getLayout(),
                                    memref.getMemorySpace()));
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return toString(RankedTensorType::get(shape, tensor.getElementType()));
  return toString(type);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// `what` is "argument N" or "result N", for messages.
static llvm::Expected<ValueType> describe(Type type, const Twine &what) {
  auto refuse = [&](const Twine &reason) {
    return createStringError(what + " has type " + toString(type) + ": " +
                             reason);
  };
  if (isa<UnrankedTensorType, UnrankedMemRefType>(type))
    return refuse("expected a ranked type");
  if (isa<ShapedType>(type) && !isa<RankedTensorType, MemRefType>(type))
    return refuse("expected a tensor, a memref or a scalar");
  if (auto tensor = dyn_cast<RankedTensorType>(type);
      tensor && tensor.getEncoding())
    return refuse("expected a tensor without an encoding");
  if (auto memref = dyn_cast<MemRefType>(type)) {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(memref.getStridesAndOffset(strides, offset)))
      return refuse("expected a strided layout");
  }

  Type elementType = getElementTypeOrSelf(type);
  std::optional<ElementType> element =
      ElementType::parse(toString(elementType));
  if (!element)
    return refuse("element type " + toString(elementType) +
                  " is not supported");
  return ValueType{type, *element};
}

llvm::Expected<Entry> mlir::scatternd::findEntry(ModuleOp module,
                                                 StringRef name) {
  auto isCallable = [](func::FuncOp function) {
    return function.isPublic() && !function.isExternal();
  };
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function || !isCallable(function)) {
    SmallVector<std::string> names;
    for (auto other : module.getOps<func::FuncOp>())
      if (isCallable(other))
        names.push_back(other.getName().str());
    std::string known = llvm::join(names, ", ");
    if (names.empty())
      known = module.getOps<LLVM::LLVMFuncOp>().empty()
                  ? "there is none"
                  : "there is none; the module is already in the LLVM dialect";
    return createStringError(
        "expected --entry to be a public function with a body (" + known +
        "), but got '" + name + "'");
  }

  Entry entry;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto described =
        describe(type, "argument " + Twine(i) + " of '" + name + "'");
    if (!described)
      return described.takeError();
    entry.arguments.push_back(*described);
    auto location = dyn_cast<NameLoc>(function.getArgument(i).getLoc());
    entry.argumentNames.push_back(location ? location.getName().str() : "");
    constexpr StringLiteral layout = "bufferization.buffer_layout";
    if (function.getArgAttr(i, layout))
      return createStringError("argument " + Twine(i) + " of '" + name +
                               "' has the attribute " + layout +
                               ", but tensors are passed as contiguous memory");
    auto writable =
        function.getArgAttrOfType<BoolAttr>(i, "bufferization.writable");
    entry.isWritable.push_back(described->isTensor() && writable &&
                               writable.getValue());
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    auto described =
        describe(type, "result " + Twine(i) + " of '" + name + "'");
    if (!described)
      return described.takeError();
    entry.results.push_back(*described);
  }
  entry.isWritten = findWrittenArguments(function);
  return entry;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// A layout of `type` with extents `shape` in which what is dynamic makes no
/// two elements share a place; nothing where a number overflows.
static bool getLayout(MemRefType type, ArrayRef<int64_t> shape,
                      SmallVectorImpl<int64_t> &strides, int64_t &offset) {
  LogicalResult isStrided = type.getStridesAndOffset(strides, offset);
  assert(succeeded(isStrided) && "checked by describe");
  (void)isStrided;

  // What the static strides span, and how far they go below the offset.
  std::optional<int64_t> span = 1, below = 0;
  for (auto [extent, stride] : llvm::zip_equal(shape, strides)) {
    if (ShapedType::isDynamic(stride) || extent <= 1)
      continue;
    std::optional<int64_t> reach = llvm::checkedMul(extent - 1, stride);
    if (!reach)
      return false;
    if (*reach < 0)
      below = llvm::checkedSub(*below, *reach);
    span = *reach < 0 ? llvm::checkedSub(*span, *reach)
                      : llvm::checkedAdd(*span, *reach);
    if (!span || !below)
      return false;
  }
  if (ShapedType::isDynamic(offset))
    offset = *below;
  for (size_t i = shape.size(); i-- > 0;) {
    if (!ShapedType::isDynamic(strides[i]))
      continue;
    strides[i] = *span;
    span = llvm::checkedMul(*span, std::max<int64_t>(shape[i], 1));
    if (!span)
      return false;
  }
  return true;
}

llvm::Expected<HostBuffer>
mlir::scatternd::loadArgument(const ValueType &type, const ArrayFile &from) {
  StringRef path = from.path;
  llvm::Expected<HostBuffer> file = readArray(from, type.element);
  if (!file)
    return file;
  ArrayRef<int64_t> shape = file->getView().shape;
  if (shape.size() != type.getShape().size())
    return createStringError(
        path + ": expected rank " + Twine(type.getShape().size()) + " (" +
        type.getName() + "), but got rank " + Twine(shape.size()) + " (shape " +
        formatCoordinate(shape) + ")");
  for (auto [i, extent] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(extent) && extent != shape[i])
      return createStringError(
          path + ": expected dimension " + Twine(i) + " to be " +
          Twine(extent) + " (" + type.getName() + "), but got " +
          Twine(shape[i]) + " (shape " + formatCoordinate(shape) + ")");

  auto memref = dyn_cast<MemRefType>(type.type);
  if (!memref || memref.getLayout().isIdentity())
    return file;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!getLayout(memref, shape, strides, offset))
    return createStringError(path + ": shape " + formatCoordinate(shape) +
                             " is too large for " + type.getName());
  auto buffer = HostBuffer::create(type.element, shape, strides, offset);
  if (!buffer)
    return createStringError(path + ": " + llvm::toString(buffer.takeError()) +
                             " (" + type.getName() + ")");
  buffer->copyFrom(file->getView());

  // Strides may give several elements one place. That is fine as long as the
  // file has one value for them.
  CompareOptions sameBits;
  sameBits.nanEqualsNan = false;
  if (auto difference =
          compareBuffers(buffer->getView(), file->getView(), sameBits))
    return createStringError(path + ": elements that share memory in " +
                             type.getName() +
                             " have different values: " + *difference);
  return buffer;
}
