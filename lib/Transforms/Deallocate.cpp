//===- Deallocate.cpp - Frees what tensors became -------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each allocation has one owner at any time: the block that it is made in, then
// whoever that block hands it to. A block frees what it still owns at its end.
// Where it depends on the way that was taken who owns a buffer, a flag goes
// with it: as a result of scf.if and of a loop, as what a loop carries. A flag
// is there only where it is not known before.
//
// Functions hand on no flags. Whoever calls one owns a result unless it is the
// buffer of an argument or of an earlier result: one rule for callers inside
// and for those in C.
//
//===----------------------------------------------------------------------===//

#include "BufferFlow.h"
#include "FunctionMemory.h"
#include "ScatterND/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir {
namespace scatternd {
#define GEN_PASS_DEF_DEALLOCATEPASS
#include "ScatterND/Transforms/Passes.h.inc"
} // namespace scatternd
} // namespace mlir

using namespace mlir;
using namespace mlir::scatternd;

static bool isMemRef(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

static bool wasTensor(func::FuncOp function, unsigned result) {
  return function.getResultAttr(result, tensorResultAttr) != nullptr;
}

namespace {
/// A condition that may be known before the program runs.
class Flag {
public:
  Flag(bool known) : known(known) {}
  static Flag of(Value value) {
    Flag flag(false);
    flag.value = value;
    return flag;
  }

  bool isNever() const { return !value && !known; }
  bool isAlways() const { return !value && known; }

  Value get(OpBuilder &builder, Location loc) const {
    return value ? value : arith::ConstantIntOp::create(builder, loc, known, 1);
  }

  static Flag bitAnd(OpBuilder &builder, Location loc, Flag a, Flag b) {
    if (!a.value)
      return a.known ? b : a;
    if (!b.value)
      return b.known ? a : b;
    return Flag::of(arith::AndIOp::create(builder, loc, a.value, b.value));
  }
  static Flag bitOr(OpBuilder &builder, Location loc, Flag a, Flag b) {
    if (!a.value)
      return a.known ? a : b;
    if (!b.value)
      return b.known ? b : a;
    return Flag::of(arith::OrIOp::create(builder, loc, a.value, b.value));
  }
  static Flag negate(OpBuilder &builder, Location loc, Flag a) {
    if (!a.value)
      return !a.known;
    Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
    return Flag::of(arith::XOrIOp::create(builder, loc, a.value, yes));
  }

private:
  Value value;
  bool known = false;
};

/// A buffer that a block owns if `isOwned`.
struct Owned {
  Value memref;
  Flag isOwned;
};

/// Adds the deallocations of a function.
class Deallocation {
public:
  explicit Deallocation(BufferFlow &flow) : flow(flow) {}

  LogicalResult run(func::FuncOp function);

private:
  /// Adds to `block`, which owns `owned` at its start, what frees all that it
  /// owns at its end but does not hand on. It hands on operands of its
  /// terminator, from `first` on; returns of each whether the receiver owns it.
  FailureOr<SmallVector<Flag>> processBlock(Block &block,
                                            SmallVector<Owned> owned,
                                            unsigned first = 0,
                                            unsigned count = 0);

  /// Each adds to `owned` what `op` gives the block that it is in. An op with
  /// more results takes the place of one with regions.
  void processCall(func::CallOp op, SmallVectorImpl<Owned> &owned);
  LogicalResult processIf(scf::IfOp op, SmallVectorImpl<Owned> &owned);
  LogicalResult processFor(scf::ForOp op, SmallVectorImpl<Owned> &owned);
  LogicalResult processWhile(scf::WhileOp op, SmallVectorImpl<Owned> &owned);
  LogicalResult processRegions(Operation *op);

  Flag isSame(OpBuilder &builder, Location loc, Value a, Value b, Block *block,
              bool isOwned);
  /// Whether what is carried around `loop` as `memref` may be allocated in it.
  bool mayBeOwned(Value memref, Operation *loop);
  void returnBuffers(func::FuncOp function, ArrayRef<Flag> flags);

  BufferFlow &flow;
};
} // namespace

/// Whether the two are views of one allocation, at run time.
static Value buildSharesAllocation(OpBuilder &builder, Location loc, Value a,
                                   Value b) {
  auto getAddress = [&](Value memref) -> Value {
    // A view that the program begins somewhere else is still of its base.
    Value base = memref::ExtractStridedMetadataOp::create(builder, loc, memref)
                     .getBaseBuffer();
    return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, base);
  };
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               getAddress(a), getAddress(b));
}

