"""linalg.generic, linalg.map and linalg.reduce: their regions say what is computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Op, Region, Value
from ..types import Scalar
from ..values import UNSET, Array
from .body import Yield, draw_scalar_body
from .linalg import Structured, destination, source, wants_memrefs
from .memrefs import memref
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]
#: Which dimension of the domain each dimension of an operand is.
Map = tuple[int, ...]


class Index(Op):
    """linalg.index: where in the domain the region is."""

    name = "linalg.index"
    elementwise = True

    def __init__(self, dimension: int, extent: int):
        result = Value(Scalar("index"), range=(0, max(extent - 1, 0)))
        super().__init__([], [result])
        self.dimension = dimension

    def text(self, p: "Printer") -> str:
        return f"linalg.index {self.dimension} : index"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [m.point[self.dimension]]


@dataclass(frozen=True)
class Domain:
    """The points that a region is run for, and which extents are reduced."""

    extents: Extents
    reduced: frozenset[int]


class Mapped(Structured):
    """An op that runs its region for each point of a domain, in order."""

    def __init__(
        self,
        ins: Sequence[Value],
        outs: Sequence[Value],
        maps: Sequence[Map],
        domain: Domain,
        body: Region,
    ):
        super().__init__(ins, outs, [body])
        self.maps, self.domain = list(maps), domain

    def compute(self, m: "Machine", ins: list[Array], outs: list[Array]) -> list[Array]:
        body = self.regions[0]
        if not self.domain.reduced and all(op.elementwise for op in body.entry.ops):
            return self._at_once(m, ins, outs)
        # An out that the region does not need counts as not read at all, also
        # where a dimension without extent is reduced, so that nothing is written.
        read = [v in self._needed_by(body) for v in body.entry.arguments[len(ins) :]]
        results = [
            (np.array(a.bits), np.array(a.states) if r else np.full(a.shape, UNSET))
            for a, r in zip(outs, read)
        ]
        for at in np.ndindex(self.domain.extents):
            m.point = [Array.index(i) for i in at]
            places = [tuple(at[i] for i in map_) for map_ in self.maps]
            given = [a.move(lambda x, p=p: x[p]) for a, p in zip(ins, places)]
            for out, (bits, states), p in zip(outs, results, places[len(ins) :]):
                given.append(Array(out.element, bits[p], np.array(states[p])))
            values = m.region(body, given[: len(body.entry.arguments)]).values
            for value, (bits, states), p in zip(
                values, results, places[len(ins) :], strict=True
            ):
                bits[p], states[p] = value.bits, value.states
        return [Array(a.element, *r) for a, r in zip(outs, results)]

    @staticmethod
    def _needed_by(body: Region) -> set[Value]:
        *ops, end = body.entry.ops
        needed = set(end.operands)
        for op in reversed(ops):
            if needed.intersection(op.results):
                needed.update(op.operands)
        return needed

    def _at_once(
        self, m: "Machine", ins: list[Array], outs: list[Array]
    ) -> list[Array]:
        extents = self.domain.extents
        grid = np.indices(extents, np.int64)
        m.point = [Array(Array.index(0).element, g) for g in grid]
        given = [
            a.move(lambda x, map_=map_: _spread(x, map_, extents))
            for a, map_ in zip([*ins, *outs], self.maps)
        ]
        body = self.regions[0]
        values = m.region(body, given[: len(body.entry.arguments)]).values
        return [
            v.move(lambda x, map_=map_: np.broadcast_to(x, extents).transpose(map_))
            for v, map_ in zip(values, self.maps[len(ins) :])
        ]


def _spread(x: np.ndarray, map_: Map, extents: Extents) -> np.ndarray:
    """An operand's elements for each point of the domain."""
    order = sorted(range(len(map_)), key=lambda i: map_[i])
    ordered = x.transpose(order)
    missing = tuple(i for i in range(len(extents)) if i not in map_)
    return np.broadcast_to(np.expand_dims(ordered, missing), extents)


class Generic(Mapped):
    """linalg.generic."""

    name = "linalg.generic"

    def text(self, p: "Printer") -> str:
        rank = len(self.domain.extents)
        dims = ", ".join(f"d{i}" for i in range(rank))
        maps = ", ".join(
            f"affine_map<({dims}) -> ({', '.join(f'd{i}' for i in map_)})>"
            for map_ in self.maps
        )
        kinds = ", ".join(
            f'"{"reduction" if i in self.domain.reduced else "parallel"}"'
            for i in range(rank)
        )
        return (
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
            f"{self.operands_text(p)} {{"
        )

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0], labelled=True)
        p.more(f"}}{self.results_text()}")


class Map_(Mapped):
    """linalg.map."""

    name = "linalg.map"

    def text(self, p: "Printer") -> str:
        arguments = p.name_all(self.regions[0].entry.arguments)
        return f"linalg.map {self.operands_text(p)} ({arguments}) {{"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("}")


