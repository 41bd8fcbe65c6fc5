"""Ops of arith and math, on scalars and element by element on the rest."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from valuetest.elements import ELEMENTS

from .. import arithmetic
from ..ast import Op, Value
from ..types import Scalar, Shaped, Tensor, Type, Vector
from ..values import Array, Undefined

if TYPE_CHECKING:
    from ..machine import Machine
    from ..printer import Printer

COMPUTE: dict[str, Callable[..., Array]] = {
    **arithmetic.BINARY_INTEGER,
    **arithmetic.DIVISIONS,
    **arithmetic.SHIFTS,
    **arithmetic.BINARY_FLOAT,
    **arithmetic.UNARY_INTEGER,
    **arithmetic.UNARY_FLOAT,
}


def with_element(type_: Type, element: str) -> Type:
    """The same type of other elements."""
    if isinstance(type_, Tensor):
        return Tensor(element, type_.shape)
    if isinstance(type_, Vector):
        return Vector(element, type_.shape)
    return Scalar(element)


def _like(value: Value, element: str | None = None) -> Value:
    type_ = value.type if element is None else with_element(value.type, element)
    return Value(type_, value.extents)


class Compute(Op):
    """One function of operands of one type."""

    elementwise = True

    def __init__(self, function: str, *operands: Value, flags: str = ""):
        super().__init__(list(operands), [_like(operands[0])])
        self.function = function
        #: "nsw", "nuw" or both: that nothing overflows.
        self.flags = flags

    @property
    def name(self) -> str:
        return self.function

    def text(self, p: "Printer") -> str:
        flags = f" overflow<{self.flags}>" if self.flags else ""
        names = p.list(self.operands)
        return f"{self.function} {names}{flags} : {self.result.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        result = COMPUTE[self.function](*args)
        for flag in self.flags.split(", ") if self.flags else ():
            _check_overflow(self.function, flag, args, result)
        return [result]

    def simpler(self) -> Iterator[Callable[[], None]]:
        if self.flags:
            yield lambda: setattr(self, "flags", "")


_EXACTLY: dict[str, Callable[[Any, Any], Any]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.shli": lambda a, b: a << b,
}


def _check_overflow(function: str, flag: str, args: list[Array], got: Array) -> None:
    read = arithmetic.signed if flag == "nsw" else arithmetic.unsigned
    a, b = (read(x).astype(object) for x in args)
    if not np.all(_EXACTLY[function](a, b) == read(got).astype(object)):
        raise Undefined("an overflow that was promised not to be")


class Extended(Op):
    """A sum with its overflow, or both halves of a product."""

    elementwise = True

    def __init__(self, function: str, a: Value, b: Value):
        second = _like(a, "i1" if function == "arith.addui_extended" else None)
        super().__init__([a, b], [_like(a), second])
        self.function = function

    @property
    def name(self) -> str:
        return self.function

    def text(self, p: "Printer") -> str:
        types = self.results[0].type.text
        if self.function == "arith.addui_extended":
            types += f", {self.results[1].type.text}"
        return f"{self.function} {p.list(self.operands)} : {types}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return list(arithmetic.EXTENDED[self.function](*args))


class CompareIntegers(Op):
    """arith.cmpi."""

    name = "arith.cmpi"
    elementwise = True

    def __init__(self, predicate: str, a: Value, b: Value):
        super().__init__([a, b], [_like(a, "i1")])
        self.predicate = predicate

    def text(self, p: "Printer") -> str:
        names, type_ = p.list(self.operands), self.operands[0].type
        return f"arith.cmpi {self.predicate}, {names} : {type_.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        holds = arithmetic.COMPARE_INTEGER[self.predicate](*args)
        return [Array(ELEMENTS["i1"], holds)]


class CompareFloats(Op):
    """arith.cmpf."""

    name = "arith.cmpf"
    elementwise = True

    def __init__(self, predicate: str, a: Value, b: Value):
        super().__init__([a, b], [_like(a, "i1")])
        self.predicate = predicate

    def text(self, p: "Printer") -> str:
        names, type_ = p.list(self.operands), self.operands[0].type
        return f"arith.cmpf {self.predicate}, {names} : {type_.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        holds = arithmetic.compare_floats(self.predicate, *args)
        return [Array(ELEMENTS["i1"], holds)]


class Convert(Op):
    """A conversion to another element type."""

    elementwise = True

    def __init__(self, function: str, source: Value, element: str):
        super().__init__([source], [_like(source, element)])
        self.function = function

    @property
    def name(self) -> str:
        return self.function

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        return (
            f"{self.function} {p.of(source)} : {source.type.text} to "
            f"{self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        to = ELEMENTS[self.result.element]
        return [arithmetic.CONVERSIONS[self.function](args[0], to)]


class Select(Op):
    """arith.select of scalars, or of whole tensors and memrefs."""

    name = "arith.select"
    elementwise = True

    def __init__(self, condition: Value, a: Value, b: Value):
        result = Value(a.type, a.extents, roots=a.roots | b.roots)
        super().__init__([condition, a, b], [result])

    def text(self, p: "Printer") -> str:
        condition = self.operands[0].type
        types = self.result.type.text
        if isinstance(condition, Shaped):
            types = f"{condition.text}, {types}"
        return f"arith.select {p.list(self.operands)} : {types}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        condition, a, b = args
        if isinstance(a, Array):
            return [arithmetic.select(condition, a, b)]
        return [a if condition.item() else b]
