//===- LowerToLoops.cpp - Lowers scatter and gather to loops --------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocationText.h"
#include "RowForm.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_LOWERTOLOOPSPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

llvm::cl::ValuesClass scatternd::getReportKindValues() {
  return llvm::cl::values(
      clEnumValN(ReportKind::Call, "call",
                 "a call of the C runtime with all the facts"),
      clEnumValN(ReportKind::Assert, "assert",
                 "cf.assert, which needs no library"));
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

namespace {
/// A tuple's components as indices of data; `inBounds` is null where they are
/// known to be in bounds.
struct Place {
  SmallVector<Value> components;
  Value inBounds;
};
} // namespace

static Place buildPlace(OpBuilder &builder, const RowForm &form,
                        const IndexedOp &op, ArrayRef<Value> extents,
                        ValueRange tuple) {
  Location loc = form.loc;
  Place place;
  for (auto [component, extent] : llvm::enumerate(extents)) {
    Value value = loadComponent(builder, loc, form.indices, tuple, component);
    value = wrapComponent(builder, loc, op.negativeIndices, value, extent);
    if (op.outOfBounds == OutOfBounds::Clamp) {
      Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
      Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
      Value last = builder.createOrFold<arith::SubIOp>(loc, extent, one);
      value = arith::MaxSIOp::create(builder, loc, value, zero);
      value = arith::MinSIOp::create(builder, loc, value, last);
    }
    if (op.outOfBounds == OutOfBounds::Drop) {
      Value good = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, value, extent);
      place.inBounds =
          place.inBounds
              ? arith::AndIOp::create(builder, loc, place.inBounds, good)
              : good;
    }
    place.components.push_back(arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), value));
  }
  return place;
}

static void buildTupleStep(OpBuilder &builder, const RowForm &form,
                           const IndexedOp &op, ArrayRef<Value> extents,
                           ValueRange tuple) {
  Place place = buildPlace(builder, form, op, extents, tuple);
  SmallVector<Value> dataPrefix(tuple.take_front(form.batchRank));
  llvm::append_range(dataPrefix, place.components);

  OpBuilder::InsertionGuard guard(builder);
  if (place.inBounds) {
    auto ifOp = scf::IfOp::create(builder, form.loc, place.inBounds,
                                  /*withElseRegion=*/false);
    builder.setInsertionPointToStart(ifOp.thenBlock());
  }
  if (op.isGather)
    buildSliceStep(builder, form.loc, form.slices, tuple, form.data, dataPrefix,
                   Reduction::None, form.storage);
  else
    buildSliceStep(builder, form.loc, form.data, dataPrefix, form.slices, tuple,
                   op.reduction, form.storage);
}

/// Unrolling a loop over random places costs registers and gains nothing.
static void disableUnrolling(Operation *loop) {
  MLIRContext *context = loop->getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/BoolAttr::get(context, true), {}, {}, {}, {}, {},
      {});
  loop->setAttr("loop_annotation", LLVM::LoopAnnotationAttr::get(
                                       context, {}, {}, {}, unroll, {}, {}, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}));
}

/// The loops over tuples. All checks are behind.
static void buildTuples(OpBuilder &builder, const IndexedOp &op,
                        const ElementStorage &storage) {
  RowForm form(builder, op, storage);
  Location loc = form.loc;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> extents;
  Value allTaken;
  for (int64_t i = 0; i < form.components; ++i) {
    int64_t dim = form.batchRank + i;
    Value extent = getExtent(builder, loc, form.data, dim);
    extents.push_back(builder.createOrFold<arith::IndexCastOp>(
        loc, builder.getI64Type(), extent));
    // Nothing can be clamped into an extent of 0: all tuples are dropped.
    int64_t size = cast<MemRefType>(form.data.getType()).getDimSize(dim);
    if (op.outOfBounds != OutOfBounds::Clamp ||
        (size != 0 && !ShapedType::isDynamic(size)))
      continue;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value hasPlace = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, extent, zero);
    allTaken = allTaken
                   ? arith::AndIOp::create(builder, loc, allTaken, hasPlace)
                   : hasPlace;
  }
  if (allTaken) {
    auto ifOp = scf::IfOp::create(builder, loc, allTaken,
                                  /*withElseRegion=*/false);
    builder.setInsertionPointToStart(ifOp.thenBlock());
  }
  buildLoops(builder, loc, form.indices, form.tupleRank,
             [&](OpBuilder &builder, ValueRange tuple) {
               buildTupleStep(builder, form, op, extents, tuple);
               if (!tuple.empty())
                 disableUnrolling(builder.getBlock()->getParentOp());
             });
}

