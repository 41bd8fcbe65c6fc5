"""The affine dialect, on memrefs and on tensors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Op, Region, Value
from ..types import MemRef, Scalar
from ..values import Array
from .flow import any_of_type, copy_of, draw_branch, draw_carried, draw_results, types_text
from .memrefs import MEMREFS, memref
from .single import place
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

#: Operands are below this, so that no expression here overflows.
LARGEST = 1 << 16


@dataclass(frozen=True)
class Expression:
    """A dimension, a symbol, a number, or two expressions with a word between;
    the second one of a product or a division is a number above 0."""

    word: str
    number: int = 0
    parts: tuple["Expression", ...] = ()

    @property
    def text(self) -> str:
        if self.word in ("d", "s"):
            return f"{self.word}{self.number}"
        if self.word == "number":
            return str(self.number)
        a, b = self.parts
        return f"({a.text} {self.word} {b.text})"

    def value(self, dims: Sequence[int], symbols: Sequence[int]) -> int:
        """What it is for these operands."""
        if self.word == "d":
            return dims[self.number]
        if self.word == "s":
            return symbols[self.number]
        if self.word == "number":
            return self.number
        a, b = (part.value(dims, symbols) for part in self.parts)
        if self.word == "+":
            return a + b
        if self.word == "*":
            return a * b
        if self.word == "mod":
            return a % b
        return a // b if self.word == "floordiv" else -(-a // b)


@dataclass(frozen=True)
class Map:
    """Expressions of dimensions and symbols."""

    dims: int
    symbols: int
    results: tuple[Expression, ...]

    def head(self) -> str:
        dims = ", ".join(f"d{i}" for i in range(self.dims))
        symbols = ", ".join(f"s{i}" for i in range(self.symbols))
        return f"({dims})" + (f"[{symbols}]" if symbols else "")

    @property
    def text(self) -> str:
        results = ", ".join(e.text for e in self.results)
        return f"affine_map<{self.head()} -> ({results})>"

    def values(self, operands: Sequence[Array]) -> list[int]:
        numbers = [a.item() for a in operands]
        dims, symbols = numbers[: self.dims], numbers[self.dims :]
        return [e.value(dims, symbols) for e in self.results]

    def operands_text(self, p: "Printer", operands: Sequence[Value]) -> str:
        dims, symbols = operands[: self.dims], operands[self.dims :]
        return f"({p.list(dims)})" + (f"[{p.list(symbols)}]" if symbols else "")


class Apply(Op):
    """affine.apply, affine.min and affine.max."""

    def __init__(self, kind: str, map_: Map, operands: list[Value]):
        super().__init__(operands, [Value(Scalar("index"))])
        self.kind, self.map = kind, map_

    @property
    def name(self) -> str:
        return f"affine.{self.kind}"

    def text(self, p: "Printer") -> str:
        return f"{self.name} {self.map.text}{self.map.operands_text(p, self.operands)}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        values = self.map.values(args)
        return [Array.index(min(values) if self.kind == "min" else max(values))]


class AffineFor(Op):
    """affine.for: the greatest of the one map's results to the least of the other's."""

    name = "affine.for"

    def __init__(
        self,
        low: Map,
        high: Map,
        step: int,
        bounds: list[Value],
        inits: list[Value],
        body: Region,
        results: list[Value],
    ):
        super().__init__([*bounds, *inits], results, [body])
        self.low, self.high, self.step = low, high, step
        self.split = low.dims + low.symbols, len(bounds)

    def text(self, p: "Printer") -> str:
        index, *carried = self.regions[0].entry.arguments
        first, second = self.split
        low = _bound(p, "max", self.low, self.operands[:first])
        high = _bound(p, "min", self.high, self.operands[first:second])
        inits = self.operands[second:]
        head = f"affine.for {p.name(index)} = {low} to {high} step {self.step}"
        if inits:
            pairs = ", ".join(f"{p.name(a)} = {p.of(b)}" for a, b in zip(carried, inits))
            head += f" iter_args({pairs}) -> ({types_text(inits)})"
        return head + " {"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        first, second = self.split
        low = max(self.low.values(args[:first]))
        high = min(self.high.values(args[first:second]))
        values = args[second:]
        for i in range(low, high, self.step):
            values = m.region(self.regions[0], [Array.index(i), *values]).values
        return values


def _bound(p: "Printer", word: str, map_: Map, operands: Sequence[Value]) -> str:
    if [e.word for e in map_.results] == ["number"]:
        return map_.results[0].text
    word = f"{word} " if len(map_.results) > 1 else ""
    return f"{word}{map_.text}{map_.operands_text(p, operands)}"


class AffineIf(Op):
    """affine.if: all expressions are at least 0, or are 0."""

    name = "affine.if"

    def __init__(
        self,
        map_: Map,
        equal: Sequence[bool],
        operands: list[Value],
        results: list[Value],
        regions: list[Region],
    ):
        super().__init__(operands, results, regions)
        self.map, self.equal = map_, tuple(equal)

    def text(self, p: "Printer") -> str:
        conditions = ", ".join(
            f"{e.text} {'==' if is_equal else '>='} 0"
            for e, is_equal in zip(self.map.results, self.equal)
        )
        results = f" -> ({types_text(self.results)})" if self.results else ""
        operands = self.map.operands_text(p, self.operands)
        return (
            f"affine.if affine_set<{self.map.head()} : ({conditions})>{operands}"
            f"{results} {{"
        )

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("} else {")
        p.region(self.regions[1])
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        values = self.map.values(args)
        holds = all(v == 0 if e else v >= 0 for v, e in zip(values, self.equal))
        return m.region(self.regions[0 if holds else 1], []).values


class AffineLoad(Op):
    """affine.load; each index is a dimension modulo an extent."""

    name = "affine.load"

    def __init__(self, source: Value, indices: list[Value]):
        super().__init__([source, *indices], [Value(Scalar(source.element))])

    def text(self, p: "Printer") -> str:
        source, *indices = self.operands
        return f"affine.load {p.of(source)}[{_subscripts(p, source, indices)}] : {source.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *indices = args
        return [source.read(_place(indices, source.shape))]


class AffineStore(Op):
    """affine.store."""

    name = "affine.store"

    def __init__(self, scalar: Value, into: Value, indices: list[Value]):
        super().__init__([scalar, into, *indices], [])

    def text(self, p: "Printer") -> str:
        scalar, into, *indices = self.operands
        return (
            f"affine.store {p.of(scalar)}, {p.of(into)}"
            f"[{_subscripts(p, into, indices)}] : {into.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        scalar, into, *indices = args
        into.write(scalar, _place(indices, into.shape))
        return []


def _subscripts(p: "Printer", memref_: Value, indices: Sequence[Value]) -> str:
    return ", ".join(f"{p.of(i)} mod {n}" for i, n in zip(indices, memref_.extents))


def _place(indices: Sequence[Array], shape: tuple[int, ...]) -> tuple[int, ...]:
    at = [Array.index(i.item() % n) for i, n in zip(indices, shape)]
    return place(at, shape)


# How they are drawn.


def _operand(d: "Drawer", symbol: bool) -> Value:
    """What affine takes as a symbol, or as a dimension: also the index of a loop."""

    def fits(v: Value) -> bool:
        if v.type != Scalar("index") or v.range is None:
            return False
        if v.range[0] <= -LARGEST or v.range[1] >= LARGEST:
            return False
        if v in d.function.arguments or (v.constant and v.known is not None):
            return True
        return v.affine and not symbol

    found = d.pick(fits)
    return found if found and d.chance(0.8) else d.constant_index(d.number(0, 5))


def _expression(d: "Drawer", dims: int, symbols: int, depth: int = 2) -> Expression:
    leaves = [Expression("d", i) for i in range(dims)]
    leaves += [Expression("s", i) for i in range(symbols)]
    if depth == 0 or not leaves or d.chance(0.3):
        return d.choose(leaves) if leaves and d.chance(0.8) else _number(d.number(-2, 4))
    word = d.choose(["+", "+", "*", "mod", "floordiv", "ceildiv"])
    first = _expression(d, dims, symbols, depth - 1)
    if word == "+":
        return Expression(word, 0, (first, _expression(d, dims, symbols, depth - 1)))
    return Expression(word, 0, (first, _number(d.number(1, 5))))


def _number(n: int) -> Expression:
    return Expression("number", n)


def _map(d: "Drawer", results: int) -> tuple[Map, list[Value]]:
    dims, symbols = d.number(0, 2), d.number(0, 1)
    operands = [_operand(d, symbol=False) for _ in range(dims)]
    operands += [_operand(d, symbol=True) for _ in range(symbols)]
    expressions = tuple(_expression(d, dims, symbols) for _ in range(results))
    return Map(dims, symbols, expressions), operands


def draw_apply(d: "Drawer") -> bool:
    kind = d.choose(["apply", "min", "max"])
    map_, operands = _map(d, 1 if kind == "apply" else d.number(1, 3))
    d.add(Apply(kind, map_, operands))
    return True


def _bounded(d: "Drawer", low: int, high: int) -> tuple[Map, list[Value]]:
    """A bound in this range: a number, or an expression modulo something."""
    if d.chance(0.5):
        return Map(0, 0, (_number(d.number(low, high)),)), []
    map_, operands = _map(d, d.number(1, 2))
    results = tuple(
        Expression("mod", 0, (e, _number(high + 1))) for e in map_.results
    )
    return Map(map_.dims, map_.symbols, results), operands


def draw_for(d: "Drawer") -> bool:
    low, first = _bounded(d, 0, 2)
    high, second = _bounded(d, 0, 5)
    inits = draw_carried(d, d.weighted({0: 2, 1: 3, 2: 2}))
    index = d.new_index(6)
    index.affine = True
    arguments = [any_of_type(d, v) for v in inits]
    body = draw_branch(d, arguments, index, *arguments, end="affine.yield")
    results = [copy_of(v) for v in arguments]
    d.add(AffineFor(low, high, d.number(1, 3), [*first, *second], inits, body, results))
    return True


def draw_if(d: "Drawer") -> bool:
    map_, operands = _map(d, d.number(1, 2))
    equal = [d.chance(0.3) for _ in map_.results]
    results = draw_results(d)
    regions = [draw_branch(d, results, end="affine.yield") for _ in range(2)]
    d.add(AffineIf(map_, equal, operands, results, regions))
    return True


def draw_load(d: "Drawer") -> bool:
    source = d.pick(
        lambda v: isinstance(v.type, MemRef)
        and 0 not in v.extents
        and v.element in (*INTEGERS, *FLOATS)
    )
    if source is None:
        return False
    d.add(AffineLoad(source, [_operand(d, symbol=False) for _ in source.extents]))
    return True


def draw_store(d: "Drawer") -> bool:
    element = d.element([*INTEGERS, *FLOATS])
    into = memref(d, element, d.extents(), written=True)
    if 0 in into.extents:
        return False
    indices = [_operand(d, symbol=False) for _ in into.extents]
    d.add(AffineStore(d.scalar(element), into, indices))
    return True


STATEMENTS = [
    Statement("affine.apply", 0.4, draw_apply),
    Statement("affine.for", 0.5, draw_for),
    Statement("affine.if", 0.3, draw_if),
    Statement("affine.load", 0.4, draw_load, MEMREFS),
    Statement("affine.store", 0.4, draw_store, MEMREFS),
]
