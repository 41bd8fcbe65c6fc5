"""Slices of tensors, and tensors put together."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ast import Op, Region, Value
from ..mixed import Mixed, draw_mixed, numbers, text
from ..types import Shape, Tensor
from ..values import Array, Undefined
from .body import Yield, draw_scalar_body, evaluate
from .statement import TENSORS, Statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]


#: The extent of what has not always the same.
ANY = -1


@dataclass(frozen=True)
class Slice:
    """Offsets, sizes and strides, and the unit dimensions left out behind.

    Operands for what is None stand in the op's list in this order.
    """

    offsets: Mixed
    sizes: Mixed
    strides: Mixed
    dropped: frozenset[int]
    #: The sizes as they are, the dropped ones too.
    extents: Extents

    def text(self, p: "Printer", operands: "Iterator[Value]") -> str:
        parts = (self.offsets, self.sizes, self.strides)
        return "".join(text(p, part, operands) for part in parts)

    @property
    def count(self) -> int:
        """How many operands it has."""
        return sum(n is None for n in (*self.offsets, *self.sizes, *self.strides))

    @property
    def kept(self) -> list[int]:
        return [i for i in range(len(self.sizes)) if i not in self.dropped]

    @property
    def shape(self) -> Shape:
        """What the type of the slice shows."""
        return tuple(self.sizes[i] for i in self.kept)

    @property
    def kept_extents(self) -> Extents:
        return tuple(self.extents[i] for i in self.kept)

    def at(
        self, operands: list[Array], shape: Extents
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Offsets, sizes and strides at run time, which are in bounds."""
        values = iter([a.item() for a in operands])
        offsets = numbers(self.offsets, values)
        sizes = numbers(self.sizes, values)
        strides = numbers(self.strides, values)
        if any(e not in (s, ANY) for s, e in zip(sizes, self.extents)):
            raise Undefined("a slice of other sizes")
        for o, s, t, n in zip(offsets, sizes, strides, shape):
            if o < 0 or t < 1 or (o >= n and s > 0) or o > n or o + (s - 1) * t >= n > 0:
                raise Undefined("a slice out of bounds")
        return offsets, sizes, strides

    def slots(self, operands: list[Array], shape: Extents) -> tuple[slice, ...]:
        """The slice as numpy has it."""
        return tuple(
            slice(o, o + (s - 1) * t + 1 if s else o, t)
            for o, s, t in zip(*self.at(operands, shape))
        )


