"""What the contract says that an op computes or reports, tuple by tuple."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .operation import Operation


@dataclass
class Result:
    """The value of the destination, and where a reduction combined something.

    Only there is a NaN as good as any other; all else is moved bit for bit.
    """

    value: np.ndarray
    combined: np.ndarray


@dataclass(frozen=True)
class ShapeRule:
    """One pair of extents that must agree; `other_extent` for C6 is k."""

    operand: str
    dimension: int
    extent: int
    other: str
    other_dimension: int
    other_extent: int


def shape_rules(op: Operation) -> Iterator[ShapeRule]:
    """All that C6 to C9 compare, in the order in which they are reported."""
    batch, k, lead = op.clauses.batch_dims, op.components, op.indices.ndim - 1
    third = op.third_name
    shapes = {name: op.array(name).shape for name in op.names}

    def rule(name: str, dimension: int, other: str, other_dimension: int) -> ShapeRule:
        extent, other_extent = shapes[name][dimension], shapes[other][other_dimension]
        return ShapeRule(name, dimension, extent, other, other_dimension, other_extent)

    yield ShapeRule("indices", lead, op.indices.shape[-1], "", -1, k)  # C6
    for i in range(lead):  # C7
        yield rule(third, i, "indices", i)
    for i in range(op.data.ndim - batch - k):  # C8
        yield rule(third, lead + i, "data", batch + k + i)
    for i in range(batch):  # C9
        yield rule("data", i, "indices", i)


def shape_error(op: Operation) -> str | None:
    """The run-time message of the first extents that disagree, or None."""
    for rule in shape_rules(op):
        if rule.extent == rule.other_extent:
            continue
        head = (
            f"shape mismatch: {rule.operand} dimension {rule.dimension} is "
            f"{rule.extent}, but "
        )
        if not rule.other:
            return head + (
                f"data rank {op.data.ndim} and {op.third_name} rank {op.third.ndim} "
                f"leave {rule.other_extent} components"
            )
        return (
            head
            + f"{rule.other} dimension {rule.other_dimension} is {rule.other_extent}"
        )
    return None


def verify_error(op: Operation, static: dict[str, list[bool]]) -> str | None:
    """The verifier's message for extents that disagree, or None.

    `static` says of each operand's dimensions whether the type shows them.
    """
    for rule in shape_rules(op):
        shown = static[rule.operand][rule.dimension]
        if rule.other:
            shown = shown and static[rule.other][rule.other_dimension]
        if rule.extent == rule.other_extent or not shown:
            continue
        head = (
            f"expected {rule.operand} dimension {rule.dimension} to be "
            f"{rule.other_extent} "
        )
        if not rule.other:
            return head + (
                f"(components left by data rank {op.data.ndim} and {op.third_name} "
                f"rank {op.third.ndim}), but got {rule.extent}"
            )
        return head + (
            f"({rule.other} dimension {rule.other_dimension}), but got {rule.extent}"
        )
    return None


def _place(op: Operation, at: tuple[int, ...]) -> tuple[list[int], int | None]:
    """A tuple's components after wrapping, and the first that is out of bounds."""
    batch = op.clauses.batch_dims
    wraps = op.clauses.negative_indices == "wrap"
    place, bad = [], None
    for j, value in enumerate(op.indices[at].tolist()):
        extent = op.data.shape[batch + j]
        wrapped = value + extent if wraps and value < 0 else value
        if not 0 <= wrapped < extent and bad is None:
            bad = j
        place.append(wrapped)
    return place, bad


def index_error(op: Operation) -> str | None:
    """The run-time message of the first component out of bounds, or None."""
    if op.clauses.out_of_bounds != "error":
        return None
    for at in np.ndindex(op.indices.shape[:-1]):
        _, bad = _place(op, at)
        if bad is None:
            continue
        dimension = op.clauses.batch_dims + bad
        extent = op.data.shape[dimension]
        low = -extent if op.clauses.negative_indices == "wrap" else 0
        valid = f"{low} to {extent - 1}" if extent else "none"
        where = ", ".join(map(str, (*at, bad)))
        return (
            f"index out of bounds: indices[{where}] = {int(op.indices[at][bad])}, "
            f"but data dimension {dimension} has extent {extent} (valid: {valid})"
        )
    return None


def runtime_error(op: Operation) -> str | None:
    """What the op reports at run time, or None: shapes come before indices."""
    if op.clauses.out_of_bounds == "assume":
        return None
    return shape_error(op) or index_error(op)


def compute(op: Operation) -> Result:
    """Runs an op that has nothing to report."""
    batch, k = op.clauses.batch_dims, op.components
    destination = op.array(op.destination)
    # np.array, as a copy of rank 0 may be a scalar, which nothing can be written to.
    value = np.array(destination)
    combined = np.zeros(value.shape, bool)
    for at in np.ndindex(op.indices.shape[:-1]):
        place, bad = _place(op, at)
        if bad is not None:
            extents = op.data.shape[batch : batch + k]
            if op.clauses.out_of_bounds != "clamp" or 0 in extents:
                continue
            place = [min(max(p, 0), d - 1) for p, d in zip(place, extents)]
        # The dots keep a single element an array.
        slot = (*at[:batch], *place, ...)
        if op.kind == "gather":
            value[(*at, ...)] = op.data[slot]
        elif op.clauses.reduction == "none":
            value[slot] = op.third[at]
            combined[slot] = False
        else:
            value[slot] = op.element.combine(
                op.clauses.reduction, value[slot], op.third[at]
            )
            combined[slot] = True
    return Result(value, combined)


def difference(op: Operation, got: np.ndarray, want: Result) -> str | None:
    """How `got`, an array as read from a file, differs from `want`, or None."""
    try:
        array = op.element.load(got)
    except ValueError as error:
        return str(error)
    if array.shape != want.value.shape:
        return f"shape is {array.shape}, expected {want.value.shape}"
    same = _same_bits(array, want.value)
    if want.combined.any():
        same |= want.combined & _same_with_nan(op, array, want.value)
    if same.all():
        return None
    at = tuple(int(i) for i in np.argwhere(~same)[0]) if same.ndim else ()
    show = op.element.show
    return (
        f"{int((~same).sum())} of {same.size} elements differ, first at {list(at)}: "
        f"got {show(array[at])}, expected {show(want.value[at])}"
    )


def _same_bits(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where two arrays of one dtype and shape hold the same bits."""
    width = a.dtype.itemsize
    a_bytes = np.frombuffer(a.tobytes(), np.uint8)
    b_bytes = np.frombuffer(b.tobytes(), np.uint8)
    equal = (a_bytes == b_bytes).reshape(a.size, width).all(axis=1)
    return equal.reshape(a.shape)


def _same_with_nan(op: Operation, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where two arrays agree if every NaN is as good as another."""
    if a.dtype.kind != "c":
        return _same_bits(a, b) | (op.element.is_nan(a) & op.element.is_nan(b))
    parts = []
    for x, y in ((a.real, b.real), (a.imag, b.imag)):
        parts.append(_same_bits(x, y) | (np.isnan(x) & np.isnan(y)))
    return parts[0] & parts[1]
