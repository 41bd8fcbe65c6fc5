"""Arithmetic on whole tensors."""

from typing import TYPE_CHECKING

from ..arithmetic import FLOATS, INTEGERS
from ..types import Tensor
from .arith import Select
from .scalars import calculate
from .statement import TENSORS, Statement

if TYPE_CHECKING:
    from ..drawer import Drawer


def draw_elementwise(d: "Drawer") -> bool:
    a = d.tensor(d.element([*INTEGERS, *FLOATS]))
    assert isinstance(a.type, Tensor)
    b = a if d.chance(0.1) else d.tensor_of_type(a.type, a.extents)
    calculate(d, a, b)
    return True


def draw_select(d: "Drawer") -> bool:
    """One of two tensors, whole or element by element."""
    a = d.tensor()
    assert isinstance(a.type, Tensor)
    b = d.tensor_of_type(a.type, a.extents)
    condition = d.condition()
    if d.chance(0.3):
        condition = d.tensor_of_type(Tensor("i1", a.type.shape), a.extents)
    d.add(Select(condition, a, b))
    return True


STATEMENTS = [
    Statement("elementwise", 4, draw_elementwise, TENSORS),
    Statement("arith.select", 1.2, draw_select, TENSORS),
]