std::optional<std::string> scatternd::whyNotLowered(Operation *op,
                                                    Reduction reduction) {
  std::string reason;
  llvm::raw_string_ostream os(reason);
  for (Type type : op->getOperandTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref)
      os << "is on tensors, and must be bufferized before it is lowered";
    else if (!memref.isStrided())
      os << "has an operand whose layout is not strided, '" << type << "'";
    else
      continue;
    return reason;
  }
  Type element = cast<MemRefType>(op->getOperand(0).getType()).getElementType();
  if (succeeded(getElementStorage(element, reduction)))
    return std::nullopt;
  os << "has element type '" << element
     << "', which the lowering does not take";
  if (succeeded(getElementStorage(element, Reduction::None)))
    os << " under reduction " << stringifyEnum(reduction);
  return reason;
}

void scatternd::lowerToLoops(OpBuilder &builder, const IndexedOp &op,
                             ReportKind report, LocationBuilder location) {
  Type element = op.getType(op.data).getElementType();
  ElementStorage storage = *getElementStorage(element, op.reduction);
  buildRunTimeChecks(builder, op, report, location, [&](OpBuilder &builder) {
    buildTuples(builder, op, storage);
  });
}

static Value buildLocation(OpBuilder &builder, Location loc) {
  return LocationOp::create(builder, loc, getLocationText(loc));
}

static Reduction getReduction(ScatterOp op) { return op.getReduction(); }
static Reduction getReduction(GatherOp) { return Reduction::None; }

namespace {
template <typename OpT>
struct LowerToLoopsPattern : public OpRewritePattern<OpT> {
  LowerToLoopsPattern(MLIRContext *context, ReportKind report)
      : OpRewritePattern<OpT>(context), report(report) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (std::optional<std::string> reason = whyNotLowered(op, getReduction(op)))
      return rewriter.notifyMatchFailure(op, *reason);
    lowerToLoops(rewriter, IndexedOp(op), report, [&](OpBuilder &builder) {
      return buildLocation(builder, op.getLoc());
    });
    rewriter.eraseOp(op);
    return success();
  }

  ReportKind report;
};
} // namespace

void scatternd::populateLowerToLoopsPatterns(RewritePatternSet &patterns,
                                             ReportKind report) {
  patterns.add<LowerToLoopsPattern<ScatterOp>, LowerToLoopsPattern<GatherOp>>(
      patterns.getContext(), report);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerToLoops
    : public scatternd::impl::LowerToLoopsPassBase<LowerToLoops> {
  using LowerToLoopsPassBase::LowerToLoopsPassBase;

  void runOnOperation() override;

private:
  template <typename OpT>
  LogicalResult lower(OpT op, LocationBuilder location);
  template <typename OpT>
  LogicalResult lowerShared(ArrayRef<Operation *> ops, SymbolTable &symbols);
};

/// What ops must have in common to share a function.
struct Shape {
  explicit Shape(Operation *op)
      : name(op->getName()), clauses(op->getPropertiesAsAttribute()),
        types(FunctionType::get(op->getContext(), op->getOperandTypes(), {})) {}
  std::tuple<void *, Attribute, Type> key() const {
    return {name.getAsOpaquePointer(), clauses, types};
  }

  OperationName name;
  Attribute clauses;
  Type types;
};
} // namespace

