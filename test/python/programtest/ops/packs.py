"""linalg.pack and linalg.unpack: to tiles and back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ast import Op, Value
from ..types import Tensor
from ..values import Array, Undefined
from .statement import TENSORS, Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]


@dataclass(frozen=True)
class Tiling:
    """Which dimensions are cut into tiles, of which sizes, and the order of the
    outer dimensions."""

    dimensions: tuple[int, ...]
    tiles: tuple[int, ...]
    order: tuple[int, ...]

    @property
    def text(self) -> str:
        order = f"outer_dims_perm = {list(self.order)} "
        if self.order == tuple(range(len(self.order))):
            order = ""
        return (
            f"{order}inner_dims_pos = {list(self.dimensions)} "
            f"inner_tiles = {list(self.tiles)}"
        )

    def packed(self, extents: Extents) -> Extents:
        """The extents of what is packed."""
        outer = list(extents)
        for i, tile in zip(self.dimensions, self.tiles):
            outer[i] = -(-outer[i] // tile)
        return (*(outer[i] for i in self.order), *self.tiles)

    def padded(self, extents: Extents) -> Extents:
        """The extents with full tiles."""
        full = list(extents)
        for i, tile in zip(self.dimensions, self.tiles):
            full[i] = -(-full[i] // tile) * tile
        return tuple(full)

    def pack(self, full: np.ndarray) -> np.ndarray:
        """Full tiles, in the order of the packed dimensions."""
        shape: list[int] = []
        outer, inner = [0] * full.ndim, [0] * len(self.tiles)
        for i, n in enumerate(full.shape):
            outer[i] = len(shape)
            if i in self.dimensions:
                j = self.dimensions.index(i)
                shape += [n // self.tiles[j], self.tiles[j]]
                inner[j] = len(shape) - 1
            else:
                shape.append(n)
        return full.reshape(shape).transpose([*(outer[i] for i in self.order), *inner])

    def unpack(self, packed: np.ndarray, full: Extents) -> np.ndarray:
        """The inverse of `pack`."""
        numbers = self.pack(np.arange(int(np.prod(full))).reshape(full))
        out = np.empty(int(np.prod(full)), packed.dtype)
        out[numbers.reshape(-1)] = packed.reshape(-1)
        return out.reshape(full)


class Pack(Op):
    """linalg.pack; where tiles are not full there is a padding value."""

    name = "linalg.pack"

    def __init__(self, source: Value, into: Value, tiling: Tiling, padding: list[Value]):
        super().__init__([source, into, *padding], [Value(into.type, into.extents)])
        self.tiling = tiling

    def text(self, p: "Printer") -> str:
        source, into, *padding = self.operands
        value = "".join(f"padding_value({p.of(v)} : {v.element}) " for v in padding)
        return (
            f"linalg.pack {p.of(source)} {value}{self.tiling.text} into {p.of(into)} : "
            f"{source.type.text} -> {into.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, _, *padding = args
        full = self.tiling.padded(source.shape)
        if full != source.shape and not padding:
            raise Undefined("tiles that are not full")
        bits = np.zeros(full, source.element.dtype)
        states = np.zeros(full, np.uint8)
        if padding:
            bits[...], states[...] = padding[0].bits, padding[0].states
        inside = tuple(slice(0, n) for n in source.shape)
        bits[inside], states[inside] = source.bits, source.states
        return [Array(source.element, self.tiling.pack(bits), self.tiling.pack(states))]


class Unpack(Op):
    """linalg.unpack."""

    name = "linalg.unpack"

    def __init__(self, source: Value, into: Value, tiling: Tiling):
        super().__init__([source, into], [Value(into.type, into.extents)])
        self.tiling = tiling

    def text(self, p: "Printer") -> str:
        source, into = self.operands
        return (
            f"linalg.unpack {p.of(source)} {self.tiling.text} into {p.of(into)} : "
            f"{source.type.text} -> {into.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, into = args
        full = self.tiling.padded(into.shape)
        inside = tuple(slice(0, n) for n in into.shape)
        return [source.move(lambda x: self.tiling.unpack(x, full)[inside])]


def _draw_tiling(d: "Drawer", extents: Sequence[int]) -> Tiling:
    rank = len(extents)
    dimensions = d.random.sample(range(rank), d.number(1, min(2, rank)))
    tiles = []
    for i in dimensions:
        fitting = [t for t in range(1, 5) if extents[i] % t == 0]
        tiles.append(d.choose(fitting) if d.chance(0.6) else d.number(1, 4))
    order = list(range(rank))
    if d.chance(0.4):
        d.random.shuffle(order)
    return Tiling(tuple(dimensions), tuple(tiles), tuple(order))


def draw_pack(d: "Drawer") -> bool:
    source = d.tensor()
    if not 1 <= len(source.extents) <= 3:
        return False
    tiling = _draw_tiling(d, source.extents)
    full = tiling.padded(source.extents) == source.extents
    padding = [d.scalar(source.element)] if not full or d.chance(0.2) else []
    # The inner extents are shown, as the tiles are.
    packed = tiling.packed(source.extents)
    inner = packed[len(source.extents) :]
    into = d.cast(
        d.tensor(source.element, packed),
        Tensor(source.element, (*d.shape(packed)[: len(source.extents)], *inner)),
    )
    d.add(Pack(source, into, tiling, padding))
    return True


def draw_unpack(d: "Drawer") -> bool:
    into = d.tensor()
    if not 1 <= len(into.extents) <= 3:
        return False
    tiling = _draw_tiling(d, into.extents)
    packed = tiling.packed(into.extents)
    inner = packed[len(into.extents) :]
    source = d.cast(
        d.tensor(into.element, packed),
        Tensor(into.element, (*d.shape(packed)[: len(into.extents)], *inner)),
    )
    d.add(Unpack(source, into, tiling))
    return True


STATEMENTS = [
    Statement("linalg.pack", 0.4, draw_pack, TENSORS),
    Statement("linalg.unpack", 0.4, draw_unpack, TENSORS),
]
