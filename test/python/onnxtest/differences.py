"""Where onnx.reference.ReferenceEvaluator gives something else than we do.

A piece with a node that an entry applies to is not compared with it, but with
the contract alone. docs/ONNX.md says the same of each entry; the unit tests
show that the entries are needed, and no wider than that.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .graph import Node, Piece


@dataclass(frozen=True)
class Difference:
    """One way in which the evaluator differs, and the nodes that it concerns."""

    name: str
    why: str
    applies: Callable[[Node], bool]


def _gathers_nothing(node: Node) -> bool:
    if node.kind != "GatherND":
        return False
    batch = node.indices.shape[: node.batch_dims or 0]
    return 0 in batch or node.indices.shape[-1] == 0


def _compares_zeros(node: Node) -> bool:
    native = node.inputs[0].type.native
    if node.reduction not in ("max", "min") or native.kind not in "fV":
        return False
    values = np.concatenate([node.data.reshape(-1), node.updates.reshape(-1)])
    with np.errstate(invalid="ignore"):
        values = values.view(native).astype(np.float64)
    zeros = np.signbit(values[values == 0])
    return bool(zeros.any() and not zeros.all())


def _stores_nul(node: Node) -> bool:
    if node.inputs[0].type.name != "string":
        return False
    strings = [t for t in node.inputs if t.type.name == "string"]
    return any(t.is_stored and t.ends_in_nul for t in strings)


def _multiplies_complex(node: Node) -> bool:
    return node.reduction == "mul" and node.inputs[0].type.native.kind == "c"


DIFFERENCES = (
    Difference(
        "GatherND of empty tuples or batches",
        "The evaluator reshapes indices to (batches, -1, components), which numpy "
        "refuses where one of the two is 0. Here an empty tuple names the whole "
        "of its batch, and no batches give nothing.",
        _gathers_nothing,
    ),
    Difference(
        "max and min of zeros of both signs",
        "numpy.maximum takes the zeros for equal and gives either. Here -0 is "
        "below +0, so that the order of tuples does not matter.",
        _compares_zeros,
    ),
    Difference(
        "mul of complex numbers",
        "numpy may fuse a product and a sum into one rounding, as the processor "
        "and the length of a slice have it. Here each step is rounded.",
        _multiplies_complex,
    ),
    Difference(
        "stored strings that end in NUL",
        "The evaluator reads strings of a model into numpy's arrays of a fixed "
        "width, which end at the last byte that is not NUL.",
        _stores_nul,
    ),
)


def differs(piece: Piece) -> bool:
    """Whether ONNX's evaluator is no measure for a piece."""
    return any(d.applies(n) for d in DIFFERENCES for n in piece.nodes)
