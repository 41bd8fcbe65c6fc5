"""Named ops of linalg, on tensors and on memrefs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Op, Region, Value
from ..types import MemRef, Tensor
from ..values import Array, Undefined, View
from .arith import COMPUTE
from .memrefs import memref
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]


class Structured(Op):
    """An op with `ins` and `outs`; it has results if these are tensors."""

    def __init__(
        self, ins: Sequence[Value], outs: Sequence[Value], regions: list[Region] | None = None
    ):
        results = [
            Value(v.type, v.extents) for v in outs if isinstance(v.type, Tensor)
        ]
        super().__init__([*ins, *outs], results, regions)
        self.count = len(ins)

    @property
    def ins(self) -> list[Value]:
        return self.operands[: self.count]

    @property
    def outs(self) -> list[Value]:
        return self.operands[self.count :]

    def operands_text(self, p: "Printer") -> str:
        return " ".join(_group(p, *g) for g in (("ins", self.ins), ("outs", self.outs)))

    def results_text(self) -> str:
        if not self.results:
            return ""
        types = ", ".join(v.type.text for v in self.results)
        return f" -> ({types})" if len(self.results) > 1 else f" -> {types}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        ins, outs = args[: self.count], args[self.count :]
        for i, out in enumerate(outs):
            others = [*ins, *outs[:i]]
            if isinstance(out, View) and any(
                isinstance(o, View) and out.overlaps(o) for o in others
            ):
                raise Undefined("operands that overlap")
        arrays = self.compute(m, [_array(a) for a in ins], [_array(a) for a in outs])
        if self.results:
            return arrays
        for out, array in zip(outs, arrays, strict=True):
            out.write(array)
        return []

    def compute(self, m: "Machine", ins: list[Array], outs: list[Array]) -> list[Array]:
        """What the outs become."""
        raise NotImplementedError


def _group(p: "Printer", word: str, values: Sequence[Value]) -> str:
    if not values:
        return ""
    types = ", ".join(v.type.text for v in values)
    return f"{word}({p.list(values)} : {types})"


def _array(value: Array | View) -> Array:
    return value.read() if isinstance(value, View) else value


class Fill(Structured):
    """linalg.fill."""

    name = "linalg.fill"

    def __init__(self, scalar: Value, into: Value):
        super().__init__([scalar], [into])

    def text(self, p: "Printer") -> str:
        return f"linalg.fill {self.operands_text(p)}{self.results_text()}"

    def compute(self, m: "Machine", ins: list[Array], outs: list[Array]) -> list[Array]:
        extents = outs[0].shape
        return [ins[0].move(lambda x: np.broadcast_to(x, extents))]


class Copy(Structured):
    """linalg.copy."""

    name = "linalg.copy"

    def __init__(self, source: Value, into: Value):
        super().__init__([source], [into])

    def text(self, p: "Printer") -> str:
        return f"linalg.copy {self.operands_text(p)}{self.results_text()}"

    def compute(self, m: "Machine", ins: list[Array], outs: list[Array]) -> list[Array]:
        return ins


class Transpose(Structured):
    """linalg.transpose: dimension i of the out is dimension `order[i]`."""

    name = "linalg.transpose"

    def __init__(self, source: Value, into: Value, order: Sequence[int]):
        super().__init__([source], [into])
        self.order = tuple(order)

    def text(self, p: "Printer") -> str:
        return f"linalg.transpose {self.operands_text(p)} permutation = {list(self.order)}"

    def compute(self, m: "Machine", ins: list[Array], outs: list[Array]) -> list[Array]:
        return [ins[0].move(lambda x: x.transpose(self.order))]


class Broadcast(Structured):
    """linalg.broadcast: `added` are the out's dimensions that are new."""

    name = "linalg.broadcast"

    def __init__(self, source: Value, into: Value, added: Sequence[int]):
        super().__init__([source], [into])
        self.added = tuple(added)

    def text(self, p: "Printer") -> str:
        return f"linalg.broadcast {self.operands_text(p)} dimensions = {list(self.added)}"

    def compute(self, m: "Machine", ins: list[Array], outs: list[Array]) -> list[Array]:
        extents = outs[0].shape
        return [
            ins[0].move(lambda x: np.broadcast_to(np.expand_dims(x, self.added), extents))
        ]


#: What a named elementwise op computes, of integers and of floats.
NAMED: dict[str, tuple[str, str]] = {
    "linalg.add": ("arith.addi", "arith.addf"),
    "linalg.sub": ("arith.subi", "arith.subf"),
    "linalg.mul": ("arith.muli", "arith.mulf"),
    "linalg.max": ("arith.maxsi", "arith.maximumf"),
    "linalg.min": ("arith.minsi", "arith.minimumf"),
    "linalg.div": ("", "arith.divf"),
    "linalg.negf": ("", "arith.negf"),
    "linalg.abs": ("", "math.absf"),
    "linalg.ceil": ("", "math.ceil"),
    "linalg.floor": ("", "math.floor"),
    "linalg.sqrt": ("", "math.sqrt"),
}


