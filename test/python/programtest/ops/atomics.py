"""memref.atomic_rmw and memref.generic_atomic_rmw."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Op, Region, Value
from ..types import Scalar
from ..values import Array
from .arith import COMPUTE
from .body import Yield, draw_scalar_body
from .memrefs import MEMREFS, memref
from .single import place
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

#: What each kind computes, of the old value and the operand.
INTEGER_KINDS = {
    "addi": "arith.addi",
    "muli": "arith.muli",
    "andi": "arith.andi",
    "ori": "arith.ori",
    "xori": "arith.xori",
    "maxs": "arith.maxsi",
    "maxu": "arith.maxui",
    "mins": "arith.minsi",
    "minu": "arith.minui",
}
FLOAT_KINDS = {
    "addf": "arith.addf",
    "mulf": "arith.mulf",
    "maximumf": "arith.maximumf",
    "minimumf": "arith.minimumf",
    "maxnumf": "arith.maxnumf",
    "minnumf": "arith.minnumf",
}


class AtomicRmw(Op):
    """memref.atomic_rmw, which gives the element as it was."""

    name = "memref.atomic_rmw"

    def __init__(self, kind: str, value: Value, into: Value, indices: Sequence[Value]):
        super().__init__([value, into, *indices], [Value(Scalar(into.element))])
        self.kind = kind

    def text(self, p: "Printer") -> str:
        value, into, *indices = self.operands
        return (
            f"memref.atomic_rmw {self.kind} {p.of(value)}, {p.of(into)}"
            f"[{p.list(indices)}] : ({value.type.text}, {into.type.text}) -> "
            f"{value.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        value, into, *indices = args
        at = place(indices, into.shape)
        old = into.read(at)
        into.write(self._combined(old, value), at)
        return [old]

    def _combined(self, old: Array, value: Array) -> Array:
        if self.kind == "assign":
            return value
        function: Callable[..., Array] = COMPUTE[(INTEGER_KINDS | FLOAT_KINDS)[self.kind]]
        return function(old, value)


class GenericAtomicRmw(Op):
    """memref.generic_atomic_rmw: a region says what the element becomes."""

    name = "memref.generic_atomic_rmw"

    def __init__(self, into: Value, indices: Sequence[Value], body: Region):
        super().__init__([into, *indices], [Value(Scalar(into.element))], [body])

    def text(self, p: "Printer") -> str:
        into, *indices = self.operands
        return (
            f"memref.generic_atomic_rmw {p.of(into)}[{p.list(indices)}] : "
            f"{into.type.text} {{"
        )

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0], labelled=True)
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        into, *indices = args
        at = place(indices, into.shape)
        old = into.read(at)
        into.write(m.region(self.regions[0], [old]).values[0], at)
        return [old]


class AtomicYield(Yield):
    """memref.atomic_yield."""

    def __init__(self) -> None:
        super().__init__("memref.atomic_yield")


def draw_atomic(d: "Drawer") -> bool:
    element = d.element([*INTEGERS[:-1], *FLOATS])
    into = memref(d, element, d.extents(), written=True)
    if 0 in into.extents:
        return False
    kinds = list(INTEGER_KINDS if element in INTEGERS else FLOAT_KINDS)
    kind = d.choose([*kinds, "assign"])
    value = d.scalar(element)
    op = AtomicRmw(kind, value, into, [d.index_below(n) for n in into.extents])
    result = d.result(op)
    result.private = d.chance(0.3)
    return True


def draw_generic_atomic(d: "Drawer") -> bool:
    element = d.element([*INTEGERS[:-1], *FLOATS])
    into = memref(d, element, d.extents(), written=True)
    if 0 in into.extents:
        return False
    indices = [d.index_below(n) for n in into.extents]
    old = Value(Scalar(element))
    body = draw_scalar_body(d, [old], [element], AtomicYield())
    d.add(GenericAtomicRmw(into, indices, body))
    return True


STATEMENTS = [
    Statement("memref.atomic_rmw", 0.8, draw_atomic, MEMREFS),
    Statement("memref.generic_atomic_rmw", 0.3, draw_generic_atomic, MEMREFS),
]
