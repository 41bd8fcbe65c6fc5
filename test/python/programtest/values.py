"""What values are while a program is interpreted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from valuetest.elements import ELEMENTS, Element

#: What is known of one element: its bits; that it is a NaN; nothing, as for
#: what no op has written. Moves keep this, and no op may decide anything on
#: what it does not know.
EXACT, NAN, UNSET = 0, 1, 2


class Undefined(Exception):
    """The program does what upstream leaves undefined or open."""


class Array:
    """A tensor, a vector, or with rank 0 a scalar.

    `promises` are those of `bufferization.to_tensor`: the memrefs that the
    value may still be read from.
    """

    __slots__ = ("bits", "element", "promises", "state")

    def __init__(
        self,
        element: Element,
        bits: np.ndarray,
        state: np.ndarray | None = None,
        promises: frozenset["Promise"] = frozenset(),
    ):
        self.element = element
        self.bits = np.asarray(bits)
        self.state = state if state is not None and state.any() else None
        self.promises = promises

    def __reduce__(self) -> tuple[object, ...]:
        # Element types are known by name; a copy of one has large tables.
        return _array, (self.element.name, self.bits, self.state)

    @staticmethod
    def computed(element: Element, bits: np.ndarray) -> "Array":
        """What arithmetic gave: the payloads of its NaNs are open."""
        bits = np.asarray(bits, element.dtype)
        nan = element.is_nan(bits)
        return Array(element, bits, np.where(nan, NAN, EXACT) if np.any(nan) else None)

    @staticmethod
    def index(value: int) -> "Array":
        return Array(ELEMENTS["index"], np.array(value, np.int64))

    @staticmethod
    def bool(value: bool) -> "Array":
        return Array(ELEMENTS["i1"], np.array(value, np.bool_))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.bits.shape

    @property
    def states(self) -> np.ndarray:
        """The state of each element."""
        if self.state is None:
            return np.zeros(self.bits.shape, np.uint8)
        return self.state

    def move(self, change: Callable[[np.ndarray], np.ndarray]) -> "Array":
        """The elements elsewhere, whatever they are."""
        state = None if self.state is None else change(self.state)
        return Array(self.element, change(self.bits), state, self.promises)

    def put(self, slot: object, new: "Array") -> "Array":
        """A copy with `new` at `slot`."""
        bits, states = np.array(self.bits), np.array(self.states)
        bits[slot], states[slot] = new.bits, new.states
        return Array(self.element, bits, states)

    def numbers(self) -> np.ndarray:
        """The elements for arithmetic, which takes any NaN for a NaN."""
        if self.state is not None and (self.state == UNSET).any():
            raise Undefined("reads what was never written")
        return self.bits

    def exact(self) -> np.ndarray:
        """The elements where their bits matter."""
        if self.state is not None:
            raise Undefined("depends on bits that are open")
        return self.bits

    def item(self) -> int:
        """An integer scalar."""
        return int(self.exact()[()])


def _array(name: str, bits: np.ndarray, state: np.ndarray | None) -> Array:
    return Array(ELEMENTS[name], bits, state)


_numbers = count()


@dataclass(eq=False)
class Promise:
    """That nobody writes to a memref while its tensor is used."""

    kept: bool = True


class Buffer:
    """One piece of memory: its bytes, with a state each, and whose it is.

    `owner` is "argument", "global", "constant" (not to be written), "alloc"
    (whoever allocates frees), "stack", or "tensor" (the compiler frees).
    """

    def __init__(self, size: int, owner: str):
        self.bytes = np.zeros(size, np.uint8)
        self.states = np.full(size, UNSET, np.uint8)
        self.owner = owner
        self.live = True
        self.promises: list[Promise] = []
        #: The op that made a tensor of it.
        self.tensor_of: object = None
        self.number = next(_numbers)

    def check(self, writes: bool) -> None:
        """Raises Undefined where the memory must not be used so."""
        if not self.live:
            raise Undefined("uses memory that was freed")
        if writes:
            if self.owner == "constant":
                raise Undefined("writes to a constant")
            for promise in self.promises:
                promise.kept = False
            self.promises.clear()


@dataclass
class View:
    """A memref: elements of a buffer, offset and strides counted in elements."""

    buffer: Buffer
    element: Element
    extents: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int = 0
    #: Where the elements are counted from, in bytes.
    start: int = 0
    bits: np.ndarray = field(init=False, repr=False)
    states: np.ndarray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        size = self.element.dtype.itemsize
        last = self.offset + sum(
            (n - 1) * s for n, s in zip(self.extents, self.strides) if s > 0
        )
        first = self.offset + sum(
            (n - 1) * s for n, s in zip(self.extents, self.strides) if s < 0
        )
        begin, end = self.start + first * size, self.start + (last + 1) * size
        offset = self.start + self.offset * size
        if 0 in self.extents:
            # No element is there, so it does not matter where.
            offset = 0
            self.bits = np.empty(self.extents, self.element.dtype)
            self.states = np.empty((*self.extents, size), np.uint8)
            return
        if begin < 0 or end > len(self.buffer.bytes):
            raise Undefined("a view past its buffer")
        strides = tuple(s * size for s in self.strides)
        self.bits = np.ndarray(
            self.extents, self.element.dtype, self.buffer.bytes, offset, strides
        )
        self.states = np.ndarray(
            (*self.extents, size), np.uint8, self.buffer.states, offset, (*strides, 1)
        )

    @property
    def shape(self) -> tuple[int, ...]:
        return self.extents

    def read(self, slot: object = ...) -> Array:
        """The elements at `slot`, as they are now."""
        self.buffer.check(writes=False)
        states = self.states.max(axis=-1)
        return Array(self.element, np.array(self.bits[slot]), np.array(states[slot]))

    def write(self, new: Array, slot: object = ...) -> None:
        self.buffer.check(writes=True)
        self.bits[slot] = new.bits
        self.states[slot] = new.states[..., None]

    def __reduce__(self) -> tuple[object, ...]:
        parts = (self.extents, self.strides, self.offset, self.start)
        return _view, (self.buffer, self.element.name, parts)

    def copy(self) -> "View":
        """The same view of a copy of the buffer."""
        buffer = Buffer(len(self.buffer.bytes), self.buffer.owner)
        buffer.bytes[...] = self.buffer.bytes
        buffer.states[...] = self.buffer.states
        return View(
            buffer, self.element, self.extents, self.strides, self.offset, self.start
        )

    def overlaps(self, other: "View") -> bool:
        """Whether the two may share an element."""
        return self.buffer is other.buffer and bool(
            np.may_share_memory(self.bits, other.bits)
        )


def _view(buffer: Buffer, name: str, parts: tuple[Any, ...]) -> View:
    return View(buffer, ELEMENTS[name], *parts)


def row_major(extents: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of contiguous elements."""
    strides, step = [], 1
    for n in reversed(extents):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))


def allocate(element: Element, extents: tuple[int, ...], owner: str) -> View:
    """A fresh contiguous buffer."""
    count_ = int(np.prod(extents, dtype=np.int64))
    buffer = Buffer(count_ * element.dtype.itemsize, owner)
    return View(buffer, element, extents, row_major(extents))
