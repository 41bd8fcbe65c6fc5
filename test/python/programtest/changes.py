"""Changes that make a program smaller. All of them keep it well-formed; whether
it is still defined is for the interpreter to say."""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from valuetest.elements import ELEMENTS

from .ast import Block, Function, Op, Program, Region, Value, ops_of, walk
from .ops.calls import Call, Return
from .ops.constants import Constant
from .ops.flow import ExecuteRegion, For, If, IndexSwitch, While
from .ops.graphs import Br, Branch
from .ops.memrefs import GetGlobal
from .ops.shapes import TensorCast
from .ops.slices import ANY
from .types import Scalar, Tensor
from .values import Array, View

Candidates = Iterator[Program]
Change = Callable[[Program], Candidates]


def copied(program: Program) -> Program:
    """A copy that shares nothing with the program."""
    return pickle.loads(pickle.dumps(program))


@dataclass
class Place:
    """An op, where it stands, and what it may use."""

    function: Function
    region: Region
    block: Block
    op: Op
    visible: list[Value]


def places(program: Program) -> list[Place]:
    """All ops in the order of the text."""
    found: list[Place] = []
    for function in program.functions:
        _places(function, function.body, [], found)
    return found


def _places(
    function: Function, region: Region, outer: list[Value], found: list[Place]
) -> None:
    entry: list[Value] = []
    for block in region.blocks:
        # The entry block dominates the others.
        visible = [*outer, *entry, *block.arguments]
        for op in block.ops:
            found.append(Place(function, region, block, op, list(visible)))
            for inner in op.regions:
                _places(function, inner, visible, found)
            visible += op.results
        if block is region.entry:
            entry = visible[len(outer) :]


def replace_uses(program: Program, old: Value, new: Value) -> None:
    """Takes `new` wherever `old` was taken."""
    for _, op in ops_of(program):
        op.operands = [new if v is old else v for v in op.operands]


def used_values(program: Program) -> set[Value]:
    return {v for _, op in ops_of(program) for v in op.operands}


def _stand_ins(place: Place, value: Value) -> list[list[Op] | Value]:
    """What may take the place of a value: an operand, an earlier value, ops that
    make a constant."""
    found: list[list[Op] | Value] = []
    for other in (*place.op.operands, *reversed(place.visible)):
        same = other.type == value.type and other.extents == value.extents
        if same and not other.private and other.known == value.known:
            if other not in found:
                found.append(other)
    constant = constant_ops(value)
    return [*found[:2], *([constant] if constant else []), *found[2:4]]


def constant_ops(value: Value) -> list[Op] | None:
    """Ops that make a value of this type from nothing; the last one gives it."""
    if not isinstance(value.type, Scalar | Tensor):
        return None
    kind = ELEMENTS[value.element]
    extents = tuple(1 if n == ANY else n for n in value.extents)
    array = Array(kind, np.zeros(extents, kind.dtype))
    if isinstance(value.type, Scalar):
        if not value.element[0] in "ifb" or value.element.startswith("f8"):
            return None
        if value.known is not None:
            array = Array.index(value.known)
        return [Constant(value.type, array)]
    ops: list[Op] = [Constant(Tensor(value.element, extents), array)]
    if ops[0].result.type != value.type:
        ops.append(TensorCast(ops[0].result, value.type))
    return ops


def _remove(program: Program, place: Place, used: set[Value], choice: int) -> bool:
    """Takes an op out; what used its results uses the stand-in of that number."""
    at = place.block.ops.index(place.op)
    if choice and not any(r in used for r in place.op.results):
        return False
    for result in place.op.results:
        if result not in used:
            continue
        stand_ins = _stand_ins(place, result)
        if choice >= len(stand_ins):
            return False
        new = stand_ins[choice]
        if isinstance(new, list):
            place.block.ops[at:at] = new
            at += len(new)
            new = new[-1].result
        replace_uses(program, result, new)
    del place.block.ops[at]
    return True


