"""Regions that compute scalars from scalars: those of linalg and the like."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from valuetest.elements import ELEMENTS, Element

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Block, Op, Region, Value
from ..types import Scalar
from ..values import Array
from .scalars import calculate

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer


class Yield(Op):
    """A terminator that hands on its operands."""

    terminator = True
    elementwise = True

    def __init__(self, name: str, values: Sequence[Value] = ()):
        super().__init__(list(values), [])
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    def text(self, p: "Printer") -> str:
        if not self.operands:
            return self.name
        types = ", ".join(v.type.text for v in self.operands)
        return f"{self.name} {p.list(self.operands)} : {types}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return []


def draw_scalar_body(
    d: "Drawer",
    arguments: list[Value],
    elements: Sequence[str],
    end: Yield,
    first: Sequence[Op] = (),
    hidden: Sequence[Value] = (),
) -> Region:
    """A block that computes one scalar of each element type.

    It rather uses its arguments, but for the hidden ones, and the results of the
    ops `first`.
    """
    block = Block(list(arguments))
    with d.inside(block, "statements"):
        for op in first:
            d.add(op)
        inner = [v for v in arguments if v not in hidden]
        inner += [r for op in first for r in op.results]
        for _ in range(d.number(0, 2)):
            numbers = [v for v in inner if v.element in (*INTEGERS, *FLOATS)]
            if not numbers:
                break
            a = d.choose(numbers)
            others = [v for v in inner if v.type == a.type]
            inner.append(calculate(d, a, d.choose(others)))
        end.operands = [_one_of(d, inner, element) for element in elements]
        d.end(end)
    return Region([block])


def _one_of(d: "Drawer", inner: list[Value], element: str) -> Value:
    found = [v for v in inner if v.type == Scalar(element)]
    if found and d.chance(0.9):
        return found[-1] if d.chance(0.6) else d.choose(found)
    return d.scalar(element)


def evaluate(
    m: "Machine", region: Region, extents: tuple[int, ...], *more: Array
) -> list[Array]:
    """What a region gives for every point of a domain.

    It gets the point's indices, and of each array in `more` one element. Where
    all its ops work on whole arrays, it is run once for all points.
    """
    block = region.entry
    if all(op.elementwise for op in block.ops):
        count = len(block.arguments) - len(more)
        grid = np.indices(extents, np.int64)[:count] if count else ()
        indices = [Array(ELEMENTS["index"], g) for g in grid]
        end = m.region(region, [*indices, *more])
        return [v.move(lambda x: np.broadcast_to(x, extents)) for v in end.values]
    outs: list[list[Array]] = [[] for _ in block.ops[-1].operands]
    for at in np.ndindex(extents):
        indices = [Array.index(i) for i in at][: len(block.arguments) - len(more)]
        elements = [a.move(lambda x: x[at]) for a in more]
        end = m.region(region, [*indices, *elements])
        for out, value in zip(outs, end.values):
            out.append(value)
    return [
        joined(ELEMENTS[v.element], out, extents)
        for out, v in zip(outs, block.ops[-1].operands)
    ]


def joined(
    element: Element, scalars: Sequence[Array], extents: tuple[int, ...]
) -> Array:
    """Scalars as one array."""
    bits, states = np.zeros(extents, element.dtype), np.zeros(extents, np.uint8)
    for at, scalar in zip(np.ndindex(extents), scalars, strict=True):
        bits[at], states[at] = scalar.bits, scalar.states
    return Array(element, bits, states)
