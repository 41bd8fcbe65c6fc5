"""scatternd.scatter and scatternd.gather, on tensors and on memrefs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from valuetest.elements import ELEMENTS, INDEX_NAMES
from valuetest.operation import Clauses, Operation
from valuetest.reference import compute, runtime_error

from ..ast import Op, Value
from ..ranges import Range, within
from ..types import MemRef, Shaped, Tensor
from ..values import NAN, Array, Undefined, View
from .linalg import wants_memrefs
from .memrefs import indices_memref, memref
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer

Extents = tuple[int, ...]


class Indexed(Op):
    """A scatter or a gather; `third` is updates or init."""

    def __init__(
        self, kind: str, data: Value, indices: Value, third: Value, clauses: Clauses
    ):
        self.kind, self.clauses = kind, clauses
        into = data if kind == "scatter" else third
        results = []
        if isinstance(into.type, Tensor):
            results = [Value(into.type, into.extents)]
        super().__init__([data, indices, third], results)

    @property
    def name(self) -> str:
        return f"scatternd.{self.kind}"

    def text(self, p: "Printer") -> str:
        data, indices, third = (p.of(v) for v in self.operands)
        data_type, indices_type, third_type = (v.type.text for v in self.operands)
        clauses = self.clauses.text()
        if self.kind == "scatter":
            return (
                f"scatternd.scatter {third} into {data}[{indices}]{clauses} : "
                f"{third_type}, {indices_type} into {data_type}"
            )
        return (
            f"scatternd.gather {data}[{indices}] into {third}{clauses} : "
            f"{data_type}, {indices_type} into {third_type}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        destination = 0 if self.kind == "scatter" else 2
        if not isinstance(args[0], View):
            return [self._value(m, args, destination, on_memrefs=False)]
        into = args[destination]
        others = [a for i, a in enumerate(args) if i != destination]
        if any(into.overlaps(other) for other in others):
            raise Undefined("operands that share memory")
        into.write(self._value(m, [a.read() for a in args], destination, on_memrefs=True))
        return []

    def _value(
        self, m: "Machine", arrays: list[Array], destination: int, on_memrefs: bool
    ) -> Array:
        data, indices, third = arrays
        operation = Operation(
            self.kind, data.element, indices.element,
            data.bits, indices.exact(), third.bits, self.clauses,
        )  # fmt: skip
        self._check_promises(operation)
        if self.kind == "scatter" and m.records:
            m.unique[self] = m.unique.get(self, True) and _is_unique(operation)
        message = runtime_error(operation)
        if message:
            if self.clauses.out_of_bounds == "assume":
                raise Undefined("an index out of bounds that was promised not to be")
            return m.report(self, message, arrays[destination], on_memrefs)
        if self.clauses.reduction != "none":
            data.numbers(), third.numbers()
        result = compute(operation)
        states = np.zeros(result.value.shape, np.uint8)
        if data.state is not None or third.state is not None:
            moved = replace(
                operation, data=data.states, third=third.states,
                element=_STATES, clauses=replace(self.clauses, unique=False),
            )  # fmt: skip
            states = compute(moved).value
        nan = result.combined & data.element.is_nan(result.value)
        return Array(data.element, result.value, np.where(nan, NAN, states))

    def _check_promises(self, operation: Operation) -> None:
        """What `assume` and `unique` promise."""
        if self.clauses.out_of_bounds == "assume":
            strict = replace(self.clauses, out_of_bounds="error")
            if runtime_error(replace(operation, clauses=strict)):
                raise Undefined("a broken promise that indices are in bounds")
        if self.clauses.unique and not _is_unique(operation):
            raise Undefined("a broken promise that tuples differ")

    def simpler(self) -> Iterator[Callable[[], None]]:
        usual = Clauses(batch_dims=self.clauses.batch_dims)
        for name in ("reduction", "out_of_bounds", "negative_indices", "unique"):
            value = getattr(usual, name)
            if getattr(self.clauses, name) != value:
                changed = replace(self.clauses, **{name: value})
                yield lambda changed=changed: setattr(self, "clauses", changed)


class _States:
    """The states of elements where the elements themselves are combined."""

    def combine(self, reduction: str, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return np.maximum(old, new)


_STATES: Any = _States()


def _is_unique(operation: Operation) -> bool:
    """Whether no two tuples, wrapped and clamped, name one place."""
    if runtime_error(operation):
        return True
    seen = np.zeros(operation.data.shape, np.int64)
    ones = np.ones(operation.third.shape, np.int64)
    counted = replace(
        operation, data=seen, third=ones, element=ELEMENTS["i64"],
        clauses=replace(operation.clauses, reduction="add", unique=False),
    )  # fmt: skip
    return bool((compute(counted).value <= 1).all()) and 0 not in operation.third.shape


@dataclass(frozen=True)
class Geometry:
    """Extents of the three operands."""

    data: Extents
    indices: Extents
    third: Extents
    batch: int

    @property
    def components(self) -> int:
        return self.indices[-1]

    @property
    def range(self) -> Range | None:
        """Components that are in bounds for each place, if there are any."""
        places = self.data[self.batch : self.batch + self.components]
        if not places or 0 in places:
            return None
        return 0, min(places) - 1


def draw_geometry(
    d: "Drawer", data: Extents, indices: Extents | None = None
) -> Geometry | None:
    """Operands around data of these extents."""
    rank = len(data)
    if rank == 0:
        return None
    if indices is None:
        batch = d.weighted({0: 8, 1: 2 if rank > 1 else 0.5, 2: 0.5})
        if batch > rank:
            return None
        components = d.number(0 if d.chance(0.08) else min(1, rank - batch), rank - batch)
        tuples = tuple(d.extent() for _ in range(d.weighted({0: 1, 1: 6, 2: 1})))
        indices = (*data[:batch], *tuples, components)
    else:
        components, batch = indices[-1], 0
        if components > rank:
            return None
    third = (*indices[:-1], *data[batch + components :])
    size = max(int(np.prod(s, dtype=np.int64)) for s in (data, indices, third))
    return Geometry(data, indices, third, batch) if size <= 256 else None


def draw_clauses(d: "Drawer", kind: str, element: str, geometry: Geometry) -> Clauses:
    """Clauses that suit the element type."""
    type_ = ELEMENTS[element]
    reduction = "none"
    reduces = type_.reductions
    if kind == "scatter" and reduces and d.chance(0.5):
        reduction = d.choose(type_.reductions)
    return Clauses(
        reduction=reduction,
        out_of_bounds=d.weighted({"error": 5, "drop": 2, "clamp": 2, "assume": 0.7}),
        negative_indices="invalid" if d.chance(0.2) else "wrap",
        batch_dims=geometry.batch,
    )


def draw_indices(
    d: "Drawer", maker: "Maker", geometry: Geometry, clauses: Clauses
) -> Value:
    """Indices that the clauses admit, but for some that are to be reported."""
    extents, range_ = geometry.indices, geometry.range
    checked = clauses.out_of_bounds in ("error", "assume")
    bad = clauses.out_of_bounds == "error" and d.chance(d.profile.bad)
    element = d.choose(INDEX_NAMES)

    def fits(v: Value) -> bool:
        is_right = isinstance(v.type, maker.form) and v.extents == extents
        return is_right and v.element in INDEX_NAMES

    if not checked or bad or range_ is None:
        there = d.pick(fits) if not checked and d.chance(0.5) else None
        low = -2 if d.chance(0.5) else 0
        return there or maker.indices(element, extents, (low, 4))
    if clauses.negative_indices == "wrap" and d.chance(0.3):
        range_ = (-1 - range_[1], range_[1])
    there = d.pick(lambda v: fits(v) and within(v.range, range_))
    if there and d.chance(0.7):
        return there
    return maker.indices(element, extents, range_)


@dataclass
class Maker:
    """Makes operands: tensors, or memrefs of which one is written to."""

    d: "Drawer"
    form: type[Shaped]

    def destination(self, element: str, extents: Extents) -> Value:
        if self.form is Tensor:
            return self.d.tensor(element, extents)
        return memref(self.d, element, extents, written=True)

    def other(self, element: str, extents: Extents, into: Value) -> Value:
        if self.form is Tensor:
            return self.d.tensor(element, extents)
        return memref(self.d, element, extents, apart_from=[into])

    def indices(self, element: str, extents: Extents, range_: Range | None) -> Value:
        if self.form is Tensor:
            return self.d.tensor(element, extents, range_)
        return indices_memref(self.d, element, extents, range_)


def draw_maker(d: "Drawer") -> Maker:
    return Maker(d, MemRef if wants_memrefs(d) else Tensor)


def draw_scatter(d: "Drawer") -> bool:
    maker, element, extents = draw_maker(d), d.element(), d.extents()
    geometry = draw_geometry(d, extents)
    if geometry is None:
        return False
    data = maker.destination(element, extents)
    clauses = draw_clauses(d, "scatter", element, geometry)
    indices = draw_indices(d, maker, geometry, clauses)
    third = geometry.third
    if clauses.out_of_bounds != "assume" and third and d.chance(d.profile.bad * 0.5):
        third = tuple(n + d.number(0, 1) for n in third)
    updates = maker.other(element, third, data)
    if third != geometry.third:
        # The verifier must not see that they do not fit.
        updates = d.show(updates, (None,) * len(third))
    if indices.roots & data.roots:
        return False
    d.add(Indexed("scatter", data, indices, updates, clauses))
    return True


def draw_gather(d: "Drawer") -> bool:
    maker, element, extents = draw_maker(d), d.element(), d.extents()
    geometry = draw_geometry(d, extents)
    if geometry is None:
        return False
    init = maker.destination(element, geometry.third)
    data = maker.other(element, extents, init)
    clauses = draw_clauses(d, "gather", element, geometry)
    indices = draw_indices(d, maker, geometry, clauses)
    if indices.roots & init.roots:
        return False
    d.add(Indexed("gather", data, indices, init, clauses))
    return True


STATEMENTS = [
    Statement("scatternd.scatter", 6, draw_scatter),
    Statement("scatternd.gather", 2.5, draw_gather),
]
