"""Memrefs: where they come from, and what is read and written."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from valuetest.elements import ELEMENTS

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Argument, Global, Op, Value
from ..mixed import Mixed, draw_mixed, numbers
from ..ranges import Range, content_range
from ..types import Layout, MemRef, Scalar, Shape
from ..values import Array, Buffer, Undefined, View, row_major
from .single import place
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]

#: The word of what needs memrefs.
MEMREFS = frozenset(["memrefs"])


class Allocate(Op):
    """memref.alloc or memref.alloca."""

    def __init__(
        self,
        kind: str,
        element: str,
        shape: Mixed,
        extents: Extents,
        sizes: list[Value],
        alignment: int = 0,
    ):
        result = Value(MemRef(element, shape), extents)
        result.roots = frozenset([result])
        super().__init__(sizes, [result])
        self.kind, self.shape, self.alignment = kind, shape, alignment

    @property
    def name(self) -> str:
        return f"memref.{self.kind}"

    def text(self, p: "Printer") -> str:
        alignment = f" {{alignment = {self.alignment} : i64}}" if self.alignment else ""
        sizes = p.list(self.operands)
        return f"{self.name}({sizes}){alignment} : {self.result.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        extents = numbers(self.shape, (a.item() for a in args))
        owner = "alloc" if self.kind == "alloc" else "stack"
        return [m.allocate(ELEMENTS[self.result.element], extents, owner)]


class Dealloc(Op):
    """memref.dealloc."""

    name = "memref.dealloc"

    def __init__(self, source: Value):
        super().__init__([source], [])

    def text(self, p: "Printer") -> str:
        return f"memref.dealloc {p.of(self.operands[0])} : {self.operands[0].type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        free(args[0].buffer)
        return []


def free(buffer: Buffer) -> None:
    """Ends a buffer's life."""
    if buffer.owner != "alloc" or not buffer.live:
        raise Undefined("frees what it must not")
    buffer.check(writes=True)
    buffer.live = False