/// Whether `a` and `b`, both of which are there at the end of `block`, are
/// views of one allocation. With `isOwned`, it matters only where `block` owns
/// `a`.
Flag Deallocation::isSame(OpBuilder &builder, Location loc, Value a, Value b,
                          Block *block, bool isOwned) {
  if (BufferFlow::getViewed(a) == BufferFlow::getViewed(b))
    return true;
  // What a block owns of what it began with was made in an earlier round.
  if (isOwned && isa<BlockArgument>(a) && !mayBeOwned(b, block->getParentOp()))
    return false;
  BufferFlow::Origins ofA = flow.trace(a, block), ofB = flow.trace(b, block);
  // One origin is one allocation: whatever a loop keeps of earlier rounds has
  // what it started with for an origin, too.
  if (ofA.size() == 1 && ofB.size() == 1 && *ofA.begin() == *ofB.begin())
    return true;
  auto isCarried = [&](Value origin) {
    auto argument = dyn_cast<BlockArgument>(origin);
    return argument && argument.getOwner() == block;
  };
  auto isMadeHere = [&](Value origin) {
    Operation *op = origin.getDefiningOp();
    return op && block->findAncestorOpInBlock(*op);
  };
  auto mayBeOne = [&](Value x, Value y) {
    if (x == y)
      return true;
    if (!isCarried(x) && !isCarried(y))
      return false;
    // What is made here is not what the block began with.
    return !isMadeHere(x) && !isMadeHere(y) && flow.mayShare(x, y);
  };
  bool mayBeSame = llvm::any_of(ofA, [&](Value x) {
    // What the block did not begin with, it owns only if it was made here.
    if (isOwned && !isa<BlockArgument>(a) && !isMadeHere(x))
      return false;
    return llvm::any_of(ofB, [&](Value y) { return mayBeOne(x, y); });
  });
  if (!mayBeSame)
    return false;
  return Flag::of(buildSharesAllocation(builder, loc, BufferFlow::getViewed(a),
                                        BufferFlow::getViewed(b)));
}

static void markManual(memref::AllocOp op) {
  op->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
              UnitAttr::get(op->getContext()));
}

static bool isManaged(memref::AllocOp op) {
  return !op->hasAttr(bufferization::BufferizationDialect::kManualDeallocation);
}

bool Deallocation::mayBeOwned(Value memref, Operation *loop) {
  return llvm::any_of(flow.trace(memref), [&](Value origin) {
    Operation *op = origin.getDefiningOp();
    if (!op || !loop->isProperAncestor(op))
      return false;
    auto alloc = dyn_cast<memref::AllocOp>(op);
    return isa<func::CallOp>(op) || (alloc && isManaged(alloc));
  });
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Flag>>
Deallocation::processBlock(Block &block, SmallVector<Owned> owned,
                           unsigned first, unsigned count) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    LogicalResult result = success();
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      if (isManaged(alloc))
        owned.push_back({alloc.getMemref(), true});
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      processCall(call, owned);
    } else if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      result = processIf(ifOp, owned);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      result = processFor(loop, owned);
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      result = processWhile(loop, owned);
    } else {
      result = processRegions(&op);
    }
    if (failed(result))
      return failure();
  }

  Operation *terminator = block.getTerminator();
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  SmallVector<Flag> receives(count, Flag(false));
  for (Owned &each : owned) {
    // The first one that is handed on as this buffer takes it.
    Flag remains = each.isOwned;
    for (unsigned i = 0; i < count && !remains.isNever(); ++i) {
      Value value = terminator->getOperand(first + i);
      if (!isMemRef(value))
        continue;
      Flag same = isSame(builder, loc, each.memref, value, &block,
                         /*isOwned=*/true);
      receives[i] = Flag::bitOr(builder, loc, receives[i],
                                Flag::bitAnd(builder, loc, remains, same));
      remains =
          Flag::bitAnd(builder, loc, remains, Flag::negate(builder, loc, same));
    }
    if (remains.isNever())
      continue;
    if (remains.isAlways()) {
      memref::DeallocOp::create(builder, loc, each.memref);
      continue;
    }
    scf::IfOp::create(builder, loc, remains.get(builder, loc),
                      [&](OpBuilder &builder, Location loc) {
                        memref::DeallocOp::create(builder, loc, each.memref);
                        scf::YieldOp::create(builder, loc);
                      });
  }
  return receives;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Deallocation::processCall(func::CallOp op, SmallVectorImpl<Owned> &owned) {
  func::FuncOp callee = flow.getCallee(op);
  if (!callee)
    return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    if (!isMemRef(result) || !wasTensor(callee, index))
      continue;
    ReturnedBuffers returned = flow.getReturned(callee, index);
    Flag isOther = false;
    auto compare = [&, result = result](Value other) {
      if (isMemRef(other))
        isOther = Flag::bitOr(builder, op.getLoc(), isOther,
                              Flag::of(buildSharesAllocation(
                                  builder, op.getLoc(), result, other)));
    };
    for (unsigned argument : returned.arguments.set_bits())
      compare(op.getOperand(argument));
    if (returned.earlierResult)
      llvm::for_each(op.getResults().take_front(index), compare);
    owned.push_back({result, Flag::negate(builder, op.getLoc(), isOther)});
  }
}

