"""Tensors of the same elements in another shape."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ast import Op, Value
from ..mixed import Mixed, draw_mixed, numbers, text
from ..types import Shape, Tensor
from ..values import Undefined
from .dims import Dim, Rank
from .single import FromElements
from .statement import TENSORS, Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Groups = tuple[tuple[int, ...], ...]


class TensorCast(Op):
    """tensor.cast: the same tensor with another way to show its extents."""

    name = "tensor.cast"

    def __init__(self, source: Value, type_: Tensor):
        result = Value(type_, source.extents, range=source.range)
        super().__init__([source], [result])

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        return (
            f"tensor.cast {p.of(source)} : {source.type.text} to {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [args[0]]


def groups_text(groups: Groups) -> str:
    return "[" + ", ".join(f"[{', '.join(map(str, g))}]" for g in groups) + "]"


class ExpandShape(Op):
    """tensor.expand_shape."""

    name = "tensor.expand_shape"

    def __init__(
        self,
        source: Value,
        groups: Groups,
        shape: Mixed,
        extents: tuple[int, ...],
        sizes: list[Value],
    ):
        type_ = Tensor(source.element, shape)
        result = Value(type_, extents, range=source.range)
        super().__init__([source, *sizes], [result])
        self.groups, self.shape = groups, shape

    def text(self, p: "Printer") -> str:
        source, *sizes = self.operands
        return (
            f"tensor.expand_shape {p.of(source)} {groups_text(self.groups)} "
            f"output_shape {text(p, self.shape, iter(sizes))} : {source.type.text} "
            f"into {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *sizes = args
        extents = numbers(self.shape, (a.item() for a in sizes))
        if int(np.prod(extents)) != source.bits.size:
            raise Undefined("an expansion to another number of elements")
        return [source.move(lambda x: x.reshape(extents))]


class CollapseShape(Op):
    """tensor.collapse_shape."""

    name = "tensor.collapse_shape"

    def __init__(self, source: Value, groups: Groups):
        assert isinstance(source.type, Tensor)
        shape, extents = collapsed(source.type.shape, source.extents, groups)
        result = Value(Tensor(source.element, shape), extents, range=source.range)
        super().__init__([source], [result])
        self.groups = groups

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        return (
            f"tensor.collapse_shape {p.of(source)} {groups_text(self.groups)} : "
            f"{source.type.text} into {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [args[0].move(lambda x: x.reshape(self.result.extents))]


class Reshape(Op):
    """tensor.reshape: to the extents that a tensor holds."""

    name = "tensor.reshape"

    def __init__(self, source: Value, extents: Value, type_: Tensor, to: tuple[int, ...]):
        super().__init__([source, extents], [Value(type_, to, range=source.range)])

    def text(self, p: "Printer") -> str:
        source, extents = self.operands
        return (
            f"tensor.reshape {p.of(source)}({p.of(extents)}) : "
            f"({source.type.text}, {extents.type.text}) -> {self.result.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        extents = tuple(int(n) for n in args[1].exact())
        if extents != self.result.extents:
            raise Undefined("a reshape to other extents")
        return [args[0].move(lambda x: x.reshape(extents))]


def collapsed(
    shape: Shape, extents: tuple[int, ...], groups: Groups
) -> tuple[Shape, tuple[int, ...]]:
    """What a collapse of these groups shows, and the extents it has."""
    new_shape: list[int | None] = []
    new_extents: list[int] = []
    for group in groups:
        n = int(np.prod([extents[i] for i in group], dtype=np.int64))
        new_extents.append(n)
        hides = any(shape[i] is None for i in group)
        new_shape.append(None if hides else n)
    return tuple(new_shape), tuple(new_extents)


def draw_groups(d: "Drawer", rank: int) -> Groups:
    """The dimensions in order, some of them together."""
    groups: list[list[int]] = []
    for i in range(rank):
        if groups and d.chance(0.5):
            groups[-1].append(i)
        else:
            groups.append([i])
    return tuple(tuple(g) for g in groups)


def draw_expansion(
    d: "Drawer", shape: Shape, extents: tuple[int, ...]
) -> tuple[Groups, Mixed, tuple[int, ...], list[Value]] | None:
    """Groups, output shape, extents and operands of an expansion."""
    groups: list[tuple[int, ...]] = []
    mixed: list[int | None] = []
    new: list[int] = []
    operands: list[Value] = []
    for known, n in zip(shape, extents):
        factors = _factors(d, n)
        groups.append(tuple(range(len(new), len(new) + len(factors))))
        if known is not None:
            part: Mixed = tuple(factors)
        else:
            part = _hide(d, factors, operands)
        mixed += part
        new += factors
    if len(new) > 5:
        return None
    return tuple(groups), tuple(mixed), tuple(new), operands


def _factors(d: "Drawer", n: int) -> list[int]:
    factors = [n]
    if d.chance(0.6):
        divisors = [i for i in range(1, n + 1) if n % i == 0] or [d.number(1, 3)]
        i = d.choose(divisors)
        factors = [i, n // i] if n else [0, i]
    if d.chance(0.25):
        factors.insert(d.number(0, len(factors)), 1)
    return factors


def _hide(d: "Drawer", factors: list[int], operands: list[Value]) -> Mixed:
    """One factor at least is '?', as their product is."""
    if d.chance(0.4):
        return draw_mixed(d, factors, operands, 1.0)
    hidden = d.number(0, len(factors) - 1)
    parts: list[int | None] = []
    for i, n in enumerate(factors):
        parts += draw_mixed(d, [n], operands, 1.0 if i == hidden else 0.2)
    return tuple(parts)


def draw_expand(d: "Drawer") -> bool:
    source = d.tensor()
    assert isinstance(source.type, Tensor)
    drawn = draw_expansion(d, source.type.shape, source.extents)
    if drawn is None or not source.extents:
        return False
    groups, mixed, extents, operands = drawn
    d.add(ExpandShape(source, groups, mixed, extents, operands))
    return True


def draw_collapse(d: "Drawer") -> bool:
    source = d.pick(lambda v: isinstance(v.type, Tensor) and len(v.extents) > 1)
    if source is None:
        return False
    d.add(CollapseShape(source, draw_groups(d, len(source.extents))))
    return True


def draw_cast(d: "Drawer") -> bool:
    source = d.tensor()
    shape = tuple(None if d.chance(0.5) else n for n in source.extents)
    d.cast(source, Tensor(source.element, shape))
    return True


def draw_reshape(d: "Drawer") -> bool:
    source = d.tensor()
    extents = list(source.extents)
    d.random.shuffle(extents)
    if d.chance(0.5):
        extents = [int(np.prod(extents, dtype=np.int64))]
    if not extents:
        return False
    sizes = d.result(FromElements([d.index(n) for n in extents], (len(extents),)))
    shape = tuple(None if d.chance(0.5) else n for n in extents)
    d.add(Reshape(source, sizes, Tensor(source.element, shape), tuple(extents)))
    return True


def draw_dim(d: "Drawer") -> bool:
    source = d.pick(lambda v: isinstance(v.type, Tensor) and bool(v.extents))
    if source is None:
        return False
    i = d.number(0, len(source.extents) - 1)
    d.add(Dim(source, d.index(i)))
    return True


def draw_rank(d: "Drawer") -> bool:
    d.add(Rank(d.tensor()))
    return True


STATEMENTS = [
    Statement("tensor.expand_shape", 1, draw_expand, TENSORS),
    Statement("tensor.collapse_shape", 1, draw_collapse, TENSORS),
    Statement("tensor.reshape", 0.4, draw_reshape, TENSORS),
    Statement("tensor.cast", 0.6, draw_cast, TENSORS),
    Statement("tensor.dim", 0.4, draw_dim, TENSORS),
    Statement("tensor.rank", 0.1, draw_rank, TENSORS),
]
