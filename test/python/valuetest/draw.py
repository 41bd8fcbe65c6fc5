"""Draws random operations: valid ones, and ones that must report an error."""

from dataclasses import replace

import numpy as np

from .elements import ELEMENTS, INDEX_NAMES, Element
from .operation import Clauses, Operation
from .program import FORMS, TENSOR_VARIANTS, WITNESS_EXTENT, Placed, View
from .reference import runtime_error

#: No operand has more elements: the reference takes one tuple at a time.
MAX_ELEMENTS = 4096
MAX_TUPLES = 96

_WITNESSED = ("i32", "i64", "index")


def draw_operation(
    rng: np.random.Generator, name: str, fails: bool = False
) -> Operation:
    """A valid operation; with `fails`, one that a bad index can be put into."""
    kind = "gather" if rng.random() < 0.25 else "scatter"
    names = list(_WITNESSED) if fails and rng.random() < 0.7 else list(ELEMENTS)
    element = ELEMENTS[rng.choice(names)]
    index = ELEMENTS[rng.choice(INDEX_NAMES)]
    clauses = _draw_clauses(rng, kind, element, fails)
    while True:
        batch, tuples, places, slices = _draw_shape(rng, fails)
        clauses = replace(clauses, batch_dims=len(batch))
        sizes = (batch + tuples, batch + places + slices, batch + tuples + slices)
        counts = [int(np.prod(s, dtype=np.int64)) for s in sizes]
        # Where no place exists, a tuple is for clauses that skip it.
        fits = counts[0] == 0 or 0 not in places or _may_be_bad(clauses)
        if fits and counts[0] <= MAX_TUPLES and max(counts[1:]) <= MAX_ELEMENTS:
            break
    indices, is_unique = _draw_indices(rng, index, clauses, batch, tuples, places)
    clauses = replace(clauses, unique=clauses.unique and is_unique)
    data = element.draw(rng, (*batch, *places, *slices))
    third = element.draw(rng, (*batch, *tuples, *slices))
    return Operation(kind, element, index, data, indices, third, clauses, name)


def draw_placed(
    rng: np.random.Generator, op: Operation, form: str | None = None
) -> Placed:
    """A random way to write the operation down."""
    form = form or str(rng.choice(FORMS, p=[0.4, 0.3, 0.3]))
    shown = rng.choice(["all", "none", "some", "indices"], p=[0.35, 0.25, 0.3, 0.1])
    static: dict[str, list[bool]] = {}
    for name in op.names:
        rank = op.array(name).ndim
        if shown == "some":
            static[name] = [bool(b) for b in rng.random(rank) < 0.5]
        else:
            static[name] = [shown != "none"] * rank
    if shown == "indices":
        # The ranks alone fix the number of components.
        static["indices"][-1] = False
    variant = "plain"
    if form == "tensor":
        variant = str(rng.choice(TENSOR_VARIANTS, p=[0.4, 0.2, 0.2, 0.2]))
    views = {n: View.draw(rng, op.array(n).ndim) for n in op.names}
    return Placed(
        op, form, static, variant, views, wide_layout=bool(rng.random() < 0.5)
    )


def draw_bad_index(rng: np.random.Generator, name: str) -> Placed:
    """An operation with one to three components out of bounds."""
    op = draw_operation(rng, name, fails=True)
    k = op.components
    flat = op.indices.reshape(-1, k)
    for _ in range(int(rng.integers(1, 4))):
        row, j = int(rng.integers(len(flat))), int(rng.integers(k))
        extent = op.data.shape[op.clauses.batch_dims + j]
        flat[row, j] = _draw_bad_value(rng, op.index, extent, op.clauses)
    return _with_witness(rng, op)


def draw_bad_shape(rng: np.random.Generator, name: str) -> Placed:
    """An operation with one or two extents changed, so that some disagree."""
    op = draw_operation(rng, name, fails=True)
    mode = str(rng.choice(["error", "error", "drop", "clamp"]))
    op.clauses = replace(op.clauses, out_of_bounds=mode)
    for _ in range(int(rng.integers(1, 3))):
        operand = str(rng.choice(op.names))
        array = op.array(operand)
        if array.ndim == 0:
            operand, array = "indices", op.indices
        axis = int(rng.integers(array.ndim))
        extent = max(0, array.shape[axis] + int(rng.choice([-1, 1, 2])))
        picks = np.zeros(extent, np.int64)
        changed = np.take(array, picks, axis) if array.shape[axis] else array
        if operand == "indices":
            op.indices = changed
        elif operand == "data":
            op.data = changed
        else:
            op.third = changed
    return _with_witness(rng, op)


