"""The tree of a program: functions, regions, blocks, ops and values."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .types import MemRef, Shape, Shaped, Type
from .values import Array, View

if TYPE_CHECKING:
    from .machine import Machine
    from .printer import Printer

#: What an operand is at run time.
Runtime = Array | View


@dataclass(eq=False)
class Value:
    """An SSA value. Every time it is computed it has the same extents, also
    where its type hides them; so what is drawn from it can fit.

    `known` is the value of an index that is always the same; `range` are the
    least and greatest element of integers, where that is known; `roots` are the
    arguments, allocations and globals that a memref may point into. A `private`
    value is for the one op only that it was drawn for.
    """

    type: Type
    extents: tuple[int, ...] = ()
    known: int | None = None
    range: tuple[int, int] | None = None
    roots: frozenset["Value"] = frozenset()
    private: bool = False
    constant: bool = False
    #: Whether nothing may be written to a memref.
    readonly: bool = False
    #: Whether it is a dimension of affine, as the index of a loop is.
    affine: bool = False
    #: Of roots: whether something is written there, and whether it is a global.
    written: bool = False
    from_global: bool = False

    @property
    def element(self) -> str:
        return self.type.element

    @property
    def shape(self) -> Shape:
        """What a shaped type shows."""
        assert isinstance(self.type, Shaped)
        return self.type.shape


@dataclass(eq=False)
class Argument(Value):
    """An argument of a function, with what a public one is called with."""

    #: The value of `bufferization.writable`, or None where it is left out.
    writable: bool | None = None
    input: Runtime | None = None


@dataclass(eq=False)
class Block:
    """Ops, the last of which is the terminator."""

    arguments: list[Value] = field(default_factory=list)
    ops: list["Op"] = field(default_factory=list)


@dataclass(eq=False)
class Region:
    """One block, or several that branches connect; the first is the entry."""

    blocks: list[Block] = field(default_factory=list)

    @property
    def entry(self) -> Block:
        return self.blocks[0]


class Op:
    """One op. Subclasses say how it is drawn, written and run."""

    #: Whether it ends its block.
    terminator = False
    #: Whether `run` takes whole arrays in the place of scalars.
    elementwise = False

    def __init__(
        self,
        operands: list[Value],
        results: list[Value],
        regions: list[Region] | None = None,
    ):
        self.operands = operands
        self.results = results
        self.regions = regions or []
        #: The blocks that a terminator may go to.
        self.successors: list[Block] = []

    @property
    def result(self) -> Value:
        return self.results[0]

    @property
    def name(self) -> str:
        """The op's name in MLIR, with its dialect."""
        raise NotImplementedError

    def text(self, p: "Printer") -> str:
        """The op as MLIR, without its results' names."""
        raise NotImplementedError

    def emit(self, p: "Printer") -> None:
        """Writes the op; those with regions write several lines."""
        p.line(self, self.text(p))

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        """The results for these operands."""
        raise NotImplementedError

    def simpler(self) -> Iterator[Callable[[], None]]:
        """Changes of this op that make it simpler and keep its types."""
        return iter(())


@dataclass(eq=False)
class Function:
    """A function; the body's entry block has its arguments.

    Its symbol is the program's name and this one, which main has none of.
    """

    name: str
    private: bool = False
    #: What it returns, by type and extents.
    results: list[Value] = field(default_factory=list)
    body: Region = field(default_factory=Region)
    #: More attributes of the function, as MLIR.
    attributes: str = ""

    @property
    def arguments(self) -> list[Argument]:
        return self.body.entry.arguments  # type: ignore[return-value]


@dataclass(eq=False)
class Global:
    """A `memref.global`; one without contents is written before it is read."""

    name: str
    type: MemRef
    extents: tuple[int, ...]
    contents: Array | None
    constant: bool


@dataclass(eq=False)
class Program:
    """Functions of one module; the last one is called."""

    name: str
    functions: list[Function] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)

    @property
    def main(self) -> Function:
        return self.functions[-1]


def walk(region: Region) -> Iterator[tuple[Block, Op]]:
    """All ops, those of inner regions behind the op that has them."""
    for block in region.blocks:
        for op in block.ops:
            yield block, op
            for inner in op.regions:
                yield from walk(inner)


def ops_of(program: Program) -> Iterator[tuple[Block, Op]]:
    """All ops of a program."""
    for function in program.functions:
        yield from walk(function.body)
