"""One scatternd op with its operands' values."""

from dataclasses import dataclass, field

import numpy as np

from .elements import Element


@dataclass(frozen=True)
class Clauses:
    """The op's clauses, with the contract's defaults."""

    reduction: str = "none"
    out_of_bounds: str = "error"
    negative_indices: str = "wrap"
    batch_dims: int = 0
    unique: bool = False

    def text(self) -> str:
        """The clauses as MLIR, each with a space before it; defaults left out."""
        words = []
        for name in ("reduction", "out_of_bounds", "negative_indices", "batch_dims"):
            value = getattr(self, name)
            if value != getattr(_DEFAULTS, name):
                words.append(f" {name}({value})")
        return "".join(words) + (" unique" if self.unique else "")


_DEFAULTS = Clauses()


@dataclass
class Operation:
    """A scatter or a gather. `third` is updates of a scatter, init of a gather.

    The shapes need not agree: then `reference.shape_error` says how.
    """

    kind: str
    element: Element
    index: Element
    data: np.ndarray
    indices: np.ndarray
    third: np.ndarray
    clauses: Clauses = field(default_factory=Clauses)
    name: str = ""

    @property
    def third_name(self) -> str:
        return "updates" if self.kind == "scatter" else "init"

    @property
    def names(self) -> tuple[str, str, str]:
        """The operands' names in the op's order."""
        return ("data", "indices", self.third_name)

    def array(self, name: str) -> np.ndarray:
        """The operand of that name."""
        return self.third if name == self.third_name else getattr(self, name)

    def element_of(self, name: str) -> Element:
        """The element type of the operand of that name."""
        return self.index if name == "indices" else self.element

    @property
    def destination(self) -> str:
        """The name of the operand that the op writes."""
        return "data" if self.kind == "scatter" else "init"

    @property
    def components(self) -> int:
        """k, as the ranks alone fix it (constraint C6)."""
        return (
            self.indices.ndim - 1 + self.data.ndim
            - self.clauses.batch_dims - self.third.ndim
        )  # fmt: skip

    def text(self, values: dict[str, str], types: dict[str, str]) -> str:
        """The op as MLIR, without a result name; operands by their names."""
        data, indices, third = (values[n] for n in self.names)
        data_type, indices_type, third_type = (types[n] for n in self.names)
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
