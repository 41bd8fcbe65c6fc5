"""Values as MLIR's attributes write them."""

import numpy as np

from valuetest.elements import Element, String

from .values import Array

_INTEGERS = ("i", "u")


def scalar(element: Element, bits: np.ndarray) -> str:
    """One element."""
    value = bits[()]
    if element.name == "i1":
        return "true" if value else "false"
    if element.name.startswith("complex"):
        part = np.dtype(f"f{element.dtype.itemsize // 2}")
        parts = (_hex(np.array(x, part)) for x in (value.real, value.imag))
        return f"({', '.join(parts)})"
    if isinstance(element, String):
        return element.literal(bits)
    if is_integer(element):
        return str(int(value))
    return _hex(bits)


def literal(array: Array) -> str:
    """The contents of `dense<...>`."""
    bits = array.bits
    if bits.size == 0:
        return ""
    if bits.ndim == 0:
        return scalar(array.element, bits)
    if bits.size > 1 and _splat(bits):
        return scalar(array.element, bits.reshape(-1)[:1].reshape(()))
    parts = (literal_part(array.element, part) for part in bits)
    return f"[{', '.join(parts)}]"


def literal_part(element: Element, bits: np.ndarray) -> str:
    """Nested brackets."""
    if bits.ndim == 0:
        return scalar(element, np.asarray(bits))
    return f"[{', '.join(literal_part(element, np.asarray(b)) for b in bits)}]"


def is_integer(element: Element) -> bool:
    """Whether elements are integers: signed, unsigned, signless or index."""
    name = element.name
    return name == "index" or name.lstrip("su").startswith("i")


def _splat(bits: np.ndarray) -> bool:
    flat = np.ascontiguousarray(bits).reshape(-1)
    first = flat[:1].tobytes()
    return flat.tobytes() == first * flat.size


def _hex(bits: np.ndarray) -> str:
    width = bits.dtype.itemsize
    return f"0x{int.from_bytes(bits.tobytes(), 'little'):0{2 * width}X}"