/// Replaces `op` by one with `numFlags` more results, of type i1.
template <typename OpT>
static OpT addFlagResults(OpT op, unsigned numFlags) {
  OpBuilder builder(op);
  OperationState state(op.getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.types.append(numFlags, builder.getI1Type());
  state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  auto complete = cast<OpT>(builder.create(state));
  op->replaceAllUsesWith(
      complete->getResults().take_front(op->getNumResults()));
  op->erase();
  return complete;
}

/// What an op says that one region or another gives it.
static Flag select(OpBuilder &builder, scf::IfOp op, Flag ofThen, Flag ofElse) {
  if (ofThen.isAlways() && ofElse.isNever())
    return Flag::of(op.getCondition());
  if (ofThen.isNever() && ofElse.isAlways())
    return Flag::negate(builder, op.getLoc(), Flag::of(op.getCondition()));
  return ofThen;
}

LogicalResult Deallocation::processIf(scf::IfOp op,
                                      SmallVectorImpl<Owned> &owned) {
  unsigned numResults = op.getNumResults();
  auto ofThen = processBlock(*op.thenBlock(), {}, 0, numResults);
  if (failed(ofThen))
    return failure();
  if (!op.elseBlock())
    return success();
  auto ofElse = processBlock(*op.elseBlock(), {}, 0, numResults);
  if (failed(ofElse))
    return failure();

  auto isKnown = [](Flag flag) { return flag.isNever() || flag.isAlways(); };
  SmallVector<unsigned> flagged;
  for (unsigned i = 0; i < numResults; ++i)
    if (!isKnown((*ofThen)[i]) || !isKnown((*ofElse)[i]))
      flagged.push_back(i);
  auto addToYield = [&](scf::YieldOp yield, ArrayRef<Flag> flags) {
    OpBuilder builder(yield);
    for (unsigned i : flagged)
      yield.getResultsMutable().append(flags[i].get(builder, yield.getLoc()));
  };
  addToYield(op.thenYield(), *ofThen);
  addToYield(op.elseYield(), *ofElse);
  if (!flagged.empty())
    op = addFlagResults(op, flagged.size());
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (unsigned i = 0, next = numResults; i < numResults; ++i) {
    Flag flag = false;
    if (llvm::is_contained(flagged, i))
      flag = Flag::of(op.getResult(next++));
    else
      flag = select(builder, op, (*ofThen)[i], (*ofElse)[i]);
    if (!flag.isNever())
      owned.push_back({op.getResult(i), flag});
  }
  return success();
}

/// Fails where `receives` has a flag that nothing takes.
static LogicalResult checkTaken(Operation *op, ArrayRef<Flag> receives,
                                ArrayRef<unsigned> flagged) {
  for (auto [index, flag] : llvm::enumerate(receives))
    if (!flag.isNever() && !llvm::is_contained(flagged, index))
      return op->emitOpError("hands on a buffer, as its value ")
             << index << ", whose owner cannot be told";
  return success();
}

LogicalResult Deallocation::processFor(scf::ForOp op,
                                       SmallVectorImpl<Owned> &owned) {
  unsigned numResults = op.getNumResults();
  SmallVector<unsigned> flagged;
  for (auto [index, value] : llvm::enumerate(op.getYieldedValues()))
    if (isMemRef(value) && mayBeOwned(value, op))
      flagged.push_back(index);
  if (!flagged.empty()) {
    // What it starts from stays its owner's.
    IRRewriter rewriter(op);
    Value no = arith::ConstantIntOp::create(rewriter, op.getLoc(), 0, 1);
    auto complete = op.replaceWithAdditionalYields(
        rewriter, SmallVector<Value>(flagged.size(), no),
        /*replaceInitOperandUsesInLoop=*/false,
        [](OpBuilder &, Location, ArrayRef<BlockArgument> flags) {
          return SmallVector<Value>(flags.begin(), flags.end());
        });
    if (failed(complete))
      return op.emitOpError("cannot carry who owns its buffers");
    op = cast<scf::ForOp>(**complete);
  }

  SmallVector<Owned> carried;
  for (auto [number, index] : llvm::enumerate(flagged))
    carried.push_back({op.getRegionIterArg(index),
                       Flag::of(op.getRegionIterArg(numResults + number))});
  auto receives = processBlock(*op.getBody(), carried, 0, numResults);
  if (failed(receives) || failed(checkTaken(op, *receives, flagged)))
    return failure();
  Operation *yield = op.getBody()->getTerminator();
  OpBuilder builder(yield);
  for (auto [number, index] : llvm::enumerate(flagged)) {
    yield->setOperand(numResults + number,
                      (*receives)[index].get(builder, yield->getLoc()));
    owned.push_back(
        {op.getResult(index), Flag::of(op.getResult(numResults + number))});
  }
  return success();
}

LogicalResult Deallocation::processWhile(scf::WhileOp op,
                                         SmallVectorImpl<Owned> &owned) {
  unsigned numCarried = op.getInits().size(), numResults = op.getNumResults();
  SmallVector<unsigned> ofBefore, ofAfter;
  for (auto [index, value] : llvm::enumerate(op.getYieldOp().getResults()))
    if (isMemRef(value) && mayBeOwned(value, op))
      ofBefore.push_back(index);
  for (auto [index, value] : llvm::enumerate(op.getConditionOp().getArgs()))
    if (isMemRef(value) && mayBeOwned(value, op))
      ofAfter.push_back(index);
  if (!ofBefore.empty() || !ofAfter.empty()) {
    OpBuilder builder(op);
    Type i1 = builder.getI1Type();
    Value no = arith::ConstantIntOp::create(builder, op.getLoc(), 0, 1);
    op.getInitsMutable().append(SmallVector<Value>(ofBefore.size(), no));
    for (size_t i = 0; i < ofBefore.size(); ++i)
      op.getBeforeBody()->addArgument(i1, op.getLoc());
    for (size_t i = 0; i < ofAfter.size(); ++i)
      op.getAfterBody()->addArgument(i1, op.getLoc());
    op = addFlagResults(op, ofAfter.size());
  }

  auto getCarried = [](Block &block, ArrayRef<unsigned> flagged,
                       unsigned firstFlag) {
    SmallVector<Owned> carried;
    for (auto [number, index] : llvm::enumerate(flagged))
      carried.push_back({block.getArgument(index),
                         Flag::of(block.getArgument(firstFlag + number))});
    return carried;
  };
  auto handOn = [](MutableOperandRange operands, ArrayRef<Flag> receives,
                   ArrayRef<unsigned> flagged) {
    Operation *terminator = operands.getOwner();
    OpBuilder builder(terminator);
    for (unsigned index : flagged)
      operands.append(receives[index].get(builder, terminator->getLoc()));
  };
  // The condition itself is the first operand there.
  auto forwarded = processBlock(
      *op.getBeforeBody(),
      getCarried(*op.getBeforeBody(), ofBefore, numCarried), 1, numResults);
  if (failed(forwarded) || failed(checkTaken(op, *forwarded, ofAfter)))
    return failure();
  handOn(op.getConditionOp().getArgsMutable(), *forwarded, ofAfter);
  auto yielded = processBlock(
      *op.getAfterBody(), getCarried(*op.getAfterBody(), ofAfter, numResults),
      0, numCarried);
  if (failed(yielded) || failed(checkTaken(op, *yielded, ofBefore)))
    return failure();
  handOn(op.getYieldOp().getResultsMutable(), *yielded, ofBefore);
  for (auto [number, index] : llvm::enumerate(ofAfter))
    owned.push_back(
        {op.getResult(index), Flag::of(op.getResult(numResults + number))});
  return success();
}

LogicalResult Deallocation::processRegions(Operation *op) {
  bool hasBlocks = false;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      if (!region.hasOneBlock() || !block.mightHaveTerminator())
        return op->emitOpError(
            "is not expected beside tensors: its branches are "
            "not structured");
      hasBlocks = true;
      if (failed(processBlock(block, {})))
        return failure();
    }
  if (hasBlocks && llvm::any_of(op->getResults(), isMemRef))
    return op->emitOpError(
        "is not expected beside tensors: it hands on a memref "
        "in a way that is not known");
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Makes what `function` returns for a tensor its own (as `flags` says), an
/// argument's that it may return, or an earlier result's.
void Deallocation::returnBuffers(func::FuncOp function, ArrayRef<Flag> flags) {
  Block &block = function.getBody().front();
  Operation *terminator = block.getTerminator();
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  SmallVector<Value> returned(terminator->getOperands());
  for (auto [index, value] : llvm::enumerate(returned)) {
    if (!isMemRef(value) || !wasTensor(function, index))
      continue;
    // What is returned twice is one buffer, be it a clone.
    if (auto first = llvm::find(ArrayRef(returned).take_front(index), value);
        first != returned.begin() + index) {
      terminator->setOperand(index,
                             terminator->getOperand(first - returned.begin()));
      continue;
    }
    Flag isGiven = flags[index];
    auto compare = [&, value = value](Value other) {
      if (isMemRef(other) && !isGiven.isAlways())
        isGiven = Flag::bitOr(builder, loc, isGiven,
                              isSame(builder, loc, value, other, &block,
                                     /*isOwned=*/false));
    };
    for (BlockArgument argument : function.getArguments())
      if (mayReturn(function, argument.getArgNumber()))
        compare(argument);
    llvm::for_each(terminator->getOperands().take_front(index), compare);
    if (isGiven.isAlways())
      continue;
    auto buildClone = [&, value = value](OpBuilder &builder) -> Value {
      return bufferization::CloneOp::create(builder, loc, value);
    };
    if (isGiven.isNever()) {
      terminator->setOperand(index, buildClone(builder));
      continue;
    }
    auto choice = scf::IfOp::create(
        builder, loc, isGiven.get(builder, loc),
        [&, value = value](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc, value);
        },
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc, buildClone(builder));
        });
    terminator->setOperand(index, choice.getResult(0));
  }
}

