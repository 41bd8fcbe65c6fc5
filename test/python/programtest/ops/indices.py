"""The index dialect, and comparisons of differences."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from valuetest.elements import ELEMENTS

from .. import arithmetic
from ..ast import Op, Value
from ..types import Scalar
from ..values import Array
from .arith import COMPUTE, CompareIntegers, Compute
from .scalars import any_index
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

#: What each op of the dialect computes, by the name that arith has for it.
PLAIN = {
    "index.add": "arith.addi",
    "index.sub": "arith.subi",
    "index.mul": "arith.muli",
    "index.maxs": "arith.maxsi",
    "index.maxu": "arith.maxui",
    "index.mins": "arith.minsi",
    "index.minu": "arith.minui",
    "index.and": "arith.andi",
    "index.or": "arith.ori",
    "index.xor": "arith.xori",
}
DIVISIONS = {
    "index.divs": "arith.divsi",
    "index.divu": "arith.divui",
    "index.ceildivs": "arith.ceildivsi",
    "index.ceildivu": "arith.ceildivui",
    "index.floordivs": "arith.floordivsi",
    "index.rems": "arith.remsi",
    "index.remu": "arith.remui",
}
SHIFTS = {
    "index.shl": "arith.shli",
    "index.shrs": "arith.shrsi",
    "index.shru": "arith.shrui",
}
_ALL = PLAIN | DIVISIONS | SHIFTS


class IndexCompute(Op):
    """An op of two indices."""

    elementwise = True

    def __init__(self, function: str, a: Value, b: Value):
        super().__init__([a, b], [Value(Scalar("index"))])
        self.function = function

    @property
    def name(self) -> str:
        return self.function

    def text(self, p: "Printer") -> str:
        return f"{self.function} {p.list(self.operands)}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        compute: Callable[..., Array] = COMPUTE[_ALL[self.function]]
        return [compute(*args)]


class IndexCompare(Op):
    """index.cmp."""

    name = "index.cmp"
    elementwise = True

    def __init__(self, predicate: str, a: Value, b: Value):
        super().__init__([a, b], [Value(Scalar("i1"))])
        self.predicate = predicate

    def text(self, p: "Printer") -> str:
        return f"index.cmp {self.predicate}({p.list(self.operands)})"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        holds = arithmetic.COMPARE_INTEGER[self.predicate](*args)
        return [Array(ELEMENTS["i1"], holds)]


class IndexCast(Op):
    """index.casts or index.castu."""

    elementwise = True

    def __init__(self, function: str, source: Value, element: str):
        super().__init__([source], [Value(Scalar(element))])
        self.function = function

    @property
    def name(self) -> str:
        return self.function

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        return f"{self.function} {p.of(source)} : {source.element} to {self.result.element}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        read = {"index.casts": arithmetic.signed, "index.castu": arithmetic.unsigned}
        to = ELEMENTS[self.result.element]
        return [arithmetic.cut(to, read[self.function](args[0]))]


class IndexConstant(Op):
    """index.constant."""

    name = "index.constant"
    elementwise = True

    def __init__(self, number: int):
        value = Value(Scalar("index"), known=number, range=(number, number))
        super().__init__([], [value])
        self.number = number

    def text(self, p: "Printer") -> str:
        return f"index.constant {self.number}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [Array.index(self.number)]


# How they are drawn.


def draw_index_op(d: "Drawer") -> bool:
    a, b = any_index(d), any_index(d)
    how = d.weighted({"plain": 4, "divide": 1.5, "shift": 1, "cast": 2, "constant": 0.5})
    if how == "plain":
        d.add(IndexCompute(d.choose(list(PLAIN)), a, b))
    elif how == "divide":
        masked = d.result(IndexCompute("index.and", b, d.constant_index(7)))
        divisor = d.result(IndexCompute("index.add", masked, d.constant_index(1)))
        d.add(IndexCompute(d.choose(list(DIVISIONS)), a, divisor))
    elif how == "shift":
        amount = d.result(IndexCompute("index.and", b, d.constant_index(31)))
        d.add(IndexCompute(d.choose(list(SHIFTS)), a, amount))
    elif how == "constant":
        d.add(IndexConstant(d.choose([0, 1, 2, 7, -1, 1 << 40])))
    else:
        function = d.choose(["index.casts", "index.castu"])
        narrow = d.result(IndexCast(function, a, d.choose(["i8", "i16", "i32", "i64"])))
        if d.chance(0.7):
            d.add(IndexCast(d.choose(["index.casts", "index.castu"]), narrow, "index"))
    return True


def draw_difference(d: "Drawer") -> bool:
    """Whether one index is below another, by their difference."""
    a, b, zero = any_index(d), any_index(d), d.constant_index(0)
    predicate = d.choose(list(arithmetic.COMPARE_INTEGER))
    if d.chance(0.5):
        difference = d.result(IndexCompute("index.sub", a, b))
        d.add(IndexCompare(predicate, difference, zero))
    else:
        difference = d.result(Compute("arith.subi", a, b))
        d.add(CompareIntegers(predicate, difference, zero))
    return True


STATEMENTS = [
    Statement("index arithmetic", 0.8, draw_index_op),
    Statement("comparison of a difference", 0.3, draw_difference),
]
