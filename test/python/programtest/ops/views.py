"""Memrefs of the memory of another one."""

from typing import TYPE_CHECKING, Any

import numpy as np

from valuetest.elements import ELEMENTS

from ..ast import Op, Value
from ..mixed import Mixed, draw_mixed, numbers, text
from ..types import Layout, MemRef, Shape
from ..values import Array, Undefined, View, row_major
from .linalg import Fill
from .memrefs import MEMREFS, allocated, new_global, view_of
from .shapes import Groups, collapsed, draw_expansion, draw_groups, groups_text
from .slices import Slice, draw_slice
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]


def layout_of(type_: MemRef) -> Layout:
    """Strides and offset, as far as the type shows them."""
    if type_.layout:
        return type_.layout
    strides: list[int | None] = []
    step: int | None = 1
    for n in reversed(type_.shape):
        strides.append(step)
        step = None if step is None or n is None else step * n
    return Layout(tuple(reversed(strides)), 0)


def _times(a: int | None, b: int | None) -> int | None:
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else a * b


class Subview(Op):
    """memref.subview."""

    name = "memref.subview"

    def __init__(self, source: Value, slice_: Slice, operands: list[Value]):
        assert isinstance(source.type, MemRef)
        layout = layout_of(source.type)
        strides = tuple(_times(s, t) for s, t in zip(layout.strides, slice_.strides))
        offset = layout.offset
        for o, s in zip(slice_.offsets, layout.strides):
            step = _times(o, s)
            offset = None if offset is None or step is None else offset + step
        kept = tuple(strides[i] for i in slice_.kept)
        type_ = MemRef(source.element, slice_.shape, Layout(kept, offset))
        super().__init__(
            [source, *operands], [view_of(source, type_, slice_.kept_extents)]
        )
        self.slice = slice_

    def text(self, p: "Printer") -> str:
        source, *operands = self.operands
        return (
            f"memref.subview {p.of(source)}{self.slice.text(p, iter(operands))} : "
            f"{source.type.text} to {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *operands = args
        offsets, _, strides = self.slice.at(operands, source.shape)
        offset = source.offset + sum(o * s for o, s in zip(offsets, source.strides))
        kept = self.slice.kept
        steps = tuple(source.strides[i] * strides[i] for i in kept)
        return [moved(source, self.slice.kept_extents, steps, offset)]


def moved(source: View, extents: Extents, strides: Extents, offset: int) -> View:
    """Another view of the same buffer."""
    return View(
        source.buffer, source.element, extents, strides, offset, source.start
    )


class Transpose(Op):
    """memref.transpose: dimension i of the result is dimension `order[i]`."""

    name = "memref.transpose"

    def __init__(self, source: Value, order: tuple[int, ...]):
        assert isinstance(source.type, MemRef)
        layout = layout_of(source.type)
        shape = tuple(source.shape[i] for i in order)
        strides = tuple(layout.strides[i] for i in order)
        type_ = MemRef(source.element, shape, Layout(strides, layout.offset))
        extents = tuple(source.extents[i] for i in order)
        super().__init__([source], [view_of(source, type_, extents)])
        self.order = order

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        dims = [f"d{i}" for i in range(len(self.order))]
        turned = ", ".join(dims[i] for i in self.order)
        return (
            f"memref.transpose {p.of(source)} ({', '.join(dims)}) -> ({turned}) : "
            f"{source.type.text} to {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source = args[0]
        extents = tuple(source.extents[i] for i in self.order)
        strides = tuple(source.strides[i] for i in self.order)
        return [moved(source, extents, strides, source.offset)]


class ReinterpretCast(Op):
    """memref.reinterpret_cast: any elements of the buffer, from its start."""

    name = "memref.reinterpret_cast"

    def __init__(
        self,
        source: Value,
        offset: Mixed,
        sizes: Mixed,
        strides: Mixed,
        extents: Extents,
        operands: list[Value],
    ):
        type_ = MemRef(source.element, sizes, Layout(strides, offset[0]))
        super().__init__([source, *operands], [view_of(source, type_, extents)])
        self.lists = (offset, sizes, strides)

    def text(self, p: "Printer") -> str:
        source, *operands = self.operands
        rest = iter(operands)
        offset, sizes, strides = (text(p, part, rest) for part in self.lists)
        return (
            f"memref.reinterpret_cast {p.of(source)} to offset: {offset}, sizes: "
            f"{sizes}, strides: {strides} : {source.type.text} to "
            f"{self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *operands = args
        values = iter([a.item() for a in operands])
        offset, sizes, strides = (numbers(part, values) for part in self.lists)
        return [moved(source, sizes, strides, offset[0])]


class ExpandShape(Op):
    """memref.expand_shape, also of strided elements."""

    name = "memref.expand_shape"

    def __init__(
        self,
        source: Value,
        groups: Groups,
        shape: Mixed,
        extents: Extents,
        sizes: list[Value],
    ):
        assert isinstance(source.type, MemRef)
        layout = source.type.layout
        if layout == Layout((1,), 0):
            # The only layout that is contiguous to upstream as well.
            layout = None
        if layout:
            layout = Layout(_inside(layout.strides, groups, shape), layout.offset)
        type_ = MemRef(source.element, shape, layout)
        super().__init__([source, *sizes], [view_of(source, type_, extents)])
        self.groups, self.shape = groups, shape

    def text(self, p: "Printer") -> str:
        source, *sizes = self.operands
        return (
            f"memref.expand_shape {p.of(source)} {groups_text(self.groups)} "
            f"output_shape {text(p, self.shape, iter(sizes))} : {source.type.text} "
            f"into {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *sizes = args
        extents = numbers(self.shape, (a.item() for a in sizes))
        if int(np.prod(extents)) != int(np.prod(source.extents)):
            raise Undefined("another number of elements")
        strides = _inside(source.strides, self.groups, extents)
        return [moved(source, extents, tuple(s or 0 for s in strides), source.offset)]


def _inside(strides: Shape, groups: Groups, shape: Shape) -> Shape:
    """The strides of dimensions that each stride's dimension becomes."""
    new: list[int | None] = [None] * len(shape)
    for step, group in zip(strides, groups):
        for i in reversed(group):
            new[i] = step
            step = _times(step, shape[i])
    return tuple(new)


class CollapseShape(Op):
    """memref.collapse_shape, of contiguous elements."""

    name = "memref.collapse_shape"

    def __init__(self, source: Value, groups: Groups):
        shape, extents = collapsed(source.shape, source.extents, groups)
        type_ = MemRef(source.element, shape)
        super().__init__([source], [view_of(source, type_, extents)])
        self.groups = groups

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        return (
            f"memref.collapse_shape {p.of(source)} {groups_text(self.groups)} : "
            f"{source.type.text} into {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        extents = self.result.extents
        return [moved(args[0], extents, row_major(extents), args[0].offset)]


class Reshape(Op):
    """memref.reshape: to the extents that a memref holds."""

    name = "memref.reshape"

    def __init__(self, source: Value, sizes: Value, type_: MemRef, extents: Extents):
        super().__init__([source, sizes], [view_of(source, type_, extents)])

    def text(self, p: "Printer") -> str:
        source, sizes = self.operands
        return (
            f"memref.reshape {p.of(source)}({p.of(sizes)}) : ({source.type.text}, "
            f"{sizes.type.text}) -> {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, sizes = args
        extents = self.result.extents
        if tuple(sizes.read().exact().tolist()) != extents:
            raise Undefined("a reshape to other extents")
        return [moved(source, extents, row_major(extents), source.offset)]


class BytesView(Op):
    """memref.view: bytes of an i8 memref as other elements."""

    name = "memref.view"

    def __init__(
        self,
        source: Value,
        shift: Value,
        element: str,
        shape: Mixed,
        extents: Extents,
        sizes: list[Value],
    ):
        result = view_of(source, MemRef(element, shape), extents)
        super().__init__([source, shift, *sizes], [result])
        self.shape = shape

    def text(self, p: "Printer") -> str:
        source, shift, *sizes = self.operands
        return (
            f"memref.view {p.of(source)}[{p.of(shift)}][{p.list(sizes)}] : "
            f"{source.type.text} to {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, shift, *sizes = args
        extents = numbers(self.shape, (a.item() for a in sizes))
        element = ELEMENTS[self.result.element]
        start = source.start + source.offset + shift.item()
        if start % element.dtype.itemsize:
            raise Undefined("elements that are not aligned")
        return [View(source.buffer, element, extents, row_major(extents), 0, start)]


# How they are drawn.


def _source(d: "Drawer", contiguous: bool = False) -> Value | None:
    return d.pick(
        lambda v: isinstance(v.type, MemRef)
        and not (contiguous and v.type.layout is not None)
    )


def _is_ambiguous(slice_: Slice) -> bool:
    """Whether the verifier may take another dimension for the one left out."""
    steps = (s for n, s in zip(slice_.sizes, slice_.strides) if n == 1)
    return bool(slice_.dropped) and any(s != 1 for s in steps)


def draw_subview(d: "Drawer") -> bool:
    source = _source(d)
    # As for transpositions, but for the outermost extent.
    if source is None or 0 in source.extents[1:]:
        return False
    drawn = draw_slice(d, source.extents)
    if drawn is None or _is_ambiguous(drawn[0]):
        return False
    d.add(Subview(source, *drawn))
    return True


def draw_transpose(d: "Drawer") -> bool:
    source = _source(d)
    # Upstream takes a stride of 0 for one that is not known.
    if source is None or 0 in source.extents:
        return False
    order = list(range(len(source.extents)))
    d.random.shuffle(order)
    d.add(Transpose(source, tuple(order)))
    return True


def draw_expand(d: "Drawer") -> bool:
    source = _source(d)
    if source is None or not source.extents:
        return False
    drawn = draw_expansion(d, source.shape, source.extents)
    if drawn is None:
        return False
    d.add(ExpandShape(source, *drawn))
    return True


def draw_collapse(d: "Drawer") -> bool:
    source = _source(d, contiguous=True)
    if source is None or len(source.extents) < 2:
        return False
    d.add(CollapseShape(source, draw_groups(d, len(source.extents))))
    return True


def draw_reinterpret(d: "Drawer") -> bool:
    """Another shape of a whole contiguous buffer, or of a part of it."""
    source = _source(d, contiguous=True)
    # Of other views, the start of the buffer is not known here.
    if source is None or source not in source.roots or 0 in source.extents:
        return False
    count = int(np.prod(source.extents))
    rank = d.number(1, 3)
    sizes, strides, room = [], [], count
    for _ in range(rank):
        size = d.number(1, max(1, min(3, room)))
        sizes.append(size)
        room //= size
    step = d.number(1, 2) if room > 1 else 1
    for size in reversed(sizes):
        strides.append(step)
        step *= size
    strides.reverse()
    last = sum((n - 1) * s for n, s in zip(sizes, strides))
    if last >= count:
        return False
    operands: list[Value] = []
    share = d.choose([0.0, 0.5])
    offset = draw_mixed(d, [d.number(0, count - 1 - last)], operands, share)
    mixed_sizes = draw_mixed(d, sizes, operands, share)
    mixed_strides = draw_mixed(d, strides, operands, share)
    d.add(
        ReinterpretCast(
            source, offset, mixed_sizes, mixed_strides, tuple(sizes), operands
        )
    )
    return True


def draw_reshape(d: "Drawer") -> bool:
    source = _source(d, contiguous=True)
    if source is None or not source.extents:
        return False
    extents = list(source.extents)
    d.random.shuffle(extents)
    if d.chance(0.4):
        extents = [int(np.prod(extents, dtype=np.int64))]
    element = d.choose(["index", "i32", "i64"])
    numbers_ = np.array(extents, ELEMENTS[element].dtype)
    sizes = new_global(d, element, (len(extents),), Array(ELEMENTS[element], numbers_))
    sizes.readonly = True
    shape = tuple(None if d.chance(0.5) else n for n in extents)
    d.add(Reshape(source, sizes, MemRef(source.element, shape), tuple(extents)))
    return True


def draw_bytes(d: "Drawer") -> bool:
    """A buffer of bytes, with other elements in it."""
    element = d.element(["f32", "i32", "f64", "i64", "i16", "bf16", "i8"])
    extents = tuple(d.number(1, 3) for _ in range(d.number(0, 2)))
    size = ELEMENTS[element].dtype.itemsize
    shift = size * d.number(0, 2)
    total = shift + size * int(np.prod(extents)) + d.number(0, 4)
    source = allocated(d, "i8", (total,))
    operands: list[Value] = []
    shape = draw_mixed(d, extents, operands, 0.4)
    view = BytesView(source, d.index(shift), element, shape, extents, operands)
    d.add(view)
    d.add(Fill(d.scalar(element), view.result))
    return True


STATEMENTS = [
    Statement("memref.subview", 3, draw_subview, MEMREFS),
    Statement("memref.transpose", 0.7, draw_transpose, MEMREFS),
    Statement("memref.expand_shape", 0.6, draw_expand, MEMREFS),
    Statement("memref.collapse_shape", 0.6, draw_collapse, MEMREFS),
    Statement("memref.reinterpret_cast", 0.6, draw_reinterpret, MEMREFS),
    Statement("memref.reshape", 0.3, draw_reshape, MEMREFS),
    Statement("memref.view", 0.3, draw_bytes, MEMREFS),
]
