//===- StringToLLVM.cpp - Strings in the LLVM dialect ---------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/IR/ScatterND.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/MC/StringTableBuilder.h"

using namespace mlir;
using namespace mlir::scatternd;

/// `scatternd_string` of the C runtime's header.
static LLVM::LLVMStructType getElementType(MLIRContext *context) {
  return LLVM::LLVMStructType::getLiteral(
      context,
      {LLVM::LLVMPointerType::get(context), IntegerType::get(context, 64)});
}

namespace {
/// Builds the value of a constant's elements, in the global's initializer.
///
/// In LLVM each insertion into a constant copies all of it: for one array of n
/// elements that would be n * n steps. So the elements are the leaves of a tree
/// of arrays of at most `fan` parts, which lie in memory as one array would.
class ElementsBuilder {
public:
  ElementsBuilder(OpBuilder &builder, Location loc, bool isSplat)
      : builder(builder), loc(loc), isSplat(isSplat),
        elementType(getElementType(builder.getContext())) {}

  /// What `count` elements are held as.
  Type getType(size_t count) const;

  /// Elements `first` to `first + count - 1`. `getElement` builds one of them.
  Value build(size_t first, size_t count,
              llvm::function_ref<Value(size_t)> getElement);

  /// The element whose `size` bytes lie `offset` bytes behind `base`.
  Value buildElement(Value base, size_t offset, size_t size);

  /// `whole` with `part` at `position`.
  Value insert(Value part, Value whole, int64_t position) {
    return LLVM::InsertValueOp::create(builder, loc, whole, part, position);
  }

private:
  static constexpr size_t fan = 16;

  /// How many elements each of the parts of `count` elements has: a power of
  /// `fan`, so that there are few types. What is left has a tree of its own.
  static size_t getPartSize(size_t count) {
    size_t size = 1;
    while (size * fan < count)
      size *= fan;
    return size;
  }

  Value getNumber(size_t number);

  OpBuilder &builder;
  Location loc;
  /// Whether all elements are equal: then so are trees of one size.
  bool isSplat;
  Type elementType;
  llvm::DenseMap<size_t, Value> numbers, trees;
};
} // namespace

Type ElementsBuilder::getType(size_t count) const {
  if (count == 1)
    return elementType;
  size_t size = getPartSize(count), rest = count % size;
  Type parts = LLVM::LLVMArrayType::get(getType(size), count / size);
  if (rest == 0)
    return parts;
  return LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                          {parts, getType(rest)});
}

Value ElementsBuilder::build(size_t first, size_t count,
                             llvm::function_ref<Value(size_t)> getElement) {
  if (isSplat)
    if (Value tree = trees.lookup(count))
      return tree;
  Value tree;
  if (count == 1) {
    tree = getElement(first);
  } else {
    size_t size = getPartSize(count), rest = count % size;
    Type type = LLVM::LLVMArrayType::get(getType(size), count / size);
    tree = LLVM::PoisonOp::create(builder, loc, type);
    for (size_t i = 0; i < count / size; ++i)
      tree = insert(build(first + i * size, size, getElement), tree, i);
    if (rest > 0) {
      Value last = build(first + count - rest, rest, getElement);
      Value both = LLVM::PoisonOp::create(builder, loc, getType(count));
      tree = insert(last, insert(tree, both, 0), 1);
    }
  }
  if (isSplat)
    trees[count] = tree;
  return tree;
}

Value ElementsBuilder::getNumber(size_t number) {
  Value &value = numbers[number];
  if (!value)
    value = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                     builder.getI64IntegerAttr(number));
  return value;
}

Value ElementsBuilder::buildElement(Value base, size_t offset, size_t size) {
  Value data =
      LLVM::GEPOp::create(builder, loc, base.getType(), builder.getI8Type(),
                          base, ValueRange(getNumber(offset)));
  Value element = LLVM::PoisonOp::create(builder, loc, elementType);
  return insert(getNumber(size), insert(data, element, 0), 1);
}

