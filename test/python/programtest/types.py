"""MLIR's types, as far as programs have them."""

from dataclasses import dataclass

#: Extents as a type shows them: None is '?'.
Shape = tuple[int | None, ...]


@dataclass(frozen=True)
class Type:
    """What all types have: an element type, which a scalar is itself."""

    element: str

    @property
    def text(self) -> str:
        return self.element


@dataclass(frozen=True)
class Scalar(Type):
    """A single element."""


@dataclass(frozen=True)
class Shaped(Type):
    """What tensors, memrefs and vectors have in common."""

    shape: Shape

    @property
    def rank(self) -> int:
        return len(self.shape)

    def _dimensions(self) -> str:
        return "".join(f"{'?' if n is None else n}x" for n in self.shape)


@dataclass(frozen=True)
class Tensor(Shaped):
    """A ranked tensor."""

    @property
    def text(self) -> str:
        return f"tensor<{self._dimensions()}{self.element}>"


@dataclass(frozen=True)
class Vector(Shaped):
    """A vector of fixed extents."""

    @property
    def text(self) -> str:
        return f"vector<{self._dimensions()}{self.element}>"


@dataclass(frozen=True)
class Layout:
    """A strided layout, in elements; None is '?'."""

    strides: Shape
    offset: int | None

    @property
    def text(self) -> str:
        strides = ", ".join("?" if s is None else str(s) for s in self.strides)
        offset = "?" if self.offset is None else self.offset
        return f"strided<[{strides}]{f', offset: {offset}' if offset else ''}>"


@dataclass(frozen=True)
class MemRef(Shaped):
    """A memref; without a layout it is contiguous, from offset 0."""

    layout: Layout | None = None

    @property
    def text(self) -> str:
        layout = f", {self.layout.text}" if self.layout else ""
        return f"memref<{self._dimensions()}{self.element}{layout}>"


def hidden(type_: Shaped) -> bool:
    """Whether the type has an extent '?'."""
    return None in type_.shape


def admits(shape: Shape, extents: tuple[int, ...]) -> bool:
    """Whether a value of these extents may have the type."""
    return len(shape) == len(extents) and all(
        s is None or s == n for s, n in zip(shape, extents)
    )


def castable(from_: Type, to: MemRef) -> bool:
    """Whether memref.cast takes the one to the other, and surely may."""
    if not isinstance(from_, MemRef) or from_.element != to.element:
        return False
    if from_ == to or from_.layout is None and to.layout is None:
        return True
    if to.layout is None:
        return False
    if from_.layout is None:
        return all(s is None for s in (*to.layout.strides, to.layout.offset))
    pairs = zip(
        (*from_.layout.strides, from_.layout.offset),
        (*to.layout.strides, to.layout.offset),
    )
    return all(b is None or a == b for a, b in pairs)
