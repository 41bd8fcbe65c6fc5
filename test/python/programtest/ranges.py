"""What is known of the elements of integers."""

from .arithmetic import INTEGERS
from .values import Array

#: The least and the greatest element that there may be.
Range = tuple[int, int]


def content_range(array: Array) -> Range | None:
    """The least and greatest element, or None where it is not known."""
    name = array.element.name
    if name not in INTEGERS or name == "i1" or not array.bits.size:
        return None
    return int(array.bits.min()), int(array.bits.max())


def within(inner: Range | None, outer: Range) -> bool:
    """Whether all elements of the one are elements of the other."""
    return inner is not None and outer[0] <= inner[0] and inner[1] <= outer[1]