class Realloc(Op):
    """memref.realloc of a memref of rank 1."""

    name = "memref.realloc"

    def __init__(self, source: Value, shape: Shape, extent: int, sizes: list[Value]):
        result = Value(MemRef(source.element, shape), (extent,))
        result.roots = frozenset([result])
        super().__init__([source, *sizes], [result])

    def text(self, p: "Printer") -> str:
        source, *sizes = self.operands
        size = f"({p.list(sizes)})" if sizes else ""
        return (
            f"memref.realloc {p.of(source)}{size} : {source.type.text} to "
            f"{self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *sizes = args
        extents = (sizes[0].item(),) if sizes else self.result.extents
        new = m.allocate(source.element, extents, "alloc")
        kept = min(extents[0], source.extents[0])
        new.write(source.read(slice(0, kept)), slice(0, kept))
        free(source.buffer)
        return [new]


class Load(Op):
    """memref.load."""

    name = "memref.load"

    def __init__(self, source: Value, indices: Sequence[Value]):
        super().__init__([source, *indices], [Value(Scalar(source.element))])

    def text(self, p: "Printer") -> str:
        source, *indices = self.operands
        return f"memref.load {p.of(source)}[{p.list(indices)}] : {source.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *indices = args
        return [source.read(place(indices, source.shape))]


class Store(Op):
    """memref.store."""

    name = "memref.store"

    def __init__(self, scalar: Value, into: Value, indices: Sequence[Value]):
        super().__init__([scalar, into, *indices], [])

    def text(self, p: "Printer") -> str:
        scalar, into, *indices = self.operands
        return (
            f"memref.store {p.of(scalar)}, {p.of(into)}[{p.list(indices)}] : "
            f"{into.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        scalar, into, *indices = args
        into.write(scalar, place(indices, into.shape))
        return []


class Copy(Op):
    """memref.copy."""

    name = "memref.copy"

    def __init__(self, source: Value, into: Value):
        super().__init__([source, into], [])

    def text(self, p: "Printer") -> str:
        source, into = self.operands
        return (
            f"memref.copy {p.of(source)}, {p.of(into)} : {source.type.text} to "
            f"{into.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, into = args
        if source.shape != into.shape or into.overlaps(source):
            raise Undefined("a copy of what is not as large, or overlaps")
        into.write(source.read())
        return []


class MemRefCast(Op):
    """memref.cast: the same memref with another way to show what it is."""

    name = "memref.cast"

    def __init__(self, source: Value, type_: MemRef):
        super().__init__([source], [view_of(source, type_, source.extents)])

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        return (
            f"memref.cast {p.of(source)} : {source.type.text} to {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [args[0]]


class GetGlobal(Op):
    """memref.get_global."""

    name = "memref.get_global"

    def __init__(self, global_: Global, root: Value):
        result = Value(global_.type, global_.extents, roots=frozenset([root]))
        result.readonly = global_.constant
        super().__init__([], [result])
        self.global_ = global_.name

    def text(self, p: "Printer") -> str:
        return f"memref.get_global {p.symbol(self.global_)} : {self.result.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [m.globals[self.global_]]


def view_of(source: Value, type_: MemRef, extents: Extents) -> Value:
    """A memref of the same memory."""
    return Value(type_, extents, roots=source.roots, readonly=source.readonly)


# How they are drawn.


def memref(
    d: "Drawer",
    element: str,
    extents: Extents,
    *,
    written: bool = False,
    apart_from: Sequence[Value] = (),
) -> Value:
    """A memref that is initialised; with `written`, one that may be written to.

    It shares no memory with those of `apart_from`.
    """
    roots = frozenset().union(*(v.roots for v in apart_from))
    if d.chance(0.8):
        there = d.pick(
            lambda v: isinstance(v.type, MemRef)
            and v.element == element
            and v.extents == extents
            and not (written and not d.may_write(v))
            and not v.roots & roots
        )
        if there:
            return _written(there) if written else there
    # What several rounds at a time write to is of each round.
    is_apart = written and "parallel" in d.forbidden
    hows = {"alloc": 3.0, "argument": 4.0 if d.open and not is_apart else 0.0}
    if not written:
        hows["global"] = 1.0
    how = d.weighted(hows)
    if how == "argument":
        contents = d.contents(element, extents)
        value: Value = memref_argument(d, element, extents, contents)
        return _written(value) if written else value
    if how == "global":
        return new_global(d, element, extents, d.contents(element, extents))
    return allocated(d, element, extents)


def _written(value: Value) -> Value:
    """Notes of arguments that the function writes to them."""
    for root in value.roots:
        root.written = True
    return value


def allocated(d: "Drawer", element: str, extents: Extents) -> Value:
    """A fresh buffer with contents."""
    from .linalg import Fill

    operands: list[Value] = []
    shape = draw_mixed(d, extents, operands, d.choose([0.0, 0.5]))
    small = int(np.prod(extents)) <= 64
    kind = "alloca" if small and d.chance(0.2) and d.may_use_stack else "alloc"
    alignment = d.choose([0, 0, 0, 8, 64, 128]) if kind == "alloc" else 0
    value = d.result(Allocate(kind, element, shape, extents, operands, alignment))
    if kind == "alloc":
        d.frees(value)
    source = d.pick(
        lambda v: isinstance(v.type, MemRef)
        and v is not value
        and (v.element, v.extents) == (element, extents)
    )
    if source and d.chance(0.5):
        d.add(Copy(source, value))
    elif element in (*INTEGERS, *FLOATS) or d.chance(0.5):
        d.add(Fill(d.scalar(element), value))
    else:
        constant = new_global(d, element, extents, d.contents(element, extents))
        d.add(Copy(constant, value))
    return value


def new_global(d: "Drawer", element: str, extents: Extents, array: Array) -> Value:
    """A memref of a new global that holds the array."""
    name = f"_g{len(d.program.globals)}"
    global_ = Global(name, MemRef(element, extents), extents, array, d.chance(0.6))
    d.program.globals.append(global_)
    root = Value(global_.type, extents, from_global=True)
    value = d.result(GetGlobal(global_, root))
    if global_.constant:
        value.range = content_range(array)
    return value


def memref_argument(
    d: "Drawer", element: str, extents: Extents, contents: Array
) -> Argument:
    """A further memref argument, contiguous or strided."""
    layout: Layout | None = None
    strides, offset, behind = row_major(extents), 0, 0
    if extents and d.chance(0.4):
        strides, offset, behind = _draw_strides(d, extents)
        hidden = d.choose([0.0, 0.5, 1.0])
        shown = tuple(None if d.chance(hidden) else s for s in strides)
        layout = Layout(shown, None if d.chance(hidden) else offset)
    type_ = MemRef(element, d.shape(extents), layout)
    argument = Argument(type_, extents)
    argument.roots = frozenset([argument])
    if d.is_main:
        argument.input = _view_in(d, contents, strides, offset, behind)
    d.function.arguments.append(argument)
    return argument


def _draw_strides(d: "Drawer", extents: Extents) -> tuple[Extents, int, int]:
    """Strides, offset, and elements behind the last one."""
    order = list(range(len(extents)))
    if d.chance(0.3):
        d.random.shuffle(order)
    strides, step = [0] * len(extents), d.weighted({1: 3, 2: 1, 3: 1})
    for i in reversed(order):
        strides[i] = step
        step = max(1, step * extents[i]) + d.weighted({0: 3, 1: 1, 2: 1})
    return tuple(strides), d.number(0, 3), d.number(0, 2)


def _view_in(
    d: "Drawer", contents: Array, strides: Extents, offset: int, behind: int
) -> View:
    """A view of a buffer that has other elements as well."""
    extents, element = contents.shape, contents.element
    last = sum((n - 1) * s for n, s in zip(extents, strides) if n)
    count = offset + last + 1 + behind if contents.bits.size else 1 + offset
    if strides == row_major(extents) and not offset and not behind:
        count = contents.bits.size
    whole = element.draw(d.numbers, (count,))
    buffer = Buffer(count * element.dtype.itemsize, "argument")
    View(buffer, element, (count,), (1,)).write(Array(element, whole))
    view = View(buffer, element, extents, strides, offset)
    view.write(contents)
    return view


def indices_memref(
    d: "Drawer", element: str, extents: Extents, range_: Range | None
) -> Value:
    """A memref of integers in a range, which nothing writes to."""
    contents = d.contents(element, extents, range_)
    if d.open and d.chance(0.7):
        value: Value = memref_argument(d, element, extents, contents)
    else:
        value = new_global(d, element, extents, contents)
    value.readonly = True
    value.range = content_range(contents)
    return value


def draw_memref(d: "Drawer") -> bool:
    memref(d, d.element(), d.extents())
    return True


def draw_load(d: "Drawer") -> bool:
    source = d.pick(
        lambda v: isinstance(v.type, MemRef)
        and 0 not in v.extents
        and v.element in (*INTEGERS, *FLOATS)
    )
    if source is None:
        return False
    d.add(Load(source, [d.index_below(n) for n in source.extents]))
    return True


def draw_store(d: "Drawer") -> bool:
    element = d.element([*INTEGERS, *FLOATS])
    into = memref(d, element, d.extents(), written=True)
    if 0 in into.extents:
        return False
    scalar = d.scalar(element)
    d.add(Store(scalar, into, [d.index_below(n) for n in into.extents]))
    return True


def draw_copy(d: "Drawer") -> bool:
    into = memref(d, d.element(), d.extents(), written=True)
    source = memref(d, into.element, into.extents, apart_from=[into])
    d.add(Copy(source, into))
    return True


def draw_cast(d: "Drawer") -> bool:
    source = d.pick(lambda v: isinstance(v.type, MemRef))
    if source is None:
        return False
    assert isinstance(source.type, MemRef)
    shape = tuple(None if d.chance(0.5) else n for n in source.extents)
    layout = source.type.layout
    if layout is not None:
        strides = tuple(None if d.chance(0.5) else s for s in layout.strides)
        layout = Layout(strides, None if d.chance(0.5) else layout.offset)
    d.cast(source, MemRef(source.element, shape, layout))
    return True


def draw_realloc(d: "Drawer") -> bool:
    """A buffer that is allocated, grown or cut, and freed."""
    from .linalg import Fill

    element = d.element([*INTEGERS, *FLOATS])
    old, new = d.number(1, 4), d.number(1, 6)
    scalar = d.scalar(element)
    first = d.result(Allocate("alloc", element, (old,), (old,), []))
    first.private = True
    d.add(Fill(scalar, first))
    sizes: list[Value] = []
    shape = draw_mixed(d, [new], sizes, 0.5)
    value = d.result(Realloc(first, shape, new, sizes))
    d.frees(value)
    value.private = new > old
    if new > old:
        d.add(Fill(d.scalar(element), value))
        value.private = False
    return True


STATEMENTS = [
    Statement("a memref", 1, draw_memref, MEMREFS),
    Statement("memref.load", 1.5, draw_load, MEMREFS),
    Statement("memref.store", 2, draw_store, MEMREFS),
    Statement("memref.copy", 1, draw_copy, MEMREFS),
    Statement("memref.cast", 0.5, draw_cast, MEMREFS),
    Statement("memref.realloc", 0.3, draw_realloc, MEMREFS),
]