class Elementwise(Structured):
    """A named op such as linalg.add."""

    def __init__(self, name: str, ins: Sequence[Value], into: Value):
        super().__init__(ins, [into])
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def function(self) -> Callable[..., Array]:
        integer, floating = NAMED[self._name]
        return COMPUTE[integer if self.ins[0].element in INTEGERS else floating]

    def text(self, p: "Printer") -> str:
        return f"{self._name} {self.operands_text(p)}{self.results_text()}"

    def compute(self, m: "Machine", ins: list[Array], outs: list[Array]) -> list[Array]:
        return [self.function(*ins)]


class Matmul(Structured):
    """linalg.matmul: adds to the out, for each k in order."""

    name = "linalg.matmul"

    def __init__(self, a: Value, b: Value, into: Value):
        super().__init__([a, b], [into])

    def text(self, p: "Printer") -> str:
        return f"linalg.matmul {self.operands_text(p)}{self.results_text()}"

    def compute(self, m: "Machine", ins: list[Array], outs: list[Array]) -> list[Array]:
        a, b, total = *ins, outs[0]
        is_integer = total.element.name in INTEGERS
        add = COMPUTE["arith.addi" if is_integer else "arith.addf"]
        multiply = COMPUTE["arith.muli" if is_integer else "arith.mulf"]
        extents = total.shape
        for k in range(a.shape[1]):
            column = a.move(lambda x: np.broadcast_to(x[:, k : k + 1], extents))
            row = b.move(lambda x: np.broadcast_to(x[k : k + 1], extents))
            total = add(total, multiply(column, row))
        return [total]


# How they are drawn.


def destination(
    d: "Drawer", element: str, extents: Extents, on_memrefs: bool, reads: bool
) -> Value:
    """What an op writes to; it may be empty if the op does not read it."""
    if on_memrefs:
        return memref(d, element, extents, written=True)
    if not reads and d.chance(0.4):
        return d.empty(element, extents)
    return d.tensor(element, extents)


def source(
    d: "Drawer", element: str, extents: Extents, into: Value
) -> Value:
    """What an op reads that writes to `into`."""
    if isinstance(into.type, MemRef):
        return memref(d, element, extents, apart_from=[into])
    return d.tensor(element, extents)


def wants_memrefs(d: "Drawer") -> bool:
    """Whether an op that can be on both is on memrefs."""
    if not d.on_tensors:
        return True
    return d.chance(d.profile.memrefs * 0.4)


def draw_fill(d: "Drawer") -> bool:
    element, extents = d.element(), d.extents()
    into = destination(d, element, extents, wants_memrefs(d), reads=False)
    d.add(Fill(d.scalar(element), into))
    return True


def draw_copy(d: "Drawer") -> bool:
    element, extents = d.element(), d.extents()
    into = destination(d, element, extents, wants_memrefs(d), reads=False)
    d.add(Copy(source(d, element, extents, into), into))
    return True


def draw_transpose(d: "Drawer") -> bool:
    element, extents = d.element(), d.extents()
    if not extents:
        return False  # Upstream's verifier crashes on it.
    order = list(range(len(extents)))
    d.random.shuffle(order)
    to = tuple(extents[i] for i in order)
    into = destination(d, element, to, wants_memrefs(d), reads=False)
    from_ = source(d, element, extents, into)
    into = d.show(into, tuple(from_.shape[i] for i in order))
    d.add(Transpose(from_, into, order))
    return True


def draw_broadcast(d: "Drawer") -> bool:
    element, extents = d.element(), d.extents()
    added = [i for i in range(len(extents)) if d.chance(0.4)]
    into = destination(d, element, extents, wants_memrefs(d), reads=False)
    kept = [i for i in range(len(extents)) if i not in added]
    from_ = source(d, element, tuple(extents[i] for i in kept), into)
    from_ = d.show(from_, tuple(into.shape[i] for i in kept))
    d.add(Broadcast(from_, into, added))
    return True


def draw_elementwise(d: "Drawer") -> bool:
    element, extents = d.element([*INTEGERS[1:], *FLOATS]), d.extents()
    number = 0 if element in INTEGERS else 1
    names = [n for n, functions in NAMED.items() if functions[number]]
    if element == "index":
        return False
    name = d.choose(names)
    into = destination(d, element, extents, wants_memrefs(d), reads=False)
    unary = NAMED[name][1].startswith("math.") or name == "linalg.negf"
    ins = [source(d, element, extents, into) for _ in range(1 if unary else 2)]
    d.add(Elementwise(name, ins, into))
    return True


def draw_matmul(d: "Drawer") -> bool:
    element = d.element([*INTEGERS[1:5], *FLOATS])
    m, n = d.extents(2)
    k = d.number(0, 3)
    into = destination(d, element, (m, n), wants_memrefs(d), reads=True)
    a = source(d, element, (m, k), into)
    b = source(d, element, (k, n), into)
    d.add(Matmul(a, b, into))
    return True


STATEMENTS = [
    Statement("linalg.fill", 0.8, draw_fill),
    Statement("linalg.copy", 0.6, draw_copy),
    Statement("linalg.transpose", 0.8, draw_transpose),
    Statement("linalg.broadcast", 0.7, draw_broadcast),
    Statement("linalg by name", 0.8, draw_elementwise),
    Statement("linalg.matmul", 0.5, draw_matmul),
]

