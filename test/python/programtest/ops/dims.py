"""tensor.dim and memref.dim."""

from typing import TYPE_CHECKING, Any

from ..ast import Op, Value
from ..types import MemRef, Scalar, Shaped, Tensor
from ..values import Array, Undefined

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer


class Dim(Op):
    """An extent at run time."""

    def __init__(self, source: Value, dimension: Value):
        super().__init__([source, dimension], [Value(Scalar("index"))])
        if dimension.known is not None:
            n = source.extents[dimension.known]
            self.result.known, self.result.range = n, (n, n)

    @property
    def name(self) -> str:
        is_memref = isinstance(self.operands[0].type, MemRef)
        return "memref.dim" if is_memref else "tensor.dim"

    def text(self, p: "Printer") -> str:
        type_ = self.operands[0].type
        return f"{self.name} {p.list(self.operands)} : {type_.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        shape, dimension = args[0].shape, args[1].item()
        if not 0 <= dimension < len(shape):
            raise Undefined("a dimension that there is not")
        return [Array.index(shape[dimension])]


class Rank(Op):
    """tensor.rank."""

    name = "tensor.rank"

    def __init__(self, source: Value):
        rank = len(source.extents)
        result = Value(Scalar("index"), known=rank, range=(rank, rank))
        super().__init__([source], [result])

    def text(self, p: "Printer") -> str:
        source = self.operands[0]
        return f"tensor.rank {p.of(source)} : {source.type.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [Array.index(args[0].bits.ndim)]


def dimension_of(d: "Drawer", n: int) -> Value | None:
    """An extent that is `n`, of a tensor or memref that hides it."""
    source = d.pick(
        lambda v: isinstance(v.type, Tensor | MemRef)
        and any(s is None and e == n for s, e in zip(v.type.shape, v.extents))
    )
    if source is None:
        return None
    assert isinstance(source.type, Shaped)
    places = [
        i
        for i, (s, e) in enumerate(zip(source.type.shape, source.extents))
        if s is None and e == n
    ]
    return d.result(Dim(source, d.constant_index(d.choose(places))))