LogicalResult Deallocation::run(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("has tensors, but branches that are not "
                                "structured");
  Block &block = function.getBody().front();
  auto flags =
      processBlock(block, {}, 0, block.getTerminator()->getNumOperands());
  if (failed(flags))
    return failure();
  returnBuffers(function, *flags);
  return success();
}

static void removeMarks(func::FuncOp function) {
  function->removeAttr(managedMemoryAttr);
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.removeArgAttr(i, writableAttr);
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    function.removeResultAttr(
        i, StringAttr::get(function.getContext(), tensorResultAttr));
}

/// Marks what an author frees, once more: a pass since `scatternd-mark-memory`
/// may have written an allocation anew, without the mark. Nobody frees tensors
/// yet.
static void markFreedByAuthor(ModuleOp module, BufferFlow &flow) {
  DenseSet<Value> freed;
  bool isComplete = false;
  auto add = [&](Value memref) {
    for (Value origin : flow.trace(memref)) {
      isComplete &= !freed.insert(origin).second;
      if (auto alloc = origin.getDefiningOp<memref::AllocOp>())
        markManual(alloc);
    }
  };
  // Until no argument is found any more that its function frees.
  while (!std::exchange(isComplete, true))
    module.walk([&](Operation *op) {
      if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
        return add(dealloc.getMemref());
      auto call = dyn_cast<func::CallOp>(op);
      func::FuncOp callee = call ? flow.getCallee(call) : nullptr;
      if (!callee || callee.isExternal())
        return;
      for (auto [argument, operand] :
           llvm::zip_equal(callee.getArguments(), call.getOperands()))
        if (isMemRef(operand) && freed.contains(argument))
          add(operand);
    });
}

namespace {
struct Deallocate : public scatternd::impl::DeallocatePassBase<Deallocate> {
  using DeallocatePassBase::DeallocatePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection symbols;
    BufferFlow flow(symbols);
    markFreedByAuthor(module, flow);
    Deallocation deallocation(flow);
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr(managedMemoryAttr) &&
          failed(deallocation.run(function)))
        return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>())
      removeMarks(function);
  }
};
} // namespace