namespace {
/// A constant of strings becomes one global, which needs no other symbol: its
/// elements, as `memref.get_global` expects them, and behind them the bytes
/// that they point to.
struct StringGlobalToLLVM : public ConvertOpToLLVMPattern<memref::GlobalOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(memref::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    if (!isa<StringType>(type.getElementType()))
      return rewriter.notifyMatchFailure(op, "its elements are not strings");
    auto elements = dyn_cast_or_null<ElementsAttr>(op.getInitialValueAttr());
    if (!elements)
      return rewriter.notifyMatchFailure(op, "it has no value");
    auto strings = elements.tryGetValues<StringRef>();
    if (!strings)
      return rewriter.notifyMatchFailure(op, "its value cannot be read");
    FailureOr<unsigned> space = getTypeConverter()->getMemRefAddressSpace(type);
    if (failed(space))
      return rewriter.notifyMatchFailure(op,
                                         "its memory space is not a number");
    replace(op, SmallVector<StringRef, 0>(strings->begin(), strings->end()),
            elements.isSplat(), *space, rewriter);
    return success();
  }

private:
  void replace(memref::GlobalOp op, ArrayRef<StringRef> strings, bool isSplat,
               unsigned space, ConversionPatternRewriter &rewriter) const;
};
} // namespace

void StringGlobalToLLVM::replace(memref::GlobalOp op,
                                 ArrayRef<StringRef> strings, bool isSplat,
                                 unsigned space,
                                 ConversionPatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  MLIRContext *context = op.getContext();
  size_t count = strings.size();

  // Equal strings share their bytes.
  llvm::StringTableBuilder table(llvm::StringTableBuilder::RAW);
  for (StringRef string : strings)
    table.add(llvm::CachedHashStringRef(string));
  table.finalizeInOrder();
  std::string bytes(table.getSize(), '\0');
  table.write(reinterpret_cast<uint8_t *>(bytes.data()));

  ElementsBuilder builder(rewriter, loc, isSplat);
  Type bytesType = LLVM::LLVMArrayType::get(rewriter.getI8Type(), bytes.size());
  auto type = LLVM::LLVMStructType::getLiteral(
      context, {builder.getType(count), bytesType});
  LLVM::Linkage linkage =
      op.isPublic() ? LLVM::Linkage::External : LLVM::Linkage::Internal;
  auto global = LLVM::GlobalOp::create(
      rewriter, loc, type, op.getConstant(), linkage, op.getSymName(),
      /*value=*/Attribute(), op.getAlignment().value_or(0), space);

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.createBlock(&global.getInitializerRegion());
  Value base = LLVM::AddressOfOp::create(rewriter, loc, global);
  if (space != 0)
    base = LLVM::AddrSpaceCastOp::create(
        rewriter, loc, LLVM::LLVMPointerType::get(context), base);
  int64_t elementsSize = count * kStringSize;
  Value value = builder.build(0, count, [&](size_t index) {
    StringRef string = strings[index];
    size_t offset = table.getOffset(llvm::CachedHashStringRef(string));
    return builder.buildElement(base, elementsSize + offset, string.size());
  });
  Value whole = LLVM::PoisonOp::create(rewriter, loc, type);
  whole = builder.insert(value, whole, 0);
  Value text = bytes.empty()
                   ? Value(LLVM::ZeroOp::create(rewriter, loc, bytesType))
                   : LLVM::ConstantOp::create(rewriter, loc, bytesType,
                                              rewriter.getStringAttr(bytes));
  whole = builder.insert(text, whole, 1);
  LLVM::ReturnOp::create(rewriter, loc, whole);
  rewriter.eraseOp(op);
}

void scatternd::populateStringToLLVMPatterns(LLVMTypeConverter &converter,
                                             RewritePatternSet &patterns) {
  converter.addConversion(
      [](StringType type) { return getElementType(type.getContext()); });
  // Before upstream's pattern, which takes every global.
  patterns.add<StringGlobalToLLVM>(converter, /*benefit=*/2);
}
