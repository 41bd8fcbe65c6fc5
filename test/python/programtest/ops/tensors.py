"""Tensors that are made from nothing or from scalars, and single elements."""

from typing import TYPE_CHECKING, Any

import numpy as np

from valuetest.elements import ELEMENTS

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Op, Region, Value
from ..mixed import draw_mixed, numbers
from ..ranges import Range
from ..types import Scalar, Shape, Tensor
from ..values import UNSET, Array
from .arith import Compute, Convert
from .body import Yield, draw_scalar_body, evaluate
from .single import Extract, FromElements, Insert
from .statement import TENSORS, Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]


def _result(element: str, shape: Shape, extents: Extents) -> Value:
    return Value(Tensor(element, shape), extents)


class Empty(Op):
    """tensor.empty, whose elements nothing may depend on."""

    name = "tensor.empty"

    def __init__(self, element: str, shape: Shape, extents: Extents, sizes: list[Value]):
        super().__init__(sizes, [_result(element, shape, extents)])
        self.shape = shape

    def text(self, p: "Printer") -> str:
        return f"tensor.empty({p.list(self.operands)}) : {self.result.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        extents = numbers(self.shape, (a.item() for a in args))
        kind = ELEMENTS[self.result.element]
        return [Array(kind, np.zeros(extents, kind.dtype), np.full(extents, UNSET))]


class Splat(Op):
    """tensor.splat."""

    name = "tensor.splat"

    def __init__(self, scalar: Value, shape: Shape, extents: Extents, sizes: list[Value]):
        result = _result(scalar.element, shape, extents)
        result.range = scalar.range
        super().__init__([scalar, *sizes], [result])
        self.shape = shape

    def text(self, p: "Printer") -> str:
        scalar, *sizes = self.operands
        hidden = f"[{p.list(sizes)}]" if sizes else ""
        return f"tensor.splat {p.of(scalar)}{hidden} : {self.result.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        scalar, *sizes = args
        extents = numbers(self.shape, (a.item() for a in sizes))
        return [scalar.move(lambda x: np.broadcast_to(x, extents))]


class Generate(Op):
    """tensor.generate: a region gives each element."""

    name = "tensor.generate"

    def __init__(
        self, element: str, shape: Shape, extents: Extents, sizes: list[Value], body: Region
    ):
        super().__init__(sizes, [_result(element, shape, extents)], [body])
        self.shape = shape

    def text(self, p: "Printer") -> str:
        sizes = f" {p.list(self.operands)}" if self.operands else ""
        return f"tensor.generate{sizes} {{"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0], labelled=True)
        p.more(f"}} : {self.result.type.text}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        extents = numbers(self.shape, (a.item() for a in args))
        return evaluate(m, self.regions[0], extents)


# How they are drawn.


def sizes_of(d: "Drawer", extents: Extents) -> tuple[Shape, list[Value]]:
    """A shape that hides some extents, and the operands for those."""
    operands: list[Value] = []
    share = 0.5 if d.chance(d.profile.dynamic) else 0.0
    return draw_mixed(d, extents, operands, share), operands


def make_tensor(
    d: "Drawer", element: str, extents: Extents, range_: Range | None
) -> Value:
    """A tensor where none is to be taken that is there."""
    hows = {"constant": 2.0, "argument": 3.0 if d.open else 0.0}
    number = element in INTEGERS or element in FLOATS
    if number and range_ is None:
        hows |= {"splat": 1, "empty": 0.6, "generate": 0.6, "elements": 0.7}
    if element == "index" and range_ is not None and range_[0] == 0:
        hows |= {"below": 1.0}
    how = d.weighted(hows)
    if how == "argument":
        contents = d.contents(element, extents, range_)
        type_ = Tensor(element, d.shape(extents))
        return d.argument(type_, extents, contents, range_=range_)
    if how == "splat":
        scalar = d.scalar(element)
        shape, sizes = sizes_of(d, extents)
        return d.result(Splat(scalar, shape, extents, sizes))
    if how == "empty":
        return d.filled(element, extents)
    if how == "generate":
        return _generate(d, element, extents)
    count = int(np.prod(extents))
    if how == "elements" and 0 < count <= 6:
        return d.result(FromElements([d.scalar(element) for _ in range(count)], extents))
    if how == "below" and 0 < count <= 4 and range_:
        scalars = [d.index_below(range_[1] + 1) for _ in range(count)]
        return d.result(FromElements(scalars, extents))
    return d.constant(Tensor(element, extents), d.contents(element, extents, range_))


def _generate(d: "Drawer", element: str, extents: Extents) -> Value:
    shape, sizes = sizes_of(d, extents)
    indices = [d.new_index(n) for n in extents]
    body = draw_scalar_body(d, indices, [element], Yield("tensor.yield"))
    return d.result(Generate(element, shape, extents, sizes, body))


def draw_extract(d: "Drawer") -> bool:
    source = d.pick(lambda v: isinstance(v.type, Tensor) and 0 not in v.extents)
    if source is None or source.element not in (*INTEGERS, *FLOATS):
        return False
    d.add(Extract(source, [d.index_below(n) for n in source.extents]))
    return True


def draw_insert(d: "Drawer") -> bool:
    into = d.tensor(d.element([*INTEGERS, *FLOATS]))
    if 0 in into.extents:
        return False
    scalar = d.scalar(into.element)
    d.add(Insert(scalar, into, [d.index_below(n) for n in into.extents]))
    return True


def draw_generate(d: "Drawer") -> bool:
    _generate(d, d.element([*INTEGERS, *FLOATS]), d.extents())
    return True


def draw_index_tensor(d: "Drawer") -> bool:
    """Integers as indices, for later use as such."""
    source = d.pick(lambda v: isinstance(v.type, Tensor) and v.element in ("i32", "i64"))
    if source is None:
        return False
    value = d.result(Convert("arith.index_cast", source, "index"))
    limit = d.number(1, 5)
    bounded = d.result(Compute("arith.remui", value, d.splat_like(value, limit)))
    bounded.range = (0, limit - 1)
    return True


STATEMENTS = [
    Statement("tensor.extract", 0.8, draw_extract, TENSORS),
    Statement("tensor.insert", 1.5, draw_insert, TENSORS),
    Statement("tensor.generate", 0.6, draw_generate, TENSORS),
    Statement("bounded indices", 0.6, draw_index_tensor, TENSORS),
]