class Reduce(Mapped):
    """linalg.reduce."""

    name = "linalg.reduce"

    def text(self, p: "Printer") -> str:
        arguments = p.name_all(self.regions[0].entry.arguments)
        dimensions = sorted(self.domain.reduced)
        return (
            f"linalg.reduce {self.operands_text(p)} dimensions = {dimensions} "
            f"({arguments}) {{"
        )

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("}")


# How they are drawn.


def _numbers(d: "Drawer") -> str:
    return d.element([*INTEGERS, *FLOATS])


def _body(d: "Drawer", op: Sequence[Value], elements: list[str], indices: list[Op]) -> Region:
    arguments = [Value(Scalar(v.element)) for v in op]
    return draw_scalar_body(d, arguments, elements, Yield("linalg.yield"), indices)


def draw_generic(d: "Drawer") -> bool:
    on_memrefs = wants_memrefs(d)
    element, extents = _numbers(d), d.extents()
    reduced = [d.number(0, 3) for _ in range(d.weighted({0: 5, 1: 3, 2: 1}))]
    # The domain's dimensions in any order: those of the outs, and the reduced.
    places = list(range(len(extents) + len(reduced)))
    d.random.shuffle(places)
    sizes = [0] * len(places)
    for n, i in zip([*extents, *reduced], places):
        sizes[i] = n
    if np.prod(sizes, dtype=np.int64) > 128:
        return False
    parallel, others = places[: len(extents)], places[len(extents) :]
    outs: list[Value] = []
    maps: list[Map] = []
    for i in range(d.weighted({1: 5, 2: 1.5})):
        order = list(parallel)
        if i or d.chance(0.3):
            d.random.shuffle(order)
        out_element = element if d.chance(0.8) else _numbers(d)
        shape = tuple(sizes[j] for j in order)
        out = destination(d, out_element, shape, on_memrefs, reads=True)
        if any(out.roots & o.roots for o in outs):
            return False
        outs.append(out)
        maps.append(tuple(order))
    ins: list[Value] = []
    in_maps: list[Map] = []
    for i in range(d.number(1 if others else 0, 2)):
        order = [j for j in places if i == 0 or d.chance(0.7)]
        if i or d.chance(0.5):
            d.random.shuffle(order)
        shape = tuple(sizes[j] for j in order)
        in_element = element if d.chance(0.8) else _numbers(d)
        ins.append(_apart(d, in_element, shape, outs))
        in_maps.append(tuple(order))
    indices: list[Op] = [
        Index(j, sizes[j]) for j in range(len(sizes)) if d.chance(0.25)
    ]
    operands = [*ins, *outs]
    body = _body(d, operands, [o.element for o in outs], indices)
    domain = Domain(tuple(sizes), frozenset(others))
    d.add(Generic(ins, outs, [*in_maps, *maps], domain, body))
    return True


def _apart(d: "Drawer", element: str, extents: Extents, outs: list[Value]) -> Value:
    if outs[0].roots:
        return memref(d, element, extents, apart_from=outs)
    return source(d, element, extents, outs[0])


def draw_map(d: "Drawer") -> bool:
    element, extents = _numbers(d), d.extents()
    into = destination(d, element, extents, wants_memrefs(d), reads=False)
    ins = []
    for _ in range(d.number(0, 2)):
        other = source(d, element if d.chance(0.7) else _numbers(d), extents, into)
        ins.append(d.show(other, into.shape))
    # The out's element is an argument too; where the out is empty it has none.
    arguments = [Value(Scalar(v.element)) for v in [*ins, into]]
    arguments[-1].private = True
    body = draw_scalar_body(
        d, arguments, [element], Yield("linalg.yield"), hidden=arguments[-1:]
    )
    same = tuple(range(len(extents)))
    domain = Domain(extents, frozenset())
    d.add(Map_(ins, [into], [same] * (len(ins) + 1), domain, body))
    return True


def draw_reduce(d: "Drawer") -> bool:
    element, extents = _numbers(d), d.extents()
    if not extents:
        return False
    reduced = [i for i in range(len(extents)) if d.chance(0.5)]
    kept = tuple(i for i in range(len(extents)) if i not in reduced)
    shape = tuple(extents[i] for i in kept)
    on_memrefs = wants_memrefs(d)
    count = d.weighted({1: 4, 2: 1})
    outs = [destination(d, element, shape, on_memrefs, reads=True)]
    for _ in range(count - 1):
        out = destination(d, element, shape, on_memrefs, reads=True)
        if out.roots & outs[0].roots:
            return False
        outs.append(out)
    ins = [_apart(d, element, extents, outs) for _ in outs]
    ins = [d.show(v, ins[0].shape) for v in ins]
    outs = [d.show(v, tuple(ins[0].shape[i] for i in kept)) for v in outs]
    body = _body(d, [*ins, *outs], [element] * count, [])
    same = tuple(range(len(extents)))
    maps = [same] * count + [kept] * count
    d.add(Reduce(ins, outs, maps, Domain(extents, frozenset(reduced)), body))
    return True


STATEMENTS = [
    Statement("linalg.generic", 2, draw_generic),
    Statement("linalg.map", 0.8, draw_map),
    Statement("linalg.reduce", 1, draw_reduce),
]