template <typename OpT>
LogicalResult LowerToLoops::lower(OpT op, LocationBuilder location) {
  if (std::optional<std::string> reason = whyNotLowered(op, getReduction(op)))
    return op.emitOpError(*reason);
  OpBuilder builder(op);
  lowerToLoops(builder, IndexedOp(op), report, location);
  op.erase();
  return success();
}

/// Replaces `ops`, which are equal but for their operands and locations, by
/// calls of one private function.
template <typename OpT>
LogicalResult LowerToLoops::lowerShared(ArrayRef<Operation *> ops,
                                        SymbolTable &symbols) {
  Operation *first = ops.front();
  OpBuilder builder(first->getContext());
  SmallVector<Type> types(first->getOperandTypes());
  types.push_back(LocationType::get(builder.getContext()));
  auto function = func::FuncOp::create(
      first->getLoc(),
      llvm::formatv("scatternd_{0}", first->getName().stripDialect()).str(),
      builder.getFunctionType(types, {}));
  function.setPrivate();
  // Inlined again, every copy would be compiled by itself. func.func's own
  // `no_inline` is lost in the conversion to LLVM.
  function.setNoInline(true);
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  // At the front: upstream looks for a call's function from there.
  symbols.insert(function, symbols.getOp()->getRegion(0).front().begin());

  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  ValueRange arguments = entry->getArguments();
  Operation *body = builder.clone(*first);
  body->setOperands(arguments.drop_back());
  func::ReturnOp::create(builder, first->getLoc());
  if (failed(lower(cast<OpT>(body),
                   [&](OpBuilder &) { return arguments.back(); })))
    return failure();

  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    SmallVector<Value> operands(op->getOperands());
    operands.push_back(buildLocation(builder, op->getLoc()));
    func::CallOp::create(builder, op->getLoc(), function, operands);
    op->erase();
  }
  return success();
}

/// Whether `op` runs where a function of `module` does, on the same machine:
/// what is in between must be control flow, and no launch of anything.
static bool isInFunctionOf(Operation *op, ModuleOp module) {
  Operation *parent = op->getParentOp();
  while (parent && isa_and_nonnull<affine::AffineDialect, scf::SCFDialect>(
                       parent->getDialect()))
    parent = parent->getParentOp();
  return isa_and_nonnull<func::FuncOp>(parent) &&
         parent->getParentOp() == module;
}

void LowerToLoops::runOnOperation() {
  ModuleOp module = getOperation();
  llvm::MapVector<std::tuple<void *, Attribute, Type>, SmallVector<Operation *>>
      groups;
  SmallVector<Operation *> single;
  module.walk([&](Operation *op) {
    if (!isa<ScatterOp, GatherOp>(op))
      return;
    // Only a function of this very module can call what is added to it. An
    // assertion's message could not name the place from a shared function.
    if (share && report == ReportKind::Call && isInFunctionOf(op, module))
      groups[Shape(op).key()].push_back(op);
    else
      single.push_back(op);
  });

  SymbolTable symbols(module);
  auto lowerOne = [&](Operation *op) {
    auto location = [loc = op->getLoc()](OpBuilder &builder) -> Value {
      return buildLocation(builder, loc);
    };
    if (auto scatter = dyn_cast<ScatterOp>(op))
      return lower(scatter, location);
    return lower(cast<GatherOp>(op), location);
  };
  for (auto &[key, ops] : groups) {
    if (ops.size() == 1) {
      single.push_back(ops.front());
      continue;
    }
    LogicalResult lowered = isa<ScatterOp>(ops.front())
                                ? lowerShared<ScatterOp>(ops, symbols)
                                : lowerShared<GatherOp>(ops, symbols);
    if (failed(lowered))
      return signalPassFailure();
  }
  for (Operation *op : single)
    if (failed(lowerOne(op)))
      return signalPassFailure();
}
