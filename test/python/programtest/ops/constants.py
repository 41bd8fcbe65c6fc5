"""arith.constant, of scalars, tensors and vectors."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ast import Op, Value
from ..literals import literal, scalar
from ..ranges import content_range
from ..types import Scalar, Type
from ..values import Array

if TYPE_CHECKING:
    from ..machine import Machine
    from ..printer import Printer


class Constant(Op):
    """A constant; of a type that shows all extents."""

    name = "arith.constant"
    elementwise = True

    def __init__(self, type_: Type, array: Array):
        value = Value(type_, array.shape, range=content_range(array), constant=True)
        if type_ == Scalar("index"):
            value.known = array.item()
        super().__init__([], [value])
        self.array = array

    def text(self, p: "Printer") -> str:
        type_ = self.result.type
        if not isinstance(type_, Scalar):
            return f"arith.constant dense<{literal(self.array)}> : {type_.text}"
        value = scalar(self.array.element, self.array.bits)
        if type_.element == "i1":
            return f"arith.constant {value}"
        return f"arith.constant {value} : {type_.text}"

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return [self.array]

    def simpler(self) -> Iterator[Callable[[], None]]:
        """Zeros in the place of the elements."""
        zeros = np.zeros(self.array.shape, self.array.element.dtype)
        if self.result.known is None and self.array.bits.tobytes() != zeros.tobytes():
            yield lambda: setattr(self, "array", Array(self.array.element, zeros))