class ExtractSlice(Op):
    """tensor.extract_slice."""

    name = "tensor.extract_slice"

    def __init__(self, source: Value, slice_: Slice, operands: list[Value]):
        result = Value(Tensor(source.element, slice_.shape), slice_.kept_extents)
        result.range = source.range
        super().__init__([source, *operands], [result])
        self.slice = slice_

    def text(self, p: "Printer") -> str:
        source, *operands = self.operands
        return (
            f"tensor.extract_slice {p.of(source)}{self.slice.text(p, iter(operands))} : "
            f"{source.type.text} to {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *operands = args
        slots = self.slice.slots(operands, source.shape)
        dropped = tuple(self.slice.dropped)
        return [source.move(lambda x: np.squeeze(x[slots], dropped))]


class InsertSlice(Op):
    """tensor.insert_slice."""

    name = "tensor.insert_slice"

    def __init__(self, source: Value, into: Value, slice_: Slice, operands: list[Value]):
        super().__init__([source, into, *operands], [Value(into.type, into.extents)])
        self.slice = slice_

    def text(self, p: "Printer") -> str:
        source, into, *operands = self.operands
        return (
            f"tensor.insert_slice {p.of(source)} into {p.of(into)}"
            f"{self.slice.text(p, iter(operands))} : {source.type.text} into "
            f"{into.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, into, *operands = args
        slots = self.slice.slots(operands, into.shape)
        return [into.put(slots, source.move(lambda x: x.reshape(self.slice.extents)))]


class Pad(Op):
    """tensor.pad: a region gives what stands around the tensor."""

    name = "tensor.pad"

    def __init__(
        self,
        source: Value,
        low: Mixed,
        high: Mixed,
        result: Value,
        operands: list[Value],
        body: Region,
        nofold: bool,
    ):
        super().__init__([source, *operands], [result], [body])
        self.low, self.high, self.nofold = low, high, nofold

    def text(self, p: "Printer") -> str:
        source, *operands = self.operands
        rest = iter(operands)
        low, high = text(p, self.low, rest), text(p, self.high, rest)
        nofold = " nofold" if self.nofold else ""
        return f"tensor.pad {p.of(source)}{nofold} low{low} high{high} {{"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0], labelled=True)
        source = self.operands[0].type.text
        p.more(f"}} : {source} to {self.result.type.text}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *operands = args
        values = iter([a.item() for a in operands])
        low, high = numbers(self.low, values), numbers(self.high, values)
        extents = tuple(a + n + b for a, n, b in zip(low, source.shape, high))
        varies = ANY in self.result.extents
        if not varies and extents != self.result.extents or min((*low, *high), default=0) < 0:
            raise Undefined("padding to other extents")
        padding = evaluate(m, self.regions[0], extents)[0]
        inside = tuple(slice(a, a + n) for a, n in zip(low, source.shape))
        return [padding.put(inside, source)]


class Concat(Op):
    """tensor.concat."""

    name = "tensor.concat"

    def __init__(self, dimension: int, sources: list[Value], result: Value):
        super().__init__(list(sources), [result])
        self.dimension = dimension

    def text(self, p: "Printer") -> str:
        types = ", ".join(v.type.text for v in self.operands)
        return (
            f"tensor.concat dim({self.dimension}) {p.list(self.operands)} : ({types}) "
            f"-> {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        bits = np.concatenate([a.bits for a in args], self.dimension)
        states = np.concatenate([a.states for a in args], self.dimension)
        return [Array(args[0].element, bits, states)]


# How they are drawn.


def draw_slice(d: "Drawer", extents: Extents) -> tuple[Slice, list[Value]] | None:
    """A slice in a tensor of these extents, and its operands."""
    sizes: list[int] = []
    strides: list[int] = []
    for n in extents:
        size = n if d.chance(0.35) else d.number(0 if d.chance(0.05) else min(1, n), n)
        room = (n - 1) // (size - 1) if size > 1 else 3
        strides.append(d.number(1, max(1, min(room, 3))) if d.chance(0.35) else 1)
        sizes.append(size)
    dynamic = d.choose([0.0, 0.0, 0.4, 1.0])
    operands: list[Value] = []
    offsets: list[int | None] = []
    for n, size, stride in zip(extents, sizes, strides):
        places = max(1, n - max(size - 1, 0) * stride)
        # The verifier takes no static offset of an empty dimension.
        if n == 0 or d.chance(dynamic):
            operands.append(d.index_below(places) if n else d.index(0))
            offsets.append(None)
        else:
            offsets.append(0 if d.chance(0.4) else d.number(0, places - 1))
    mixed_sizes = draw_mixed(d, sizes, operands, dynamic * 0.7)
    mixed_strides = draw_mixed(d, strides, operands, dynamic * 0.5)
    dropped = frozenset(
        i for i, n in enumerate(mixed_sizes) if n == 1 and d.chance(0.5)
    )
    slice_ = Slice(tuple(offsets), mixed_sizes, mixed_strides, dropped, tuple(sizes))
    return slice_, operands


def draw_extract_slice(d: "Drawer") -> bool:
    source = d.tensor()
    drawn = draw_slice(d, source.extents)
    if drawn is None:
        return False
    d.add(ExtractSlice(source, *drawn))
    return True


def draw_insert_slice(d: "Drawer") -> bool:
    into = d.tensor()
    drawn = draw_slice(d, into.extents)
    if drawn is None:
        return False
    slice_, operands = drawn
    type_ = Tensor(into.element, slice_.shape)
    source = d.tensor_of_type(type_, slice_.kept_extents)
    d.add(InsertSlice(source, into, slice_, operands))
    return True


def draw_update_in_place(d: "Drawer") -> bool:
    """A slice is taken, changed, and put back where it was."""
    into = d.tensor()
    drawn = draw_slice(d, into.extents)
    if drawn is None:
        return False
    slice_, operands = drawn
    part = d.result(ExtractSlice(into, slice_, operands))
    d.statements(1)
    assert isinstance(part.type, Tensor)
    new = d.pick(lambda v: v.type == part.type and v.extents == part.extents) or part
    d.add(InsertSlice(new, into, slice_, operands))
    return True


def draw_pad(d: "Drawer") -> bool:
    source = d.tensor()
    assert isinstance(source.type, Tensor)
    low = [d.number(0, 2) if d.chance(0.5) else 0 for _ in source.extents]
    high = [d.number(0, 2) if d.chance(0.5) else 0 for _ in source.extents]
    operands: list[Value] = []
    share = d.choose([0.0, 0.5])
    mixed_low = draw_mixed(d, low, operands, share)
    mixed_high = draw_mixed(d, high, operands, share)
    extents = tuple(a + n + b for a, n, b in zip(low, source.extents, high))
    shape = tuple(
        None if None in (a, s, b) and d.chance(0.8) else n
        for a, s, b, n in zip(mixed_low, source.type.shape, mixed_high, extents)
    )
    indices = [d.new_index(n) for n in extents]
    body = draw_scalar_body(d, indices, [source.element], Yield("tensor.yield"))
    result = Value(Tensor(source.element, shape), extents)
    d.add(Pad(source, mixed_low, mixed_high, result, operands, body, d.chance(0.2)))
    return True


def draw_concat(d: "Drawer") -> bool:
    first = d.tensor()
    if not first.extents:
        return False
    dimension = d.number(0, len(first.extents) - 1)

    def fits(v: Value) -> bool:
        ours, other = list(first.extents), list(v.extents)
        if not isinstance(v.type, Tensor) or len(other) != len(ours):
            return False
        other[dimension] = ours[dimension]
        return v.element == first.element and other == ours

    sources = [first] + [d.pick(fits) or first for _ in range(d.number(0, 2))]
    total = sum(v.extents[dimension] for v in sources)
    extents = (*first.extents[:dimension], total, *first.extents[dimension + 1 :])
    type_ = Tensor(first.element, d.shape(extents))
    if len(sources) == 1:
        # Upstream folds it to its operand, whatever the type.
        type_ = Tensor(first.element, first.shape)
    result = Value(type_, extents)
    d.add(Concat(dimension, sources, result))
    return True


STATEMENTS = [
    Statement("tensor.extract_slice", 3, draw_extract_slice, TENSORS),
    Statement("tensor.insert_slice", 3, draw_insert_slice, TENSORS),
    Statement("a slice changed in place", 2, draw_update_in_place, TENSORS),
    Statement("tensor.pad", 1, draw_pad, TENSORS),
    Statement("tensor.concat", 1, draw_concat, TENSORS),
]
