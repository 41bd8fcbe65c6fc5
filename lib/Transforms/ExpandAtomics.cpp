//===- ExpandAtomics.cpp - Atomic updates that LLVM lacks -----------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_EXPANDATOMICSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;

/// The integer that an element of `type` is in memory, or null where there is
/// none that is compared and exchanged at once.
static IntegerType getMemoryType(Type type) {
  unsigned width = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  if (width == 0 || width > 64)
    return {};
  for (unsigned whole : {8, 16, 32, 64})
    if (width <= whole)
      return width == whole || isa<IntegerType>(type)
                 ? IntegerType::get(type.getContext(), whole)
                 : IntegerType();
  return {};
}

/// `value` as it is in memory, or back.
static Value convert(OpBuilder &builder, Location loc, Value value, Type to) {
  Type from = value.getType();
  if (from == to)
    return value;
  if (isa<FloatType>(from) || isa<FloatType>(to))
    return arith::BitcastOp::create(builder, loc, to, value);
  if (from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
    return arith::ExtUIOp::create(builder, loc, to, value);
  return arith::TruncIOp::create(builder, loc, to, value);
}

/// The address of an element, as a number.
static Value buildAddress(OpBuilder &builder, Location loc, Value memref,
                          ValueRange indices, unsigned bytes) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value place = metadata.getOffset();
  auto multiply = [&](Value a, Value b) -> Value {
    return arith::MulIOp::create(builder, loc, a, b);
  };
  for (auto [index, stride] : llvm::zip_equal(indices, metadata.getStrides()))
    place = arith::AddIOp::create(builder, loc, place, multiply(index, stride));
  Value size = arith::ConstantIndexOp::create(builder, loc, bytes);
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  Value address =
      arith::AddIOp::create(builder, loc, base, multiply(place, size));
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                    address);
}

namespace {
/// Writes the loops of a module.
class AtomicLoops {
public:
  explicit AtomicLoops(ModuleOp module) : module(module), symbols(module) {}

  /// Replaces `op`, an atomic update of an element of `memref`, by a loop that
  /// tries until nobody else has written in between. `update` computes the new
  /// element from the old one, which is the result, as of LLVM's instructions.
  LogicalResult expand(Operation *op, Value memref, ValueRange indices,
                       llvm::function_ref<Value(OpBuilder &, Value)> update);

private:
  /// A function that compares what is at an address with its second argument,
  /// and writes the third there where they are equal. It returns what it found,
  /// and whether it wrote. A function, since deallocation refuses LLVM's
  /// instruction, of whose effects it knows nothing.
  func::FuncOp getCompareExchange(IntegerType type);

  ModuleOp module;
  SymbolTable symbols;
  llvm::DenseMap<Type, func::FuncOp> functions;
};
} // namespace

func::FuncOp AtomicLoops::getCompareExchange(IntegerType type) {
  func::FuncOp &function = functions[type];
  if (function)
    return function;
  Location loc = module.getLoc();
  OpBuilder builder(module.getContext());
  Type i64 = builder.getI64Type();
  function = func::FuncOp::create(
      loc,
      llvm::formatv("scatternd_compare_exchange_{0}", type.getWidth()).str(),
      builder.getFunctionType({i64, type, type}, {type, builder.getI1Type()}));
  function.setPrivate();
  symbols.insert(function, module.getBody()->begin());

  builder.setInsertionPointToEnd(function.addEntryBlock());
  Value address = LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      Value(function.getArgument(0)));
  auto exchange = LLVM::AtomicCmpXchgOp::create(
      builder, loc, address, function.getArgument(1), function.getArgument(2),
      LLVM::AtomicOrdering::acq_rel, LLVM::AtomicOrdering::monotonic);
  Value found = LLVM::ExtractValueOp::create(builder, loc, exchange, 0);
  Value isDone = LLVM::ExtractValueOp::create(builder, loc, exchange, 1);
  func::ReturnOp::create(builder, loc, ValueRange{found, isDone});
  return function;
}

