//===- RunTimeChecks.cpp - Checks before writes ---------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocationText.h"
#include "RowForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::scatternd;

//===----------------------------------------------------------------------===//
// Shapes (C6 to C9)
//===----------------------------------------------------------------------===//

namespace {
/// One comparison that the types leave open.
struct ShapeCheck {
  Value differs;
  std::function<void(OpBuilder &, Value location)> report;
  std::string message;
};
} // namespace

static void addExtentCheck(OpBuilder &builder, Location loc,
                           SmallVectorImpl<ShapeCheck> &checks, Value operand,
                           OperandName name, int64_t dim, Value other,
                           OperandName otherName, int64_t otherDim) {
  if (!cast<MemRefType>(operand.getType()).isDynamicDim(dim) &&
      !cast<MemRefType>(other.getType()).isDynamicDim(otherDim))
    return;
  Value extent = getExtent(builder, loc, operand, dim);
  Value expected = getExtent(builder, loc, other, otherDim);
  Value differs = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        extent, expected);
  auto report = [=](OpBuilder &builder, Value location) {
    ReportExtentOp::create(builder, loc, location, name, dim, extent, otherName,
                           otherDim, expected);
  };
  std::string message = llvm::formatv(
      "shape mismatch: {0} dimension {1} is not {2} dimension "
      "{3}",
      stringifyEnum(name), dim, stringifyEnum(otherName), otherDim);
  checks.push_back({differs, report, message});
}

/// The comparisons that remain, in the contract's order.
static SmallVector<ShapeCheck> getShapeChecks(OpBuilder &builder,
                                              const IndexedOp &op) {
  SmallVector<ShapeCheck> checks;
  Location loc = op.loc;
  int64_t tupleRank = op.getTupleRank();

  // C6
  if (op.getType(op.indices).isDynamicDim(tupleRank)) {
    Value extent = getExtent(builder, loc, op.indices, tupleRank);
    Value expected =
        arith::ConstantIndexOp::create(builder, loc, op.components);
    Value differs = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, extent, expected);
    int64_t dataRank = op.getType(op.data).getRank();
    int64_t rank = op.getType(op.slices).getRank();
    auto report = [=, components = op.components,
                   name = op.slicesName](OpBuilder &builder, Value location) {
      ReportComponentsOp::create(builder, loc, location, tupleRank, extent,
                                 dataRank, name, rank, components);
    };
    std::string message = llvm::formatv(
        "shape mismatch: indices dimension {0} is not the {1} components that "
        "data rank {2} and {3} rank {4} leave",
        tupleRank, op.components, dataRank, stringifyEnum(op.slicesName), rank);
    checks.push_back({differs, report, message});
  }

  // C7
  for (int64_t dim = 0; dim < tupleRank; ++dim)
    addExtentCheck(builder, loc, checks, op.slices, op.slicesName, dim,
                   op.indices, OperandName::Indices, dim);

  // C8
  for (int64_t dim = 0; dim < op.sliceRank; ++dim)
    addExtentCheck(builder, loc, checks, op.slices, op.slicesName,
                   tupleRank + dim, op.data, OperandName::Data,
                   op.batchRank + op.components + dim);

  // C9
  for (int64_t dim = 0; dim < op.batchRank; ++dim)
    addExtentCheck(builder, loc, checks, op.data, OperandName::Data, dim,
                   op.indices, OperandName::Indices, dim);
  return checks;
}

/// Reports the first of `checks` that differs.
static void reportFirst(OpBuilder &builder, Location loc,
                        ArrayRef<ShapeCheck> checks, Value location) {
  if (checks.size() == 1)
    return checks.front().report(builder, location);
  auto ifOp = scf::IfOp::create(builder, loc, checks.front().differs,
                                /*withElseRegion=*/true);
  OpBuilder thenBuilder = ifOp.getThenBodyBuilder(builder.getListener());
  checks.front().report(thenBuilder, location);
  OpBuilder elseBuilder = ifOp.getElseBodyBuilder(builder.getListener());
  reportFirst(elseBuilder, loc, checks.drop_front(), location);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static SmallVector<Value> getIndexedExtents(OpBuilder &builder,
                                            const IndexedOp &op) {
  SmallVector<Value> extents;
  for (int64_t component = 0; component < op.components; ++component)
    extents.push_back(
        getExtent(builder, op.loc, op.data, op.batchRank + component));
  return extents;
}

/// An i64 whose sign says that `component` is out of bounds. With w the wrapped
/// component and d the extent: w is negative below the range, and d - 1 - w
/// above it; neither overflows where it counts. ORs of signs vectorize.
static Value outOfBoundsSign(OpBuilder &builder, Location loc,
                             NegativeIndices negativeIndices, Value component,
                             Value extent) {
  Value place = wrapComponent(builder, loc, negativeIndices, component, extent);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
  Value last = builder.createOrFold<arith::SubIOp>(loc, extent, one);
  Value above = arith::SubIOp::create(builder, loc, last, place);
  return arith::OrIOp::create(builder, loc, place, above);
}

/// Whether any component of any tuple is out of bounds, in one pass.
static Value buildBoundsCheck(OpBuilder &builder, const IndexedOp &op,
                              ArrayRef<Value> extents) {
  Location loc = op.loc;
  Value indices = op.indices;
  int64_t rank = op.getTupleRank();
  Type i64 = builder.getI64Type();
  SmallVector<Value> wideExtents;
  for (Value extent : extents)
    wideExtents.push_back(
        builder.createOrFold<arith::IndexCastOp>(loc, i64, extent));

  // A check needs no coordinate, so all tuples can be one loop.
  if (Value folded = foldIfContiguous(builder, loc, indices, 0, rank)) {
    indices = folded;
    rank = 1;
  }
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
  Value signs = buildLoops(
      builder, loc, indices, rank, zero,
      [&](OpBuilder &builder, ValueRange tuple, Value signs) {
        for (auto [component, extent] : llvm::enumerate(wideExtents)) {
          Value value = loadComponent(builder, loc, indices, tuple, component);
          Value sign =
              outOfBoundsSign(builder, loc, op.negativeIndices, value, extent);
          signs = arith::OrIOp::create(builder, loc, signs, sign);
        }
        return signs;
      });
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, signs,
                               zero);
}

