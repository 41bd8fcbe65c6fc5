"""Models of ScatterND, GatherND, Identity and Constant nodes, with their values.

A model is made of pieces that share nothing: each is a chain of nodes with the
values it reads and gives. So what fails can be run again piece by piece.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from .tensors import Value
from .types import OnnxType

#: Extents as a type shows them: a number, the name of a symbol, or nothing.
Shape = tuple[int | str | None, ...]

#: Where a value comes from. A `shadowed` initializer has an input of its name,
#: as all had to have before IR version 4.
ORIGINS = ("input", "initializer", "shadowed", "constant", "node")


@dataclass
class Tensor:
    """A value of a graph."""

    name: str
    type: OnnxType
    value: Value
    origin: str
    #: How an initializer or constant is held: see tensors.FORMS, or "attribute"
    #: for a Constant node that has a list of numbers instead of a tensor.
    form: str = "raw"
    #: The shape in the graph's inputs, outputs or value_info; None: no shape.
    shape: Shape | None = None
    #: Whether value_info lists it, where it is neither an input nor an output.
    listed: bool = False

    @property
    def is_argument(self) -> bool:
        return self.origin == "input"

    @property
    def is_stored(self) -> bool:
        """Whether the model itself holds the values."""
        return self.origin in ("initializer", "shadowed", "constant")

    @property
    def ends_in_nul(self) -> bool:
        """Whether a string does, which arrays of a fixed width cannot hold."""
        return any(s.endswith("\0") for s in self.value.array.flat)

    @property
    def shows_rank(self) -> bool:
        """Whether the rank can be seen without a look at any node."""
        is_typed = self.origin != "node" or self.listed
        return self.is_stored or (is_typed and self.shape is not None)


@dataclass
class Node:
    """One node; `reduction` and `batch_dims` are None where it does not say."""

    kind: str
    name: str
    inputs: list[Tensor]
    output: Tensor
    reduction: str | None = None
    batch_dims: int | None = None

    @property
    def is_indexed(self) -> bool:
        """Whether it is a ScatterND or a GatherND, which --node numbers."""
        return self.kind in ("ScatterND", "GatherND")

    @property
    def data(self) -> np.ndarray:
        return self.inputs[0].value.array

    @property
    def indices(self) -> np.ndarray:
        return self.inputs[1].value.array

    @property
    def updates(self) -> np.ndarray:
        return self.inputs[2].value.array

    @property
    def third(self) -> Tensor:
        """Updates of a ScatterND, the output of a GatherND: the rest of C6."""
        return self.inputs[2] if self.kind == "ScatterND" else self.output


@dataclass
class Piece:
    """A chain of nodes; `outputs` are those of its values that the graph gives."""

    nodes: list[Node]
    outputs: list[Tensor]

    def tensors(self) -> Iterator[Tensor]:
        """Each value once, in the order in which nodes name them."""
        seen: set[str] = set()
        for node in self.nodes:
            for tensor in (*node.inputs, node.output):
                if tensor.name not in seen:
                    seen.add(tensor.name)
                    yield tensor


@dataclass
class Model:
    """A whole model."""

    name: str
    opset: int
    ir_version: int
    pieces: Sequence[Piece] = field(default_factory=list)

    def nodes(self) -> list[Node]:
        return [n for p in self.pieces for n in p.nodes]

    def tensors(self) -> list[Tensor]:
        return [t for p in self.pieces for t in p.tensors()]

    def arguments(self) -> list[Tensor]:
        """What a caller gives: the graph's inputs in order, constants left out."""
        return [t for t in self.tensors() if t.is_argument]

    def outputs(self) -> list[Tensor]:
        return [t for p in self.pieces for t in p.outputs]
