"""Functions that call themselves, or each other."""

from collections.abc import Callable

from .ast import Argument, Block, Function, Region, Value
from .drawer import Drawer
from .ops.arith import CompareIntegers, Compute
from .ops.calls import Return, add_call
from .ops.flow import If, copy_of, end_region
from .types import Scalar

#: How deep calls go at most.
DEEPEST_CALL = 3


def draw_recursive(drawers: list[Drawer]) -> None:
    """Fills one function, or several that call the next one in turn.

    All have one signature: how often to go on, and tensors; they return tensors.
    """
    first = drawers[0]
    inputs = [first.tensor_prototype() for _ in range(first.number(1, 2))]
    outputs = [first.choose(inputs) for _ in range(first.number(1, 2))]
    for d in drawers:
        d.open = False
        count = Argument(Scalar("index"), range=(0, DEEPEST_CALL))
        d.function.arguments.append(count)
        for like in inputs:
            d.function.arguments.append(Argument(like.type, like.extents))
        d.function.results = [Value(v.type, v.extents) for v in outputs]
    for i, d in enumerate(drawers):
        _draw_body(d, drawers[(i + 1) % len(drawers)].function)
    for d in drawers:
        d.program.functions.append(d.function)


def _draw_body(d: Drawer, next_: Function) -> None:
    d.left = 12
    count = d.function.arguments[0]
    d.statements(d.number(0, 2))
    goes_on = d.result(CompareIntegers("sgt", count, d.constant_index(0)))
    results = [copy_of(v) for v in d.function.results]
    again = _branch(d, results, lambda: _call(d, next_, count))
    ends = _branch(d, results, lambda: None)
    d.add(If(goes_on, results, [again, ends]))
    # Rather what the branches gave, but anything of the type will do.
    returned = [
        v if d.chance(0.8) else d.value_of_type(v.type, v.extents) or v for v in results
    ]
    d.end(Return(returned))


def _branch(d: Drawer, results: list[Value], first: Callable[[], None]) -> Region:
    block = Block()
    with d.inside(block):
        first()
        d.body(2)
        end_region(d, results)
    return Region([block])


def _call(d: Drawer, callee: Function, count: Value) -> None:
    less = d.result(Compute("arith.subi", count, d.constant_index(1)))
    add_call(d, callee, less)

