"""Scalars: numbers, conditions and indices."""

from typing import TYPE_CHECKING

import numpy as np

from valuetest.elements import ELEMENTS

from .. import arithmetic
from ..arithmetic import COMPARE_FLOAT, COMPARE_INTEGER, FLOATS, INTEGERS
from ..ast import Value
from ..types import Scalar, Tensor
from ..values import Array
from .arith import (
    CompareFloats,
    CompareIntegers,
    Compute,
    Convert,
    Extended,
    Select,
)
from .constants import Constant
from .dims import dimension_of
from .memrefs import Load, new_global
from .single import Extract
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer

#: What a C function can be given by value.
PASSED = (*INTEGERS, "f32", "f64")


def make_index(d: "Drawer", n: int) -> Value:
    """An index that is always `n`."""
    how = d.weighted({"constant": 6, "argument": 1.5, "dim": 2, "sum": 0.7, "cast": 0.7})
    if how == "argument" and d.open:
        return d.argument(Scalar("index"), (), Array.index(n), known=True)
    if how == "dim":
        value = dimension_of(d, n)
        if value:
            return value
    if how == "sum":
        part = d.number(-3, n)
        a, b = d.constant_index(part), d.constant_index(n - part)
        value = d.result(Compute("arith.addi", a, b))
    elif how == "cast" and d.open and n < 128:
        element = d.choose(["i8", "i16", "i32", "i64"])
        array = Array(ELEMENTS[element], np.array(n, ELEMENTS[element].dtype))
        source: Value = d.constant(Scalar(element), array)
        if d.is_main and d.chance(0.6):
            source = d.argument(Scalar(element), (), array)
        function = d.choose(["arith.index_cast", "arith.index_castui"])
        value = d.result(Convert(function, source, "index"))
    else:
        return d.constant_index(n)
    value.known, value.range = n, (n, n)
    return value


def make_index_below(d: "Drawer", n: int) -> Value:
    """An index of 0 to n - 1."""
    if n == 1 or d.chance(0.2):
        return d.index(d.number(0, n - 1))
    if d.open and d.is_main and d.chance(0.3):
        return d.argument(Scalar("index"), (), Array.index(d.number(0, n - 1)))
    value = d.result(Compute("arith.remui", any_index(d), d.constant_index(n)))
    value.range = (0, n - 1)
    return value


def any_index(d: "Drawer") -> Value:
    """An index that need not be in any range."""
    found = d.pick(
        lambda v: isinstance(v.type, Scalar)
        and v.element == "index"
        and v.known is None
    )
    if found:
        return found
    if d.open:
        return d.argument(Scalar("index"), (), d.contents("index", ()))
    return d.constant(Scalar("index"), d.contents("index", ()))


def make_scalar(d: "Drawer", element: str) -> Value:
    """A scalar, where none is to be taken that is there."""
    if d.open and element in PASSED and d.chance(0.6):
        return d.argument(Scalar(element), (), d.contents(element, ()))
    if element in (*INTEGERS, *FLOATS):
        return d.constant(Scalar(element), d.contents(element, ()))
    contents = d.contents(element, ())
    if not d.on_tensors:
        return d.result(Load(new_global(d, element, (), contents), []))
    return d.result(Extract(d.constant(Tensor(element, ()), contents), []))


def make_condition(d: "Drawer") -> Value:
    """A condition that is not always the same."""
    how = d.weighted({"there": 3, "index": 4, "integer": 2, "float": 1})
    if how == "there":
        there = d.pick(lambda v: v.type == Scalar("i1") and not v.constant)
        return there or make_scalar(d, "i1")
    if how == "index":
        a, b = any_index(d), any_index(d)
        if d.chance(0.5):
            b = d.constant_index(d.number(0, 4))
        return d.result(CompareIntegers(d.choose(list(COMPARE_INTEGER)), a, b))
    if how == "integer":
        element = d.choose(INTEGERS)
        a, b = d.scalar(element), d.scalar(element)
        return d.result(CompareIntegers(d.choose(list(COMPARE_INTEGER)), a, b))
    element = d.choose(FLOATS)
    a, b = d.scalar(element), d.scalar(element)
    return d.result(CompareFloats(d.choose(COMPARE_FLOAT), a, b))


def compute(d: "Drawer", element: str, *operands: Value) -> Value:
    """A function of values of one type, two at most."""
    integer = element in INTEGERS
    unary = arithmetic.UNARY_INTEGER if integer else arithmetic.UNARY_FLOAT
    binary = arithmetic.BINARY_INTEGER if integer else arithmetic.BINARY_FLOAT
    if len(operands) == 1 and element != "i1":
        return d.result(Compute(d.choose(list(unary)), operands[0]))
    a, b = operands[0], operands[-1]
    return d.result(Compute(d.choose(list(binary)), a, b))


def divide(d: "Drawer", a: Value, b: Value) -> Value:
    """A division whose divisor is made 1 to 8."""
    seven, one = d.splat_like(b, 7), d.splat_like(b, 1)
    masked = d.result(Compute("arith.andi", b, seven))
    divisor = d.result(Compute("arith.addi", masked, one))
    return d.result(Compute(d.choose(list(arithmetic.DIVISIONS)), a, divisor))