def without_functions(program: Program) -> Candidates:
    """Without a function that nothing calls."""
    for i in range(len(program.functions) - 1):
        called = {op.callee for _, op in ops_of(program) if isinstance(op, Call)}
        if program.functions[i].name not in called:
            candidate = copied(program)
            del candidate.functions[i]
            yield sweep(candidate)


def without_ops(program: Program) -> Candidates:
    """Without a run of ops, from long ones to single ones, the last first; before
    that, without all whose results nothing takes."""
    candidate = copied(program)
    if _remove_unused(candidate):
        yield sweep(candidate)
    count = sum(not p.op.terminator for p in places(program))
    size = max(1, count // 2)
    while True:
        for end in range(count, 0, -size):
            for choice in range(4 if size == 1 else 1):
                candidate = _without(program, max(0, end - size), end, choice)
                if candidate:
                    yield candidate
        if size == 1:
            return
        size //= 2


def _remove_unused(program: Program) -> bool:
    found = False
    while True:
        used = used_values(program)
        unused = [
            (block, op)
            for block, op in ops_of(program)
            if op.results and not any(r in used for r in op.results)
        ]
        for block, op in unused:
            if op in block.ops:
                block.ops.remove(op)
        if not unused:
            return found
        found = True


def _without(
    program: Program, begin: int, end: int, choice: int
) -> Program | None:
    candidate = copied(program)
    found = [p for p in places(candidate) if not p.op.terminator][begin:end]
    if len(found) == 1 and isinstance(found[0].op, Constant):
        return None
    done = False
    for place in reversed(found):
        if place.op not in place.block.ops:
            continue
        done |= _remove(candidate, place, used_values(candidate), choice)
    return sweep(candidate) if done else None


def sweep(program: Program) -> Program:
    """Without constants and the like that nothing uses, blocks that nothing goes
    to, and globals."""
    while True:
        used = used_values(program)
        dead = [
            (block, op)
            for block, op in ops_of(program)
            if isinstance(op, Constant | TensorCast) and op.result not in used
        ]
        for block, op in dead:
            block.ops.remove(op)
        if not dead:
            break
    for function in program.functions:
        _remove_unreached(function.body)
    read = {op.global_ for _, op in ops_of(program) if isinstance(op, GetGlobal)}
    program.globals = [g for g in program.globals if g.name in read]
    return program


def _remove_unreached(region: Region) -> None:
    """Without blocks that no branch goes to; each behind those it needs."""
    done: list[Block] = []
    seen: set[Block] = set()

    def visit(block: Block) -> None:
        seen.add(block)
        for inner in (r for op in block.ops for r in op.regions):
            _remove_unreached(inner)
        for successor in block.ops[-1].successors if block.ops else ():
            if successor not in seen:
                visit(successor)
        done.append(block)

    visit(region.entry)
    region.blocks = done[::-1]


def without_regions(program: Program) -> Candidates:
    """With the body of a region in the place of the op that has it."""
    for i, place in enumerate(places(program)):
        for j in range(len(place.op.regions)):
            if not isinstance(place.op, If | For | IndexSwitch | ExecuteRegion | While):
                continue
            candidate = copied(program)
            if _hoist(candidate, places(candidate)[i], j):
                yield sweep(candidate)


def _hoist(program: Program, place: Place, number: int) -> bool:
    op, region = place.op, place.op.regions[number]
    if len(region.blocks) > 1:
        return False
    block = region.entry
    *body, end = block.ops
    before: list[Op] = []
    given: list[Value] = []
    if isinstance(op, For):
        given = [op.operands[0], *op.operands[3:]]
    elif isinstance(op, While):
        before = [o for o in op.regions[0].entry.ops[:-1]] if number else []
        given = op.operands
        if number:
            for argument, value in zip(op.regions[0].entry.arguments, op.operands):
                replace_uses(program, argument, value)
            given = op.regions[0].entry.ops[-1].operands[1:]
    for argument, value in zip(block.arguments, given):
        replace_uses(program, argument, value)
    yields = end.operands[1:] if isinstance(op, While) and not number else end.operands
    if len(yields) != len(op.results):
        return False
    for result, value in zip(op.results, yields):
        if result.type != value.type:
            return False
        replace_uses(program, result, value)
    at = place.block.ops.index(op)
    place.block.ops[at : at + 1] = [*before, *body]
    return True


def without_edges(program: Program) -> Candidates:
    """With one way instead of several, with one block instead of two, and with
    one value less that a branch hands on."""
    for i, place in enumerate(places(program)):
        for j in range(len(place.op.successors)):
            candidate = copied(program)
            there = places(candidate)[i]
            assert isinstance(there.op, Branch)
            if len(there.op.successors) > 1:
                _go_only_to(there, j)
            elif not _join(candidate, there):
                continue
            yield sweep(candidate)
    for i, place in enumerate(places(program)):
        for j, block in enumerate(place.op.successors):
            for k in range(len(block.arguments)):
                candidate = copied(program)
                if _drop_passed(candidate, places(candidate)[i], j, k):
                    yield sweep(candidate)


def _go_only_to(place: Place, number: int) -> None:
    op = place.op
    assert isinstance(op, Branch)
    values = op.passed(number, op.operands)
    place.block.ops[-1] = Br([], [op.successors[number]], [values])


def _predecessors(region: Region, block: Block) -> list[tuple[Branch, int]]:
    found = []
    for other in region.blocks:
        end = other.ops[-1]
        if isinstance(end, Branch):
            found += [(end, i) for i, b in enumerate(end.successors) if b is block]
    return found


def _join(program: Program, place: Place) -> bool:
    """Puts the only block that a branch goes to in its place."""
    region, op = place.region, place.op
    target = op.successors[0]
    if target is region.entry or len(_predecessors(region, target)) > 1:
        return False
    if target is place.block:
        return False
    for argument, value in zip(target.arguments, op.operands):
        replace_uses(program, argument, value)
    place.block.ops[-1:] = target.ops
    region.blocks.remove(target)
    return True


def _drop_passed(program: Program, place: Place, number: int, argument: int) -> bool:
    block = place.op.successors[number]
    edges = _predecessors(place.region, block)
    if edges[0][0] is not place.op:
        # Once for each block is enough.
        return False
    value = block.arguments[argument]
    passed = {op.passed(i, op.operands)[argument] for op, i in edges} - {value}
    if value in used_values(program):
        if len(passed) > 1:
            return False
        replace_uses(program, value, passed.pop())
    for op, i in edges:
        at = op.first + sum(op.counts[:i]) + argument
        op.operands = [v for n, v in enumerate(op.operands) if n != at]
        op.counts[i] -= 1
    del block.arguments[argument]
    return True


def without_results(program: Program) -> Candidates:
    """With one result less of a function or of an op with regions."""
    for i, function in enumerate(program.functions):
        for j in range(len(function.results)):
            if len(function.results) == 1 and function is program.main:
                continue
            candidate = copied(program)
            if _drop_result(candidate, candidate.functions[i], j):
                yield sweep(candidate)
    for i, place in enumerate(places(program)):
        if not isinstance(place.op, If | IndexSwitch | ExecuteRegion | For):
            continue
        for j in range(len(place.op.results)):
            candidate = copied(program)
            if _drop_carried(candidate, places(candidate)[i], j):
                yield sweep(candidate)


def _drop_result(program: Program, function: Function, number: int) -> bool:
    used = used_values(program)
    for _, op in ops_of(program):
        if isinstance(op, Call) and op.callee == function.name:
            if op.results[number] in used:
                return False
            del op.results[number]
    del function.results[number]
    for _, op in walk(function.body):
        if isinstance(op, Return):
            op.operands = [v for i, v in enumerate(op.operands) if i != number]
    return True


def _drop_carried(program: Program, place: Place, number: int) -> bool:
    op, used = place.op, used_values(program)
    if op.results[number] in used:
        return False
    if isinstance(op, For):
        argument = op.regions[0].entry.arguments[1 + number]
        replace_uses(program, argument, op.operands[3 + number])
        del op.regions[0].entry.arguments[1 + number]
        op.operands = [v for i, v in enumerate(op.operands) if i != 3 + number]
    del op.results[number]
    for region in op.regions:
        for block in region.blocks:
            end = block.ops[-1]
            if not end.successors:
                end.operands = [v for i, v in enumerate(end.operands) if i != number]
    return True


def without_arguments(program: Program) -> Candidates:
    """Without an argument; a constant is in its place if it is used."""
    for i, function in enumerate(program.functions):
        for j in reversed(range(len(function.arguments))):
            candidate = copied(program)
            if _drop_argument(candidate, candidate.functions[i], j):
                yield sweep(candidate)


def _drop_argument(program: Program, function: Function, number: int) -> bool:
    argument = function.arguments[number]
    if argument in used_values(program):
        ops = constant_ops(argument)
        if isinstance(argument.type, Tensor) and isinstance(argument.input, Array):
            ops = _as_constant(argument, argument.input)
        if ops is None:
            return False
        function.body.entry.ops[:0] = ops
        replace_uses(program, argument, ops[-1].result)
    del function.arguments[number]
    for _, op in ops_of(program):
        if isinstance(op, Call) and op.callee == function.name:
            op.operands = [v for i, v in enumerate(op.operands) if i != number]
    return True


def _as_constant(argument: Value, array: Array) -> list[Op]:
    ops: list[Op] = [Constant(Tensor(argument.element, argument.extents), array)]
    if ops[0].result.type != argument.type:
        ops.append(TensorCast(ops[0].result, argument.type))
    return ops


def with_simpler_ops(program: Program) -> Candidates:
    """With plainer attributes, inputs and arguments."""
    for i, place in enumerate(places(program)):
        for j, _ in enumerate(place.op.simpler()):
            candidate = copied(program)
            list(places(candidate)[i].op.simpler())[j]()
            yield candidate
    for i, argument in enumerate(program.main.arguments):
        if argument.writable is not None:
            candidate = copied(program)
            candidate.main.arguments[i].writable = None
            yield candidate
        for simple in _plain_inputs(argument.input):
            candidate = copied(program)
            candidate.main.arguments[i].input = simple
            yield candidate


def _plain_inputs(value: object) -> Iterator[Array]:
    if isinstance(value, View) or not isinstance(value, Array):
        return
    if value.element.dtype.kind in "iu" and value.bits.size:
        zeros = np.zeros(value.shape, value.element.dtype)
        if value.bits.any():
            yield Array(value.element, zeros)
        counted = np.arange(value.bits.size).reshape(value.shape)
        counted = counted.astype(value.element.dtype)
        if (counted != value.bits).any() and value.element.name[:2] != "f8":
            yield Array(value.element, counted)


def cost(program: Program) -> int:
    """How large a program is; every change but `with_simpler_ops` lowers it."""
    total = 0
    for _, op in ops_of(program):
        total += 1 if isinstance(op, Constant) else 2 if isinstance(op, TensorCast) else 4
        total += len(op.results) + 4 * len(op.regions)
        total += 3 * len(op.successors) + (len(op.operands) if op.terminator else 0)
    for function in program.functions:
        total += 4 + len(function.arguments) + len(function.results)
    return total


#: In the order in which they are tried.
CHANGES: tuple[Change, ...] = (
    without_functions,
    without_ops,
    without_edges,
    without_regions,
    without_results,
    without_arguments,
    with_simpler_ops,
)

