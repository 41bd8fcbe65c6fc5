"""What one program has much of.

A program that has a little of everything rarely has two ops that meet, so each
is drawn with few types and shapes, and with other shares of each kind of op.
"""

import random
from dataclasses import dataclass, field

from valuetest.elements import ELEMENTS

from .ops.statement import Statement

#: How often a program has much of an element type.
_ELEMENTS = {
    "f32": 8.0, "i32": 6, "i64": 4, "index": 2, "f64": 2, "f16": 1.5, "bf16": 2,
    "i1": 1, "i8": 1.5, "i16": 1, "complex<f32>": 0.7, "!scatternd.string": 0.7,
}  # fmt: skip


@dataclass
class Profile:
    """Types, shapes and shares of one program."""

    elements: list[str]
    shapes: list[tuple[int, ...]]
    #: How often extents are hidden.
    dynamic: float
    #: How often an index or a shape may be bad where it is reported.
    bad: float
    #: How much of what it does is on memrefs.
    memrefs: float
    #: How often a function is a graph of blocks.
    graphs: float
    _weights: dict[str, float] = field(default_factory=dict)

    @staticmethod
    def draw(rng: random.Random) -> "Profile":
        weights = {e: _ELEMENTS.get(e, 0.12) for e in ELEMENTS}
        elements = rng.choices(list(weights), list(weights.values()), k=rng.randint(1, 2))
        extent = lambda: rng.choices([0, 1, 2, 3, 4, 5, 8], [0.3, 2, 4, 4, 3, 1, 0.7])[0]
        shapes = []
        for _ in range(rng.randint(1, 3)):
            rank = rng.choices([0, 1, 2, 3, 4], [0.2, 5, 4, 1.5, 0.4])[0]
            shapes.append(tuple(extent() for _ in range(rank)))
        profile = Profile(
            elements,
            shapes,
            dynamic=rng.choice([0.0, 0.3, 0.8]),
            bad=rng.choice([0.0, 0.0, 0.0, 0.4]),
            memrefs=rng.choice([0.0, 0.0, 0.5, 1.0]),
            graphs=rng.choice([0.0, 0.0, 0.5]),
        )
        return profile

    def weight(self, statement: Statement) -> float:
        """How much more of this kind of statement than usual."""
        share = self.memrefs if "memrefs" in statement.words else 1.0
        return share * self._weights.get(statement.name, 1.0)