/// Finds the first bad component, lowest tuple first, and reports it.
static void buildReportOfFirst(OpBuilder &builder, const IndexedOp &op,
                               ArrayRef<Value> extents, Value location) {
  Location loc = op.loc;
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
  Value none = arith::ConstantIntOp::create(builder, loc, 0, 1);
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  buildLoops(
      builder, loc, op.indices, op.getTupleRank(), none,
      [&](OpBuilder &builder, ValueRange tuple, Value reported) {
        for (auto [component, extent] : llvm::enumerate(extents)) {
          Value value =
              loadComponent(builder, loc, op.indices, tuple, component);
          Value wideExtent = builder.createOrFold<arith::IndexCastOp>(
              loc, builder.getI64Type(), extent);
          Value sign = outOfBoundsSign(builder, loc, op.negativeIndices, value,
                                       wideExtent);
          Value isBad = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::slt, sign, zero);
          Value isOpen = arith::XOrIOp::create(builder, loc, reported, yes);
          Value isFirst = arith::AndIOp::create(builder, loc, isBad, isOpen);
          auto ifOp = scf::IfOp::create(builder, loc, isFirst,
                                        /*withElseRegion=*/false);
          OpBuilder then = ifOp.getThenBodyBuilder(builder.getListener());
          SmallVector<Value> coordinate(tuple);
          coordinate.push_back(
              arith::ConstantIndexOp::create(then, loc, component));
          ReportIndexOp::create(then, loc, location, value, coordinate,
                                op.batchRank + component, extent,
                                op.negativeIndices);
          reported = arith::OrIOp::create(builder, loc, reported, isBad);
        }
        return reported;
      });
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

static void buildAssert(OpBuilder &builder, Location loc, Value bad,
                        const Twine &message) {
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value good = arith::XOrIOp::create(builder, loc, bad, yes);
  cf::AssertOp::create(
      builder, loc, good,
      builder.getStringAttr(getLocationText(loc) + ": " + message));
}

static void buildBoundsChecked(OpBuilder &builder, const IndexedOp &op,
                               ReportKind report, LocationBuilder location,
                               llvm::function_ref<void(OpBuilder &)> body) {
  if (op.outOfBounds != OutOfBounds::Error || op.components == 0)
    return body(builder);
  Location loc = op.loc;
  SmallVector<Value> extents = getIndexedExtents(builder, op);
  Value bad = buildBoundsCheck(builder, op, extents);
  if (report == ReportKind::Assert) {
    buildAssert(builder, loc, bad, "index out of bounds");
    return body(builder);
  }
  auto ifOp = scf::IfOp::create(builder, loc, bad, /*withElseRegion=*/true);
  OpBuilder thenBuilder = ifOp.getThenBodyBuilder(builder.getListener());
  buildReportOfFirst(thenBuilder, op, extents, location(thenBuilder));
  OpBuilder elseBuilder = ifOp.getElseBodyBuilder(builder.getListener());
  body(elseBuilder);
}

void scatternd::buildRunTimeChecks(OpBuilder &builder, const IndexedOp &op,
                                   ReportKind report, LocationBuilder location,
                                   llvm::function_ref<void(OpBuilder &)> body) {
  SmallVector<ShapeCheck> checks;
  if (op.outOfBounds != OutOfBounds::Assume)
    checks = getShapeChecks(builder, op);
  if (report == ReportKind::Assert)
    for (const ShapeCheck &check : checks)
      buildAssert(builder, op.loc, check.differs, check.message);
  if (report == ReportKind::Assert || checks.empty())
    return buildBoundsChecked(builder, op, report, location, body);

  Value any = checks.front().differs;
  for (const ShapeCheck &check : ArrayRef(checks).drop_front())
    any = arith::OrIOp::create(builder, op.loc, any, check.differs);
  auto ifOp = scf::IfOp::create(builder, op.loc, any, /*withElseRegion=*/true);
  OpBuilder thenBuilder = ifOp.getThenBodyBuilder(builder.getListener());
  reportFirst(thenBuilder, op.loc, checks, location(thenBuilder));
  OpBuilder elseBuilder = ifOp.getElseBodyBuilder(builder.getListener());
  buildBoundsChecked(elseBuilder, op, report, location, body);
}
