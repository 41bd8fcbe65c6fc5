"""The ops, by family."""

from typing import TYPE_CHECKING

from . import (
    affine,
    atomics,
    bridges,
    calls,
    elementwise,
    flow,
    generics,
    graphs,
    indexed,
    indices,
    linalg,
    memrefs,
    packs,
    parallel,
    scalars,
    shapes,
    slices,
    tensors,
    varying,
    vectors,
    views,
)

if TYPE_CHECKING:
    from ..drawer import Drawer
    from .statement import Statement

FAMILIES = (
    affine,
    atomics,
    bridges,
    calls,
    elementwise,
    flow,
    generics,
    graphs,
    indexed,
    indices,
    linalg,
    memrefs,
    packs,
    parallel,
    scalars,
    shapes,
    slices,
    tensors,
    varying,
    vectors,
    views,
)

STATEMENTS: tuple["Statement", ...] = tuple(
    s for family in FAMILIES for s in family.STATEMENTS
)

#: Deeper regions than these are only of ops without regions.
DEEPEST = 3


def draw_statement(d: "Drawer") -> None:
    """Draws one statement of any family that may stand here."""
    weights = {
        s: s.weight * d.profile.weight(s)
        for s in STATEMENTS
        if not (s.words & d.forbidden) and not (s in _FLOW and d.depth >= DEEPEST)
    }
    for _ in range(5):
        if d.weighted(weights).draw(d):
            return


_FLOW = frozenset(
    [*flow.STATEMENTS, *graphs.STATEMENTS, *parallel.STATEMENTS, *affine.STATEMENTS[1:3], *varying.STATEMENTS]
)