def _draw_clauses(
    rng: np.random.Generator, kind: str, element: Element, fails: bool
) -> Clauses:
    reductions = ["none"]
    if kind == "scatter" and element.reductions and rng.random() < 0.6:
        reductions = list(element.reductions)
    modes = ["error"] if fails else ["error", "drop", "clamp", "assume"]
    shares = [1.0] if fails else [0.4, 0.25, 0.25, 0.1]
    return Clauses(
        reduction=str(rng.choice(reductions)),
        out_of_bounds=str(rng.choice(modes, p=shares)),
        negative_indices=str(rng.choice(["wrap", "invalid"], p=[0.7, 0.3])),
        unique=kind == "scatter" and bool(rng.random() < 0.25),
    )


def _draw_shape(rng: np.random.Generator, fails: bool) -> tuple[tuple[int, ...], ...]:
    """Extents of the batch, the leading, the indexed and the slice dimensions."""
    while True:
        rank = int(rng.integers(1, 5))
        lead = int(rng.integers(0, 4))
        batch = int(rng.choice([0, 0, 0, 1, 2]))
        k = int(rng.choice([0, 1, 1, 1, 2, 2, 3, 4]))
        if batch <= lead and batch + k <= rank and not (fails and k == 0):
            break
    smallest = 1 if fails else 0
    counts = (batch, lead - batch, k, rank - batch - k)
    return tuple(tuple(_draw_extent(rng, smallest) for _ in range(n)) for n in counts)


def _draw_extent(rng: np.random.Generator, smallest: int) -> int:
    if rng.random() < 0.04:
        return smallest
    if rng.random() < 0.12:
        # Around the widths of vectors.
        return int(rng.choice([7, 8, 9, 16, 17, 31, 33, 64, 67]))
    return int(rng.integers(1, 6))


def _draw_indices(
    rng: np.random.Generator,
    index: Element,
    clauses: Clauses,
    batch: tuple[int, ...],
    tuples: tuple[int, ...],
    places: tuple[int, ...],
) -> tuple[np.ndarray, bool]:
    """Tuples that the clauses admit, and whether each names its own place.

    Where the clauses let them, some lie out of bounds. A clamped tuple takes a
    place of its own as well, so with `unique` there are none.
    """
    k = len(places)
    count, batches, room = (
        int(np.prod(extents, dtype=np.int64)) for extents in (tuples, batch, places)
    )
    distinct = clauses.unique and count <= room
    out = np.zeros((batches, count, k), np.int64)
    for rows in out if k else ():
        if room:
            numbers = (
                rng.permutation(room) if distinct else rng.integers(0, room, count)
            )
            rows[...] = np.stack(np.unravel_index(numbers[:count], places), 1)
        if clauses.negative_indices == "wrap":
            rows -= np.where(rng.random(rows.shape) < 0.4, np.array(places), 0)
        bad = np.zeros(rows.shape, bool)
        if _may_be_bad(clauses) and not (distinct and clauses.out_of_bounds == "clamp"):
            bad = rng.random(rows.shape) < rng.choice([0.0, 0.2, 0.6])
        bad |= np.array(places) == 0
        for row, j in np.argwhere(bad):
            rows[row, j] = _draw_bad_value(rng, index, places[j], clauses)
    return out.reshape(*batch, *tuples, k).astype(index.dtype), distinct


def _may_be_bad(clauses: Clauses) -> bool:
    """Whether a component out of bounds is nothing to report."""
    return clauses.out_of_bounds in ("drop", "clamp")


def _draw_bad_value(
    rng: np.random.Generator, index: Element, extent: int, clauses: Clauses
) -> int:
    """A component that is out of bounds for `extent`."""
    limits = np.iinfo(index.dtype)
    low = -extent if clauses.negative_indices == "wrap" else 0
    near = [extent, extent + 1, low - 1, low - 2]
    far = [limits.max, limits.min, limits.max // 4 + 1, limits.min // 4]
    return int(rng.choice(near if rng.random() < 0.6 else far))


def _with_witness(rng: np.random.Generator, op: Operation) -> Placed:
    """Writes down a failing operation so that a changed destination shows."""
    destination = op.array(op.destination)
    witnessed = (
        op.element.name in _WITNESSED
        and runtime_error(op) is not None
        and destination.ndim > 0
        and 1 <= destination.shape[-1] <= 3
    )
    if not witnessed:
        placed = draw_placed(rng, op)
        placed.variant = "plain"
        return placed
    # What is there names places of the witness, and what is to come does not.
    before = rng.integers(0, WITNESS_EXTENT, destination.shape).astype(op.element.dtype)
    if op.kind == "scatter":
        op.data, op.third = before, np.full_like(op.third, 1000)
        if op.clauses.reduction in ("mul", "min"):
            op.clauses = replace(op.clauses, reduction="none")
    else:
        op.data, op.third = np.full_like(op.data, 1000), before
    placed = draw_placed(rng, op, str(rng.choice(["tensor", "memref"])))
    placed.variant, placed.witness = "plain", True
    return placed
