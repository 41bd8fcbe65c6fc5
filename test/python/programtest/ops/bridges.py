"""Between tensors and memrefs: the ops of the bufferization dialect."""

from typing import TYPE_CHECKING, Any

import numpy as np

from valuetest.elements import ELEMENTS

from ..ast import Op, Value
from ..mixed import Mixed, numbers
from ..types import MemRef, Tensor
from ..values import UNSET, Array, Promise, Undefined, View, allocate
from .memrefs import memref
from .statement import Statement
from .tensors import sizes_of

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]


class ToTensor(Op):
    """bufferization.to_tensor restrict: the elements, as long as nobody writes.

    With `writable`, what the memref holds is not known from then on.
    """

    name = "bufferization.to_tensor"

    def __init__(self, source: Value, writable: bool):
        result = Value(Tensor(source.element, source.shape), source.extents)
        super().__init__([source], [result])
        self.writable = writable

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        writable = " writable" if self.writable else ""
        return (
            f"bufferization.to_tensor {p.of(source)} restrict{writable} : "
            f"{source.type.text} to {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source = args[0]
        buffer = source.buffer
        if buffer.tensor_of not in (None, self):
            raise Undefined("two tensors of one memref")
        buffer.tensor_of = self
        array = source.read()
        if self.writable:
            buffer.check(writes=True)
            source.states[...] = UNSET
        promise = Promise()
        buffer.promises.append(promise)
        return [Array(array.element, array.bits, array.state, frozenset([promise]))]


class ToBuffer(Op):
    """bufferization.to_buffer: memory with the tensor's elements."""

    name = "bufferization.to_buffer"

    def __init__(self, source: Value, read_only: bool):
        result = Value(MemRef(source.element, source.shape), source.extents)
        result.roots = frozenset([result])
        result.readonly = read_only
        super().__init__([source], [result])
        self.read_only = read_only

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        read_only = " read_only" if self.read_only else ""
        return (
            f"bufferization.to_buffer {p.of(source)}{read_only} : "
            f"{source.type.text} to {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        view = allocate(args[0].element, args[0].shape, "tensor")
        view.write(args[0])
        if self.read_only:
            view.buffer.owner = "constant"
        return [view]


class AllocTensor(Op):
    """bufferization.alloc_tensor, empty or with a copy."""

    name = "bufferization.alloc_tensor"

    def __init__(
        self,
        element: str,
        shape: Mixed,
        extents: Extents,
        sizes: list[Value],
        copied: Value | None,
    ):
        operands = [copied] if copied else sizes
        super().__init__(operands, [Value(Tensor(element, shape), extents)])
        self.shape, self.copies = shape, copied is not None

    def text(self, p: "Printer") -> str:
        names = p.list(self.operands)
        source = f"() copy({names})" if self.copies else f"({names})"
        return f"bufferization.alloc_tensor{source} : {self.result.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        if self.copies:
            return args
        extents = numbers(self.shape, (a.item() for a in args))
        kind = ELEMENTS[self.result.element]
        return [Array(kind, np.zeros(extents, kind.dtype), np.full(extents, UNSET))]


class Materialize(Op):
    """bufferization.materialize_in_destination, in a tensor or in a memref."""

    name = "bufferization.materialize_in_destination"

    def __init__(self, source: Value, into: Value):
        results = []
        if isinstance(into.type, Tensor):
            results = [Value(into.type, into.extents)]
        super().__init__([source, into], results)

    def text(self, p: "Printer") -> str:
        source, into = self.operands
        writable = "" if self.results else " writable"
        result = self.result.type.text if self.results else "()"
        return (
            f"{self.name} {p.of(source)} in{writable} {p.of(into)} : "
            f"({source.type.text}, {into.type.text}) -> {result}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, into = args
        if source.shape != into.shape:
            raise Undefined("a destination of other extents")
        if isinstance(into, View):
            into.write(source)
            return []
        if (into.states != UNSET).any():
            raise Undefined("a destination that may be read, or must not be written")
        return [source]


# How they are drawn.


def draw_to_tensor(d: "Drawer") -> bool:
    """A tensor of a memref that nothing writes to any more."""
    source = memref(d, d.element(), d.extents())
    if source.roots & d.tensored:
        return False
    d.tensored |= source.roots
    d.never_write(source)
    d.add(ToTensor(source, writable=False))
    return True


def draw_update(d: "Drawer") -> bool:
    """A memref is taken as a tensor, computed with, and written again."""
    source = memref(d, d.element(), d.extents(), written=True)
    if source.roots & d.tensored:
        return False
    d.tensored |= source.roots
    d.never_write(source)
    seen = len(d.visible)
    taken = d.result(ToTensor(source, d.chance(0.7)))
    with d.hides(source):
        d.statements(d.number(1, 4))
    like = Tensor(source.element, source.shape)
    new = [v for v in d.visible[seen:] if v.type == like and v.extents == source.extents]
    d.add(Materialize(d.choose(new) if new else taken, source))
    # What was computed from the memref may be read from it: it is no longer used.
    d.forget(seen)
    return True


def draw_materialize(d: "Drawer") -> bool:
    """Into a memref, or into a tensor that is for nothing else."""
    if d.chance(0.5):
        into = memref(d, d.element(), d.extents(), written=True)
        source = d.tensor(into.element, into.extents)
    else:
        source = d.tensor()
        into = d.empty(source.element, source.extents)
    d.add(Materialize(source, into))
    return True


def draw_to_buffer(d: "Drawer") -> bool:
    d.add(ToBuffer(d.tensor(), d.chance(0.5)))
    return True


def draw_alloc_tensor(d: "Drawer") -> bool:
    from .linalg import Fill

    if d.chance(0.5):
        source = d.tensor()
        d.add(AllocTensor(source.element, source.shape, source.extents, [], source))
        return True
    element, extents = d.element(), d.extents()
    shape, sizes = sizes_of(d, extents)
    empty = d.result(AllocTensor(element, shape, extents, sizes, None))
    empty.private = True
    d.add(Fill(d.scalar(element), empty))
    return True


BOTH = frozenset(["tensors", "memrefs"])

STATEMENTS = [
    Statement("bufferization.to_tensor", 0.8, draw_to_tensor, BOTH),
    Statement("a memref changed as a tensor", 0.8, draw_update, BOTH),
    Statement("bufferization.materialize_in_destination", 0.5, draw_materialize, BOTH),
    Statement("bufferization.to_buffer", 0.8, draw_to_buffer, BOTH),
    Statement("bufferization.alloc_tensor", 0.5, draw_alloc_tensor, frozenset(["tensors"])),
]
