"""Lists of numbers, some of which are operands: offsets, sizes, strides."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .ast import Value
from .types import Shape

if TYPE_CHECKING:
    from .drawer import Drawer
    from .printer import Printer

#: Numbers, and None in the place of each operand.
Mixed = Shape


def draw_mixed(
    d: "Drawer", numbers: Sequence[int], operands: list[Value], share: float
) -> Mixed:
    """The numbers, some of them as operands, which are added to the list."""
    mixed: list[int | None] = []
    for n in numbers:
        if d.chance(share):
            operands.append(d.index(n))
            mixed.append(None)
        else:
            mixed.append(n)
    return tuple(mixed)


def text(p: "Printer", mixed: Mixed, operands: Iterator[Value]) -> str:
    """The list in brackets, taking operands where it has none."""
    parts = (p.of(next(operands)) if n is None else str(n) for n in mixed)
    return f"[{', '.join(parts)}]"


def numbers(mixed: Mixed, values: Iterator[int]) -> tuple[int, ...]:
    """The list at run time."""
    return tuple(next(values) if n is None else n for n in mixed)
