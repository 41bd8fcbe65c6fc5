"""Tensors whose extents differ from one round of a loop, or from one branch, to
the other.

Everything else here knows the extents of every value. These are `private`, so
that only the ops of this file take them, until a loop is over whose number of
rounds is known.
"""

from typing import TYPE_CHECKING

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Block, Op, Region, Value
from ..types import Tensor
from .arith import Compute, Select
from .body import Yield, draw_scalar_body
from .dims import Dim
from .flow import For, If
from .indexed import Geometry, Indexed, draw_clauses
from .scalars import compute
from .shapes import TensorCast
from .single import Extract
from .slices import ANY, Concat, ExtractSlice, Pad, Slice
from .statement import TENSORS, Statement

if TYPE_CHECKING:
    from ..drawer import Drawer

def _put(d: "Drawer", op: Op) -> Value:
    """Draws an op whose result varies."""
    value = d.result(op)
    value.private, value.extents, value.range = True, (ANY,), None
    return value


def _open(d: "Drawer", source: Value) -> Value:
    """The tensor with its extent hidden."""
    return _put(d, TensorCast(source, Tensor(source.element, (None,))))


def _changed(d: "Drawer", source: Value, least: int) -> Value:
    """A tensor of the same extent, which is at least `least`."""
    how = d.weighted({"scatter": 3, "same": 2, "compute": 1.5})
    if how == "scatter" and least > 0:
        count = d.number(1, 3)
        geometry = Geometry((least,), (count, 1), (count,), 0)
        clauses = draw_clauses(d, "scatter", source.element, geometry)
        indices = d.tensor(d.choose(["i32", "i64", "index"]), (count, 1), (0, least - 1))
        updates = d.tensor(source.element, (count,))
        return _put(d, Indexed("scatter", source, indices, updates, clauses))
    if how == "compute" and source.element in (*INTEGERS, *FLOATS):
        value = compute(d, source.element, source, source)
        value.private, value.extents = True, (ANY,)
        return value
    return source


def _grown(d: "Drawer", source: Value, by: int) -> Value:
    """The tensor with elements behind it, or before."""
    type_ = Tensor(source.element, (None,))
    if d.chance(0.5):
        more = d.tensor(source.element, (by,))
        parts = [source, more] if d.chance(0.7) else [more, source]
        return _put(d, Concat(0, parts, Value(type_, (ANY,))))
    low, high = (0, by) if d.chance(0.7) else (by, 0)
    body = draw_scalar_body(
        d, [d.new_index(8)], [source.element], Yield("tensor.yield")
    )
    result = Value(type_, (ANY,))
    return _put(d, Pad(source, (low,), (high,), result, [], body, nofold=False))


def _cut(d: "Drawer", source: Value, by: int) -> Value:
    """The tensor without its first or last elements."""
    extent = d.result(Dim(source, d.constant_index(0)))
    extent.known = extent.range = None
    size = d.result(Compute("arith.subi", extent, d.constant_index(by)))
    size.private = True
    offset = by if d.chance(0.5) else 0
    slice_ = Slice((offset,), (None,), (1,), frozenset(), (ANY,))
    return _put(d, ExtractSlice(source, slice_, [size]))


def draw_growing(d: "Drawer") -> bool:
    """A loop that makes a tensor larger, or smaller, in each round."""
    rounds, by = d.number(0, 3), d.number(1, 2)
    grows = d.chance(0.6)
    first = d.number(1, 3) + (0 if grows else rounds * by)
    element = d.choose(d.profile.elements)
    init = _open(d, d.tensor(element, (first,)))
    carried = Value(init.type, (ANY,), private=True)
    block = Block([d.new_index(rounds), carried])
    with d.inside(block):
        d.body(2)
        value = _changed(d, carried, 1)
        value = _grown(d, value, by) if grows else _cut(d, value, by)
        value = _changed(d, value, 1)
        d.end(Yield("scf.yield", [value]))
    bounds = [d.constant_index(0), d.constant_index(rounds), d.constant_index(1)]
    last = first + rounds * (by if grows else -by)
    result = Value(init.type, (last,))
    d.add(For(bounds, [init], Region([block]), [result]))
    return True


def draw_either(d: "Drawer") -> bool:
    """One of two tensors of different extents."""
    element = d.choose(d.profile.elements)
    condition = d.condition()
    if d.chance(0.3):
        first, second = (_any_extent(d, element) for _ in range(2))
        result = _put(d, Select(condition, first, second))
    else:
        regions = [_branch(d, element) for _ in range(2)]
        result = _put(d, If(condition, [Value(Tensor(element, (None,)))], regions))
    value = _changed(d, result, 1)
    extent = d.result(Dim(value, d.constant_index(0)))
    extent.known = extent.range = None
    if element in (*INTEGERS, *FLOATS):
        d.add(Extract(value, [d.constant_index(0)]))
    if d.depth == 0:
        d.varying.append(value)
    return True


def _any_extent(d: "Drawer", element: str) -> Value:
    return _open(d, d.tensor(element, (d.number(1, 4),)))


def _branch(d: "Drawer", element: str) -> Region:
    block = Block()
    with d.inside(block):
        d.body(2)
        value = _changed(d, _any_extent(d, element), 1)
        d.end(Yield("scf.yield", [value]))
    return Region([block])


STATEMENTS = [
    Statement("a loop that changes extents", 0.5, draw_growing, TENSORS),
    Statement("branches of different extents", 0.4, draw_either, TENSORS),
]
