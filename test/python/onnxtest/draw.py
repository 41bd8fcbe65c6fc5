"""Draws random models; number n of a seed is always the same one."""

from dataclasses import dataclass

import numpy as np

from . import evaluate
from .graph import Model, Node, Piece, Shape, Tensor
from .ranks import unknown_ranks
from .tensors import Value
from .types import INT64, TYPES, OnnxType

#: No tensor has more elements: the reference takes one tuple at a time.
MAX_ELEMENTS = 2048
MAX_TUPLES = 64

NEWEST_OPSET = 28

_VERSIONS = (11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 23, 25, 26, 27, NEWEST_OPSET)


def draw_model(rng: np.random.Generator, name: str) -> Model:
    """A model of one to four pieces."""
    opset = int(rng.choice(_VERSIONS))
    ir_version = int(rng.choice([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]))
    pieces = [
        _PieceDrawer(rng, opset, ir_version, f"p{i}").draw()
        for i in range(int(rng.integers(1, 5)))
    ]
    return Model(name, opset, ir_version, pieces)


@dataclass
class _Extents:
    """The parts of an operator's shapes; see the words in docs/Scatter.md."""

    batch: tuple[int, ...]
    tuples: tuple[int, ...]
    places: tuple[int, ...]
    slices: tuple[int, ...]

    def fits(self) -> bool:
        sizes = (
            self.batch + self.places + self.slices,
            self.batch + self.tuples + self.slices,
        )
        counts = [int(np.prod(s, dtype=np.int64)) for s in sizes]
        tuples = int(np.prod(self.batch + self.tuples, dtype=np.int64))
        # Where no place exists there can be no tuple.
        possible = tuples == 0 or 0 not in self.places
        return possible and tuples <= MAX_TUPLES and max(counts) <= MAX_ELEMENTS


