"""Vectors: from memory and back, masked, and reduced."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from valuetest.elements import ELEMENTS

from ..arithmetic import INTEGERS
from ..ast import Op, Value
from ..types import MemRef, Scalar, Tensor, Vector
from ..values import Array, Undefined, View
from .arith import COMPUTE
from .memrefs import memref
from .scalars import calculate
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

#: What vectors are made of; those of i1 are packed in memory.
ELEMENTS_HERE = ("i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")

Extents = tuple[int, ...]
#: The memory's dimension that each dimension of a vector is, or None where all
#: its elements are the same.
Dims = tuple[int | None, ...]


class Transfer(Op):
    """What vector.transfer_read and vector.transfer_write have in common."""

    def __init__(
        self,
        operands: list[Value],
        results: list[Value],
        rank: int,
        dims: Dims,
        in_bounds: Sequence[bool],
    ):
        super().__init__(operands, results)
        self.rank, self.dims, self.in_bounds = rank, dims, list(in_bounds)

    def _attributes(self) -> str:
        flags = ", ".join(str(b).lower() for b in self.in_bounds)
        parts = [f"in_bounds = [{flags}]"]
        usual = tuple(range(self.rank - len(self.dims), self.rank))
        if self.dims != usual:
            dims = ", ".join(f"d{i}" for i in range(self.rank))
            results = ", ".join("0" if i is None else f"d{i}" for i in self.dims)
            parts.append(f"permutation_map = affine_map<({dims}) -> ({results})>")
        return f" {{{', '.join(parts)}}}"

    def places(
        self, indices: Sequence[Array], shape: Extents, extents: Extents, mask: Array | None
    ) -> list[tuple[Extents, Extents | None]]:
        """Each element of the vector, with where it is in memory if it is there."""
        start = [i.item() for i in indices]
        if any(i < 0 or i >= n for i, n in zip(start, shape)):
            raise Undefined("a transfer that starts out of bounds")
        found = []
        for at in np.ndindex(extents):
            place = list(start)
            for n, i in zip(at, self.dims):
                if i is not None:
                    place[i] += n
            inside = all(p < n for p, n in zip(place, shape))
            if not inside:
                for n, i, promised in zip(at, self.dims, self.in_bounds):
                    if promised and i is not None and place[i] >= shape[i]:
                        raise Undefined("a transfer out of bounds")
            there = inside and (mask is None or bool(mask.exact()[at]))
            found.append((at, tuple(place) if there else None))
        return found


class TransferRead(Transfer):
    """vector.transfer_read: out of bounds and masked elements are the padding."""

    name = "vector.transfer_read"

    def __init__(
        self,
        source: Value,
        indices: list[Value],
        padding: Value,
        mask: list[Value],
        extents: Extents,
        dims: Dims,
        in_bounds: Sequence[bool],
        region: bool = False,
    ):
        result = Value(Vector(source.element, extents), extents)
        operands = [source, *indices, padding, *mask]
        super().__init__(operands, [result], len(indices), dims, in_bounds)
        #: Whether the mask is that of a vector.mask around it.
        self.region = region

    def text(self, p: "Printer") -> str:
        source, indices = self.operands[0], self.operands[1 : 1 + self.rank]
        padding, *mask = self.operands[1 + self.rank :]
        masked = "" if self.region else "".join(f", {p.of(v)}" for v in mask)
        read = (
            f"vector.transfer_read {p.of(source)}[{p.list(indices)}], "
            f"{p.of(padding)}{masked}{self._attributes()} : {source.type.text}, "
            f"{self.result.type.text}"
        )
        if not self.region:
            return read
        return (
            f"vector.mask {p.of(mask[0])} {{ {read} }} : {mask[0].type.text} -> "
            f"{self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, indices = args[0], args[1 : 1 + self.rank]
        padding, *mask = args[1 + self.rank :]
        array = source.read() if isinstance(source, View) else source
        extents = self.result.extents
        bits = np.full(extents, padding.bits, array.element.dtype)
        states = np.full(extents, padding.states)
        places = self.places(indices, array.shape, extents, mask[0] if mask else None)
        for at, place in places:
            if place is not None:
                bits[at], states[at] = array.bits[place], array.states[place]
        return [Array(array.element, bits, states)]


class TransferWrite(Transfer):
    """vector.transfer_write: only what is in bounds and not masked is written."""

    name = "vector.transfer_write"

    def __init__(
        self,
        vector: Value,
        into: Value,
        indices: list[Value],
        mask: list[Value],
        dims: Dims,
        in_bounds: Sequence[bool],
    ):
        results = []
        if isinstance(into.type, Tensor):
            results = [Value(into.type, into.extents)]
        operands = [vector, into, *indices, *mask]
        super().__init__(operands, results, len(indices), dims, in_bounds)

    def text(self, p: "Printer") -> str:
        vector, into = self.operands[:2]
        indices, mask = self.operands[2 : 2 + self.rank], self.operands[2 + self.rank :]
        masked = "".join(f", {p.of(v)}" for v in mask)
        return (
            f"vector.transfer_write {p.of(vector)}, {p.of(into)}[{p.list(indices)}]"
            f"{masked}{self._attributes()} : {vector.type.text}, {into.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        vector, into = args[:2]
        indices, mask = args[2 : 2 + self.rank], args[2 + self.rank :]
        places = self.places(indices, into.shape, vector.shape, mask[0] if mask else None)
        array = into
        for at, place in places:
            if place is None:
                continue
            element = vector.move(lambda x, at=at: x[at])
            if isinstance(into, View):
                into.write(element, place)
            else:
                array = array.put(place, element)
        return [array] if self.results else []


class Mask(Op):
    """vector.create_mask: true below each of the bounds."""

    name = "vector.create_mask"

    def __init__(self, bounds: list[Value], extents: Extents):
        super().__init__(bounds, [Value(Vector("i1", extents), extents)])

    def text(self, p: "Printer") -> str:
        return f"vector.create_mask {p.list(self.operands)} : {self.result.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        grid = np.indices(self.result.extents)
        bounds = [a.item() for a in args]
        holds = np.ones(self.result.extents, bool)
        for places, bound in zip(grid, bounds):
            holds &= places < bound
        return [Array(ELEMENTS["i1"], holds)]


class Broadcast(Op):
    """vector.broadcast of a scalar."""

    name = "vector.broadcast"

    def __init__(self, scalar: Value, extents: Extents):
        super().__init__([scalar], [Value(Vector(scalar.element, extents), extents)])

    def text(self, p: "Printer") -> str:
        scalar = self.operands[0]
        return (
            f"vector.broadcast {p.of(scalar)} : {scalar.type.text} to "
            f"{self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [args[0].move(lambda x: np.broadcast_to(x, self.result.extents))]


class Extract(Op):
    """vector.extract of an element."""

    name = "vector.extract"

    def __init__(self, source: Value, place: Extents):
        super().__init__([source], [Value(Scalar(source.element))])
        self.place = place

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        return (
            f"vector.extract {p.of(source)}{list(self.place)} : {source.element} from "
            f"{source.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [args[0].move(lambda x: x[self.place])]


#: What vector.reduction computes of integers.
REDUCTIONS = {
    "add": "arith.addi",
    "mul": "arith.muli",
    "and": "arith.andi",
    "or": "arith.ori",
    "xor": "arith.xori",
    "maxsi": "arith.maxsi",
    "maxui": "arith.maxui",
    "minsi": "arith.minsi",
    "minui": "arith.minui",
}


class Reduction(Op):
    """vector.reduction of integers, with or without a first value."""

    name = "vector.reduction"

    def __init__(self, kind: str, vector: Value, first: list[Value]):
        super().__init__([vector, *first], [Value(Scalar(vector.element))])
        self.kind = kind

    def text(self, p: "Printer") -> str:
        vector = self.operands[0]
        return (
            f"vector.reduction <{self.kind}>, {p.list(self.operands)} : "
            f"{vector.type.text} into {vector.element}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        vector, *first = args
        parts = [vector.move(lambda x, i=i: x[i]) for i in range(vector.shape[0])]
        total, *rest = [*first, *parts]
        for part in rest:
            total = COMPUTE[REDUCTIONS[self.kind]](total, part)
        return [total]


class Load(Op):
    """vector.load, along the last dimension."""

    name = "vector.load"

    def __init__(self, source: Value, indices: list[Value], extents: Extents):
        result = Value(Vector(source.element, extents), extents)
        super().__init__([source, *indices], [result])

    def text(self, p: "Printer") -> str:
        source, *indices = self.operands
        return (
            f"vector.load {p.of(source)}[{p.list(indices)}] : {source.type.text}, "
            f"{self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *indices = args
        return [source.read(_along(indices, source.shape, self.result.extents[0]))]


class Store(Op):
    """vector.store, along the last dimension."""

    name = "vector.store"

    def __init__(self, vector: Value, into: Value, indices: list[Value]):
        super().__init__([vector, into, *indices], [])

    def text(self, p: "Printer") -> str:
        vector, into, *indices = self.operands
        return (
            f"vector.store {p.of(vector)}, {p.of(into)}[{p.list(indices)}] : "
            f"{into.type.text}, {vector.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        vector, into, *indices = args
        into.write(vector, _along(indices, into.shape, vector.shape[0]))
        return []


def _along(
    indices: Sequence[Array], shape: Extents, count: int
) -> tuple[int | slice, ...]:
    *start, last = (i.item() for i in indices)
    inside = all(0 <= i < n for i, n in zip(start, shape))
    if not inside or last < 0 or last + count > shape[-1]:
        raise Undefined("a vector out of bounds")
    return (*start, slice(last, last + count))


# How they are drawn.


def _extents(d: "Drawer", rank: int) -> Extents:
    return tuple(d.choose([1, 2, 3, 4, 8]) for _ in range(rank))


def _vector(d: "Drawer", element: str, extents: Extents) -> Value:
    type_ = Vector(element, extents)
    there = d.pick(lambda v: v.type == type_)
    if there and d.chance(0.7):
        return there
    if d.chance(0.4):
        return d.constant(type_, d.contents(element, extents))
    return d.result(Broadcast(d.scalar(element), extents))


def _mask(d: "Drawer", extents: Extents) -> Value:
    there = d.pick(lambda v: v.type == Vector("i1", extents))
    if there and d.chance(0.6):
        return there
    return d.result(Mask([d.index_below(5) for _ in extents], extents))


def _memory(d: "Drawer", element: str, written: bool) -> Value | None:
    extents = d.extents()
    if not extents or 0 in extents:
        return None
    if not d.on_tensors or d.chance(d.profile.memrefs * 0.7):
        return memref(d, element, extents, written=written)
    return d.tensor(element, extents)


def _dims(d: "Drawer", rank: int, count: int, repeats: bool) -> Dims:
    if d.chance(0.6):
        return tuple(range(rank - count, rank))
    dims: list[int | None] = list(d.random.sample(range(rank), count))
    if repeats and d.chance(0.3):
        dims[d.number(0, count - 1)] = None
    return tuple(dims)


def _in_bounds(
    d: "Drawer", starts: Sequence[Value], shape: Extents, extents: Extents, dims: Dims
) -> list[bool]:
    """True where it is so, and where it must be: for what is repeated."""
    flags = []
    for n, i in zip(extents, dims):
        if i is None:
            flags.append(True)
            continue
        range_ = starts[i].range
        sure = range_ is not None and range_[1] + n <= shape[i]
        flags.append(sure and d.chance(0.7))
    return flags


def draw_read(d: "Drawer") -> bool:
    element = d.element(ELEMENTS_HERE)
    source = _memory(d, element, written=False)
    if source is None:
        return False
    rank = len(source.extents)
    count = d.number(1, min(2, rank))
    dims, extents = _dims(d, rank, count, repeats=True), _extents(d, count)
    indices = [d.index_below(n) for n in source.extents]
    flags = _in_bounds(d, indices, source.extents, extents, dims)
    usual = dims == tuple(range(rank - count, rank))
    mask = [_mask(d, extents)] if usual and d.chance(0.35) else []
    region = bool(mask) and d.chance(0.4)
    d.add(
        TransferRead(
            source, indices, d.scalar(element), mask, extents, dims, flags, region
        )
    )
    return True


def draw_write(d: "Drawer") -> bool:
    element = d.element(ELEMENTS_HERE)
    into = _memory(d, element, written=True)
    if into is None:
        return False
    rank = len(into.extents)
    count = d.number(1, min(2, rank))
    dims, extents = _dims(d, rank, count, repeats=False), _extents(d, count)
    indices = [d.index_below(n) for n in into.extents]
    flags = _in_bounds(d, indices, into.extents, extents, dims)
    usual = dims == tuple(range(rank - count, rank))
    mask = [_mask(d, extents)] if usual and d.chance(0.35) else []
    vector = _vector(d, element, extents)
    d.add(TransferWrite(vector, into, indices, mask, dims, flags))
    return True


def draw_arithmetic(d: "Drawer") -> bool:
    there = d.pick(lambda v: isinstance(v.type, Vector) and v.element in ELEMENTS_HERE)
    if there is None:
        return False
    calculate(d, there, _vector(d, there.element, there.extents))
    return True


def draw_reduction(d: "Drawer") -> bool:
    there = d.pick(
        lambda v: isinstance(v.type, Vector)
        and len(v.extents) == 1
        and v.element in INTEGERS[1:5]
    )
    vector = there or _vector(d, d.choose(INTEGERS[1:5]), _extents(d, 1))
    first = [d.scalar(vector.element)] if d.chance(0.5) else []
    d.add(Reduction(d.choose(list(REDUCTIONS)), vector, first))
    return True


def draw_extract(d: "Drawer") -> bool:
    source = d.pick(lambda v: isinstance(v.type, Vector))
    if source is None:
        return False
    d.add(Extract(source, tuple(d.number(0, n - 1) for n in source.extents)))
    return True


def draw_load_store(d: "Drawer") -> bool:
    """A vector that lies in a memref, loaded or stored."""
    element = d.element(ELEMENTS_HERE)
    stores = d.chance(0.5)
    there = memref(d, element, d.extents(), written=stores)
    assert isinstance(there.type, MemRef)
    layout = there.type.layout
    if not there.extents or 0 in there.extents or (layout and layout.strides[-1] != 1):
        return False
    count = d.number(1, there.extents[-1])
    indices = [d.index_below(n) for n in there.extents[:-1]]
    indices.append(d.index_below(there.extents[-1] - count + 1))
    if stores:
        d.add(Store(_vector(d, element, (count,)), there, indices))
    else:
        d.add(Load(there, indices, (count,)))
    return True


STATEMENTS = [
    Statement("vector.transfer_read", 0.8, draw_read),
    Statement("vector.transfer_write", 0.8, draw_write),
    Statement("vector arithmetic", 0.6, draw_arithmetic),
    Statement("vector.reduction", 0.4, draw_reduction),
    Statement("vector.extract", 0.4, draw_extract),
    Statement("vector.load and vector.store", 0.4, draw_load_store, frozenset(["memrefs"])),
]
