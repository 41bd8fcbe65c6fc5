"""Single elements of tensors, in and out."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ast import Op, Value
from ..types import Scalar, Tensor
from ..values import Array, Undefined

if TYPE_CHECKING:
    from ..machine import Machine
    from ..printer import Printer


class Extract(Op):
    """tensor.extract."""

    name = "tensor.extract"

    def __init__(self, source: Value, indices: list[Value]):
        result = Value(Scalar(source.element), range=source.range)
        super().__init__([source, *indices], [result])

    def text(self, p: "Printer") -> str:
        source, *indices = self.operands
        return f"tensor.extract {p.of(source)}[{p.list(indices)}] : {source.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        source, *indices = args
        return [source.move(lambda x: x[place(indices, source.shape)])]


class Insert(Op):
    """tensor.insert."""

    name = "tensor.insert"

    def __init__(self, scalar: Value, into: Value, indices: list[Value]):
        result = Value(into.type, into.extents)
        super().__init__([scalar, into, *indices], [result])

    def text(self, p: "Printer") -> str:
        scalar, into, *indices = self.operands
        return (
            f"tensor.insert {p.of(scalar)} into {p.of(into)}[{p.list(indices)}] : "
            f"{into.type.text}"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        scalar, into, *indices = args
        return [into.put(place(indices, into.shape), scalar)]


class FromElements(Op):
    """tensor.from_elements."""

    name = "tensor.from_elements"

    def __init__(self, scalars: list[Value], extents: tuple[int, ...]):
        result = Value(Tensor(scalars[0].element, extents), extents)
        ranges = [s.range for s in scalars]
        if all(r is not None for r in ranges):
            result.range = (
                min(r[0] for r in ranges if r),
                max(r[1] for r in ranges if r),
            )
        super().__init__(scalars, [result])

    def text(self, p: "Printer") -> str:
        return f"tensor.from_elements {p.list(self.operands)} : {self.result.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        bits = np.array([a.bits for a in args]).reshape(self.result.extents)
        states = np.array([a.states for a in args]).reshape(self.result.extents)
        return [Array(args[0].element, bits.astype(args[0].bits.dtype), states)]


def place(indices: list[Array], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Indices as numbers, all of which are in bounds."""
    at = tuple(i.item() for i in indices)
    if not all(0 <= i < n for i, n in zip(at, shape)):
        raise Undefined("an element out of bounds")
    return at