LogicalResult
AtomicLoops::expand(Operation *op, Value memref, ValueRange indices,
                    llvm::function_ref<Value(OpBuilder &, Value)> update) {
  Location loc = op->getLoc();
  auto type = cast<MemRefType>(memref.getType());
  Type element = type.getElementType();
  IntegerType inMemory = getMemoryType(element);
  if (!inMemory || !type.isStrided() || type.getMemorySpaceAsInt() != 0)
    return op->emitOpError("is atomic on ")
           << type << ", which the lowering does not take";

  OpBuilder builder(op);
  func::FuncOp compareExchange = getCompareExchange(inMemory);
  Value address =
      buildAddress(builder, loc, memref, indices, inMemory.getWidth() / 8);
  // Where somebody writes after this, the loop goes round once more.
  Value first =
      convert(builder, loc,
              memref::LoadOp::create(builder, loc, memref, indices), inMemory);
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange(inMemory), ValueRange(first),
      [&](OpBuilder &builder, Location loc, ValueRange carried) {
        Value old = convert(builder, loc, carried[0], element);
        Value updated = convert(builder, loc, update(builder, old), inMemory);
        auto exchange =
            func::CallOp::create(builder, loc, compareExchange,
                                 ValueRange{address, carried[0], updated});
        Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
        Value isOpen =
            arith::XOrIOp::create(builder, loc, exchange.getResult(1), yes);
        scf::ConditionOp::create(builder, loc, isOpen, exchange.getResult(0));
      },
      [&](OpBuilder &builder, Location loc, ValueRange carried) {
        scf::YieldOp::create(builder, loc, carried);
      });
  op->replaceAllUsesWith(
      ValueRange(convert(builder, loc, loop.getResult(0), element)));
  op->erase();
  return success();
}

/// Whether upstream's conversion makes an instruction of it that LLVM has, with
/// the right bits.
static bool isInstruction(memref::AtomicRMWOp op) {
  if (op.getKind() == arith::AtomicRMWKind::mulf ||
      op.getKind() == arith::AtomicRMWKind::muli)
    return false;
  Type type = op.getMemRefType().getElementType();
  return type.isF16() || type.isF32() || type.isF64() || type.isInteger(8) ||
         type.isInteger(16) || type.isInteger(32) || type.isInteger(64);
}

static LogicalResult expand(memref::AtomicRMWOp op, AtomicLoops &loops) {
  return loops.expand(op, op.getMemref(), op.getIndices(),
                      [&](OpBuilder &builder, Value old) -> Value {
                        if (op.getKind() == arith::AtomicRMWKind::assign)
                          return op.getValue();
                        return arith::getReductionOp(op.getKind(), builder,
                                                     op.getLoc(), old,
                                                     op.getValue());
                      });
}

static LogicalResult expand(memref::GenericAtomicRMWOp op, AtomicLoops &loops) {
  return loops.expand(op, op.getMemref(), op.getIndices(),
                      [&](OpBuilder &builder, Value old) -> Value {
                        IRMapping mapping;
                        Block &body = op.getRegion().front();
                        mapping.map(body.getArgument(0), old);
                        for (Operation &each : body.without_terminator())
                          builder.clone(each, mapping);
                        return mapping.lookupOrDefault(
                            body.getTerminator()->getOperand(0));
                      });
}

namespace {
struct ExpandAtomics
    : public scatternd::impl::ExpandAtomicsPassBase<ExpandAtomics> {
  using ExpandAtomicsPassBase::ExpandAtomicsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    AtomicLoops loops(module);
    auto expandOp = [&](Operation *op) -> WalkResult {
      if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op))
        return isInstruction(atomic) ? success() : expand(atomic, loops);
      if (auto atomic = dyn_cast<memref::GenericAtomicRMWOp>(op))
        return expand(atomic, loops);
      return WalkResult::advance();
    };
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (function.walk(expandOp).wasInterrupted())
        return signalPassFailure();
  }
};
} // namespace