def shift(d: "Drawer", a: Value, b: Value) -> Value:
    """A shift whose amount is made 0 to 7."""
    amount = d.result(Compute("arith.andi", b, d.splat_like(b, 7)))
    return d.result(Compute(d.choose(list(arithmetic.SHIFTS)), a, amount))


def promise_no_overflow(d: "Drawer", a: Value, b: Value) -> Value:
    """Arithmetic on 0 to 7, which overflows in no type but i8 and not there."""
    seven = d.splat_like(a, 7)
    a = d.result(Compute("arith.andi", a, seven))
    b = d.result(Compute("arith.andi", b, seven))
    flags = d.choose(["nsw", "nuw", "nsw, nuw"])
    function = d.choose(["arith.addi", "arith.muli", "arith.shli"])
    if function == "arith.shli" and a.element == "i8":
        function = "arith.addi"
    if d.chance(0.25):
        function, flags = "arith.subi", "nsw"
    return d.result(Compute(function, a, b, flags=flags))


def convert(d: "Drawer", value: Value) -> Value:
    """A conversion of a value of any type that arith takes."""
    element = value.element
    bits = arithmetic.width(ELEMENTS[element]) if element in INTEGERS else 0
    others = [e for e in INTEGERS if e not in (element, "index")]
    wider = [e for e in others if arithmetic.width(ELEMENTS[e]) > bits]
    narrower = [e for e in others if arithmetic.width(ELEMENTS[e]) < bits]
    if element == "index":
        function = d.choose(["arith.index_cast", "arith.index_castui"])
        return d.result(Convert(function, value, d.choose(["i8", "i16", "i32", "i64"])))
    if element in INTEGERS:
        how = d.choose(["float", "index", "wider", "narrower", "bits"])
        same = [e for e in FLOATS if ELEMENTS[e].dtype.itemsize * 8 == bits]
        if how == "bits" and same:
            return d.result(Convert("arith.bitcast", value, d.choose(same)))
        if how == "index" and element != "i1":
            function = d.choose(["arith.index_cast", "arith.index_castui"])
            return d.result(Convert(function, value, "index"))
        if how == "wider" and wider:
            function = d.choose(["arith.extsi", "arith.extui"])
            return d.result(Convert(function, value, d.choose(wider)))
        if how == "narrower" and narrower:
            return d.result(Convert("arith.trunci", value, d.choose(narrower)))
        function = d.choose(["arith.sitofp", "arith.uitofp"])
        return d.result(Convert(function, value, d.choose(FLOATS)))
    if d.chance(0.3):
        return _float_to_integer(d, value)
    sizes = {e: ELEMENTS[e].dtype.itemsize for e in FLOATS}
    wider = [e for e in FLOATS if sizes[e] > sizes[element]]
    narrower = [e for e in FLOATS if sizes[e] < sizes[element]]
    if wider and (not narrower or d.chance(0.5)):
        return d.result(Convert("arith.extf", value, d.choose(wider)))
    return d.result(Convert("arith.truncf", value, d.choose(narrower)))


def _float_to_integer(d: "Drawer", value: Value) -> Value:
    """What is no small number becomes one before it is converted."""
    size = d.result(Compute("math.absf", value))
    is_small = d.result(CompareFloats("olt", size, d.splat_like(value, 100)))
    small = d.result(Select(is_small, value, d.splat_like(value, 3)))
    if d.chance(0.5):
        return d.result(Convert("arith.fptosi", small, d.choose(INTEGERS[1:5])))
    positive = d.result(Compute("math.absf", small))
    return d.result(Convert("arith.fptoui", positive, d.choose(INTEGERS[1:5])))


def draw_scalar(d: "Drawer") -> bool:
    """Any of these on scalars."""
    element = d.element([*INTEGERS, *FLOATS])
    calculate(d, d.scalar(element), d.scalar(element))
    return True


def calculate(d: "Drawer", a: Value, b: Value) -> Value:
    """Some arithmetic on two values of one type."""
    element = a.element
    kinds = {"compute": 5.0, "unary": 1.5, "convert": 2.5, "select": 1, "compare": 1}
    if element in INTEGERS and element != "i1":
        kinds |= {"divide": 1, "shift": 1, "flags": 1, "extended": 0.6}
    how = d.weighted(kinds)
    if how == "compute":
        return compute(d, element, a, b)
    if how == "unary":
        return compute(d, element, a)
    if how == "convert":
        return convert(d, a)
    if how == "divide":
        return divide(d, a, b)
    if how == "shift":
        return shift(d, a, b)
    if how == "extended":
        results = d.add(Extended(d.choose(list(arithmetic.EXTENDED)), a, b)).results
        return results[0] if d.chance(0.5) else results[1]
    if how == "flags":
        return promise_no_overflow(d, a, b)
    if how == "select":
        return d.result(Select(d.condition(), a, b))
    return compare(d, a, b)


def compare(d: "Drawer", a: Value, b: Value) -> Value:
    """A comparison, also of a value with itself."""
    if d.chance(0.2):
        b = a
    if a.element in INTEGERS:
        return d.result(CompareIntegers(d.choose(list(COMPARE_INTEGER)), a, b))
    return d.result(CompareFloats(d.choose(COMPARE_FLOAT), a, b))


STATEMENTS = [Statement("scalar arithmetic", 2, draw_scalar)]
