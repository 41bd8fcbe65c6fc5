"""What a family offers to the drawer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..drawer import Drawer


@dataclass(frozen=True)
class Statement:
    """A way to draw an op, with how often it is drawn.

    `draw` gives False where it found no place for the op. `words` are what a
    drawer may forbid in a region.
    """

    name: str
    weight: float
    draw: Callable[["Drawer"], bool]
    words: frozenset[str] = frozenset()


#: The word of what needs tensors.
TENSORS = frozenset(["tensors"])