class _PieceDrawer:
    """Draws one chain of nodes."""

    def __init__(
        self, rng: np.random.Generator, opset: int, ir_version: int, prefix: str
    ):
        self.rng, self.opset, self.ir_version = rng, opset, ir_version
        self.prefix = prefix
        names = [n for n, t in TYPES.items() if t.since <= opset]
        self.type = TYPES[str(rng.choice(names))]
        self.nodes: list[Node] = []
        self.count = 0

    def draw(self) -> Piece:
        length = int(self.rng.choice([1, 2, 3, 4], p=[0.5, 0.25, 0.15, 0.1]))
        current: Tensor | None = None
        kept: list[Tensor] = []
        for _ in range(length):
            node = self._draw_node(current)
            self.nodes.append(node)
            current = node.output
            if self.rng.random() < 0.25:
                kept.append(current)
        assert current is not None
        if current not in kept:
            kept.append(current)
        piece = Piece(self.nodes, kept)
        self._hide(piece)
        return piece

    def _draw_node(self, current: Tensor | None) -> Node:
        rng = self.rng
        as_updates = False
        if current is not None:
            as_updates = current.value.array.ndim == 0 or rng.random() < 0.25
        if current is not None and not as_updates and rng.random() < 0.2:
            return self._node("Identity", [current], current.value)
        if as_updates or rng.random() < 0.65:
            return self._draw_scatter(current, as_updates)
        return self._draw_gather(current)

    def _draw_scatter(self, current: Tensor | None, as_updates: bool) -> Node:
        rng = self.rng
        extents = self._draw_extents(current, as_updates, batch=0)
        reduction = self._draw_reduction()
        data = updates = current
        if current is None or as_updates:
            data = self._source(self.type, self._values(extents.places, extents.slices))
        if current is None or not as_updates:
            updates = self._source(
                self.type, self._values(extents.tuples, extents.slices)
            )
        assert data is not None and updates is not None
        indices = self._draw_indices(extents)
        if rng.random() < 0.1:
            passed = self._node("Identity", [indices], indices.value)
            self.nodes.append(passed)
            indices = passed.output
        value = evaluate.scatter(
            self.type, data.value, indices.value.array, updates.value,
            reduction or "none",
        )  # fmt: skip
        return self._node(
            "ScatterND", [data, indices, updates], value, reduction=reduction
        )

    def _draw_gather(self, current: Tensor | None) -> Node:
        batch = 0
        given: int | None = None
        if self.opset >= 12 and self.rng.random() < 0.6:
            given = batch = int(self.rng.choice([0, 1, 1, 2]))
            if current is not None and current.value.array.ndim <= batch:
                given = batch = 0
        extents = self._draw_extents(current, False, batch)
        data = current or self._source(
            self.type, self._values(extents.batch, extents.places, extents.slices)
        )
        indices = self._draw_indices(extents)
        value = evaluate.gather(self.type, data.value, indices.value.array, batch)
        return self._node("GatherND", [data, indices], value, batch_dims=given)

    def _draw_extents(
        self, current: Tensor | None, as_updates: bool, batch: int
    ) -> _Extents:
        """Extents that suit the current value, if it has to be a part of it.

        `batch` dimensions are shared; indices has rank 4 at most, and data 5
        where it is not what a gather gave.
        """
        rng = self.rng
        shape = None if current is None else current.value.array.shape
        attempts = 0
        while True:
            attempts += 1
            lead = int(rng.integers(batch, 4))
            k = int(rng.choice([0, 1, 1, 1, 1, 2, 2, 3, 4, 5]))
            tuples = self._extents(lead - batch, attempts)
            if shape is not None and as_updates:
                if lead > len(shape):
                    continue
                tuples, slices = shape[:lead], shape[lead:]
                places = self._extents(k, attempts)
                extents = _Extents((), tuples, places, slices)
            elif shape is not None:
                if batch + k > len(shape):
                    continue
                places, slices = shape[batch : batch + k], shape[batch + k :]
                extents = _Extents(shape[:batch], tuples, places, slices)
            else:
                rank = int(rng.integers(1, 6))
                # ONNX wants fewer batch dimensions than data has.
                if batch >= rank or batch + k > rank:
                    continue
                extents = _Extents(
                    self._extents(batch, attempts),
                    tuples,
                    self._extents(k, attempts),
                    self._extents(rank - batch - k, attempts),
                )
            if batch + len(extents.places) + len(extents.slices) > 0 and extents.fits():
                return extents

    def _extents(self, count: int, attempts: int) -> tuple[int, ...]:
        # A current value without room for tuples leaves only empty ones.
        empty = 0.03 if attempts < 50 else 0.5
        return tuple(self._extent(empty) for _ in range(count))

    def _extent(self, empty: float) -> int:
        draw = self.rng.random()
        if draw < empty:
            return 0
        if draw < empty + 0.06:
            return int(self.rng.choice([8, 9, 16, 17, 33]))
        return int(self.rng.integers(1, 5))

    def _values(self, *parts: tuple[int, ...]) -> np.ndarray:
        return np.asarray(self.type.element.draw(self.rng, sum(parts, ())))

    def _draw_reduction(self) -> str | None:
        choices: list[str | None] = [None, None]
        if self.opset >= 16:
            known = ("add", "mul") if self.opset < 18 else ("add", "mul", "max", "min")
            choices += ["none", *(self._suited(known))]
        return choices[int(self.rng.integers(len(choices)))]

    def _suited(self, known: tuple[str, ...]) -> list[str]:
        return [r for r in known if r in self.type.element.reductions]

    def _draw_indices(self, extents: _Extents) -> Tensor:
        """Tuples in bounds, some of them equal, some components negative."""
        rng = self.rng
        shape = (*extents.batch, *extents.tuples, len(extents.places))
        array = np.zeros(shape, np.int64)
        for j, extent in enumerate(extents.places):
            if array[..., j].size == 0:
                continue
            # Few different places now and then, for many equal tuples.
            high = min(extent, 2) if rng.random() < 0.2 else extent
            picks = rng.integers(0, high, shape[:-1])
            turned = rng.random(shape[:-1]) < rng.choice([0.0, 0.4, 1.0])
            array[..., j] = picks - np.where(turned, extent, 0)
        return self._source(INT64, array)

    def _source(self, type_: OnnxType, array: np.ndarray) -> Tensor:
        """A value from outside the chain."""
        rng = self.rng
        origins = ["input", "shadowed", "constant"]
        shares = [0.6, 0.25, 0.15]
        if self.ir_version >= 4:
            origins, shares = [*origins, "initializer"], [0.6, 0.1, 0.15, 0.15]
        origin = str(rng.choice(origins, p=shares))
        tensor = Tensor(self._name(), type_, Value.exact(array), origin)
        tensor.form = self._draw_form(tensor)
        if origin in ("input", "shadowed"):
            tensor.shape = self._shown(array.shape)
        return tensor

    def _draw_form(self, tensor: Tensor) -> str:
        if tensor.origin == "constant":
            forms = ["raw", "typed"]
            if _can_be_attribute(tensor) and self.opset >= 12:
                forms.append("attribute")
        else:
            forms = ["raw", "typed", "external"]
        if tensor.type.name == "string":
            forms = [f for f in forms if f not in ("raw", "external")]
        elif _has_signalling_nan(tensor):
            # Python turns them into quiet ones on their way into a list.
            forms = [f for f in forms if f in ("raw", "external")]
        return str(self.rng.choice(forms))

    def _node(
        self,
        kind: str,
        inputs: list[Tensor],
        value: Value,
        *,
        reduction: str | None = None,
        batch_dims: int | None = None,
    ) -> Node:
        output = Tensor(self._name(), inputs[0].type, value, "node")
        output.listed = bool(self.rng.random() < 0.4)
        output.shape = self._shown(value.array.shape)
        name = f"{self.prefix}/{kind}_{self.count}"
        if self.rng.random() < 0.2:
            name = ""
        return Node(kind, name, inputs, output, reduction, batch_dims)

    def _name(self) -> str:
        self.count += 1
        style = ("{0}_{1}", "/{0}/value.{1}", "{0}:{1}", "{0} value {1}")
        return style[int(self.rng.integers(len(style)))].format(self.prefix, self.count)

    def _shown(self, shape: tuple[int, ...]) -> Shape:
        """The extents as a type may show them, before any shape is left out."""
        ways = self.rng.choice(["static", "symbols", "nothing", "mixed"])

        def one(extent: int) -> int | str | None:
            way = ways
            if way == "mixed":
                way = self.rng.choice(["static", "symbols", "nothing"])
            if way == "static":
                return extent
            return f"n{extent}" if way == "symbols" else None

        return tuple(one(d) for d in shape)

    def _hide(self, piece: Piece) -> None:
        """Leaves out shapes, one after the other, where they can be derived."""
        shown = [t for t in piece.tensors() if t.shape is not None]
        for i in self.rng.permutation(len(shown)):
            if self.rng.random() < 0.35:
                shape, shown[i].shape = shown[i].shape, None
                if unknown_ranks(piece):
                    shown[i].shape = shape
        for tensor in unknown_ranks(piece):
            # Nothing was left out here: value_info has to say it.
            tensor.listed = True


def _can_be_attribute(tensor: Tensor) -> bool:
    """Whether a Constant can have the values as a list of numbers."""
    array = tensor.value.array
    if array.ndim > 1 or tensor.type.name not in ("int64", "float", "string"):
        return False
    return tensor.type.name != "float" or not np.isnan(array).any()


def _has_signalling_nan(tensor: Tensor) -> bool:
    if tensor.type.name not in ("float", "complex64"):
        return False
    return bool(np.isnan(tensor.value.array).any())
