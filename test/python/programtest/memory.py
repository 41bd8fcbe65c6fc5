"""Values as compiled code has them in memory: bytes and descriptors."""

import ctypes
import struct
from dataclasses import dataclass, field

import numpy as np

from valuetest.elements import ELEMENTS, Element

from .ast import Value
from .types import Scalar
from .values import NAN, Array, View, row_major

#: What stands around the buffers of arguments.
GUARD, GUARD_BYTE = 128, 0xB7

_STRING = "!scatternd.string"


def size_of(element: Element) -> int:
    """The bytes of one element."""
    return 16 if element.name == _STRING else element.dtype.itemsize


@dataclass
class Memory:
    """Keeps what descriptors point to."""

    kept: list[object] = field(default_factory=list)

    def bytes_of(self, element: Element, array: np.ndarray) -> bytes:
        """The elements in row-major order."""
        if element.name != _STRING:
            return element.memory(array)
        return b"".join(self._string(str(s)) for s in np.asarray(array).reshape(-1))

    def _string(self, text: str) -> bytes:
        data = text.encode()
        buffer = ctypes.create_string_buffer(data, len(data))
        self.kept.append(buffer)
        return struct.pack("<QQ", ctypes.addressof(buffer) if data else 0, len(data))

    def guarded(self, data: bytes) -> "Guarded":
        """A copy of the data between guards."""
        guarded = Guarded(data)
        self.kept.append(guarded)
        return guarded


class Guarded:
    """Bytes at an address that is a multiple of 64, between guards."""

    def __init__(self, data: bytes):
        self.size = len(data)
        self._raw = np.full(self.size + 2 * GUARD + 64, GUARD_BYTE, np.uint8)
        self._start = GUARD + -(self._raw.ctypes.data + GUARD) % 64
        self.bytes[...] = np.frombuffer(data, np.uint8)

    @property
    def bytes(self) -> np.ndarray:
        return self._raw[self._start : self._start + self.size]

    @property
    def address(self) -> int:
        return self._raw.ctypes.data + self._start

    @property
    def is_whole(self) -> bool:
        """Whether nothing was written around them."""
        before, after = self._raw[: self._start], self._raw[self._start + self.size :]
        return bool((before == GUARD_BYTE).all() and (after == GUARD_BYTE).all())


def descriptor(address: int, offset: int, view: View | Array) -> bytes:
    """A memref descriptor."""
    extents = view.shape
    strides = view.strides if isinstance(view, View) else row_major(extents)
    rank = len(extents)
    return struct.pack(f"<QQq{2 * rank}q", address, address, offset, *extents, *strides)


@dataclass
class Described:
    """What a descriptor says."""

    allocated: int
    aligned: int
    offset: int
    sizes: tuple[int, ...]
    strides: tuple[int, ...]

    @staticmethod
    def read(data: bytes, rank: int) -> "Described":
        allocated, aligned, offset, *rest = struct.unpack(f"<QQq{2 * rank}q", data)
        return Described(allocated, aligned, offset, tuple(rest[:rank]), tuple(rest[rank:]))

    def elements(self, size: int) -> bytes:
        """The elements' bytes, in row-major order."""
        count = int(np.prod(self.sizes, dtype=np.int64))
        if count == 0:
            return b""
        if self.strides == row_major(self.sizes):
            return ctypes.string_at(self.aligned + self.offset * size, count * size)
        parts = []
        for at in np.ndindex(self.sizes):
            place = self.offset + sum(i * s for i, s in zip(at, self.strides))
            parts.append(ctypes.string_at(self.aligned + place * size, size))
        return b"".join(parts)


def strings_at(data: bytes) -> list[str]:
    """The strings that 16 bytes each describe."""
    found = []
    for address, size in struct.iter_unpack("<QQ", data):
        found.append(ctypes.string_at(address, size).decode() if size else "")
    return found


def layout(results: list[Value]) -> tuple[list[int], int]:
    """Where each result stands in the struct of all, and its size."""
    offsets, end, alignment = [], 0, 8
    for value in results:
        size, align = _size_and_alignment(value)
        end = -(-end // align) * align
        offsets.append(end)
        end += size
        alignment = max(alignment, align)
    return offsets, -(-end // alignment) * alignment


def _size_and_alignment(value: Value) -> tuple[int, int]:
    if not isinstance(value.type, Scalar):
        return 24 + 16 * len(value.extents), 8
    element = ELEMENTS[value.element]
    if element.name == _STRING:
        return 16, 8
    size = size_of(element)
    return size, size // 2 if element.name.startswith("complex") else size


def difference(element: Element, data: bytes | list[str], want: Array) -> str | None:
    """How elements in memory differ from what they must be, or None."""
    states = want.states.reshape(-1)
    if isinstance(data, list):
        wanted = [str(s) for s in want.bits.reshape(-1)]
        same = np.array([a == b for a, b in zip(data, wanted)], bool)
    else:
        size = size_of(element)
        got = np.frombuffer(data, np.uint8).reshape(-1, size)
        expected = np.frombuffer(element.memory(want.bits), np.uint8).reshape(-1, size)
        same = (got == expected).all(axis=1)
        if NAN in states:
            same |= (states == NAN) & _same_with_nan(element, got, expected)
    same |= states > NAN
    if same.all():
        return None
    first = int(np.argmin(same))
    at = [int(i) for i in np.unravel_index(first, want.shape)]
    return (
        f"{int((~same).sum())} of {same.size} elements differ, first at {at}: got "
        f"{_show(element, data, first)}, expected {element.show(want.bits.reshape(-1)[first])}"
    )


def _show(element: Element, data: bytes | list[str], number: int) -> str:
    if isinstance(data, list):
        return repr(data[number])
    size = size_of(element)
    raw = data[number * size : (number + 1) * size]
    return f"{element.show(np.frombuffer(raw, element.dtype)[0])}"


def _same_with_nan(element: Element, got: np.ndarray, want: np.ndarray) -> np.ndarray:
    """Where both are the same or NaNs; complex numbers part by part."""
    a = np.ascontiguousarray(got).view(element.dtype).reshape(-1)
    b = np.ascontiguousarray(want).view(element.dtype).reshape(-1)
    if a.dtype.kind != "c":
        return element.is_nan(a) & element.is_nan(b)
    both = np.ones(a.shape, bool)
    for x, y in ((a.real, b.real), (a.imag, b.imag)):
        both &= (x.view(f"u{x.itemsize}") == y.view(f"u{y.itemsize}")) | (
            np.isnan(x) & np.isnan(y)
        )
    return both

