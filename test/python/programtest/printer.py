"""Writes programs as MLIR, and remembers where each op stands."""

from collections.abc import Sequence

from .ast import Block, Function, Global, Op, Program, Region, Value
from .literals import literal


class Printer:
    """Collects the lines of a module."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        #: "line:column" of each op, as locations have it.
        self.places: dict[Op, str] = {}
        #: The lines of each program.
        self.ranges: dict[Program, range] = {}
        self._names: dict[Value, str] = {}
        self._blocks: dict[Block, str] = {}
        self._indent = 0
        self._count = 0
        self._prefix = ""

    def symbol(self, name: str) -> str:
        """A function or global of the program that is written."""
        return f"@{self._prefix}{name}"

    def of(self, value: Value) -> str:
        """The name of a value."""
        return self._names[value]

    def list(self, values: Sequence[Value]) -> str:
        """Names with commas."""
        return ", ".join(self._names[v] for v in values)

    def block(self, block: Block) -> str:
        """The label of a block."""
        if block not in self._blocks:
            self._blocks[block] = f"^bb{len(self._blocks)}"
        return self._blocks[block]

    def name(self, value: Value) -> str:
        """Gives a value that is no op's result its name."""
        self._names[value] = f"%{self._count}"
        self._count += 1
        return self._names[value]

    def name_all(self, values: Sequence[Value]) -> str:
        """Names and types, as block arguments have them."""
        return ", ".join(f"{self.name(v)}: {v.type.text}" for v in values)

    def line(self, op: Op, text: str) -> None:
        """Writes an op, or the first line of one with regions."""
        head = self._results(op)
        column = 2 * self._indent + len(head) + 1
        self.places[op] = f"{len(self.lines) + 1}:{column}"
        self.more(head + text)

    def more(self, text: str) -> None:
        """Writes a further line."""
        self.lines.append("  " * self._indent + text)

    def _results(self, op: Op) -> str:
        # Each by itself: a name with a number may not stand everywhere.
        names = ", ".join(self.name(result) for result in op.results)
        return f"{names} = " if names else ""

    def region(self, region: Region, labelled: bool = False) -> None:
        """Writes the blocks; the entry's label only where `labelled`."""
        self._indent += 1
        for i, block in enumerate(region.blocks):
            if i or labelled:
                arguments = self.name_all(block.arguments)
                label = self.block(block) + (f"({arguments})" if arguments else "")
                self._indent -= 1
                self.more(f"{label}:")
                self._indent += 1
            for op in block.ops:
                op.emit(self)
        self._indent -= 1

    def function(self, function: Function) -> None:
        """Writes a function."""
        self._count = 0
        self._names.clear()
        self._blocks.clear()
        arguments = ", ".join(
            f"{self.name(a)}: {a.type.text}{_writable(a)}" for a in function.arguments
        )
        results = ", ".join(v.type.text for v in function.results)
        arrow = f" -> ({results})" if function.results else ""
        private = "private " if function.private else ""
        extra = f" attributes {function.attributes}" if function.attributes else ""
        self.more(
            f"func.func {private}{self.symbol(function.name)}({arguments}){arrow}{extra} {{"
        )
        self.region(function.body)
        self.more("}")

    def program(self, program: Program) -> None:
        """Writes all of a program."""
        first = len(self.lines) + 1
        self._prefix = program.name
        for global_ in program.globals:
            self._global(global_)
        for function in program.functions:
            self.function(function)
        self.ranges[program] = range(first, len(self.lines) + 1)

    def _global(self, global_: Global) -> None:
        constant = "constant " if global_.constant else ""
        contents = "uninitialized"
        if global_.contents is not None:
            contents = f"dense<{literal(global_.contents)}>"
        self.more(
            f"memref.global \"private\" {constant}{self.symbol(global_.name)} : "
            f"{global_.type.text} = {contents}"
        )

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def _writable(value: Value) -> str:
    writable = getattr(value, "writable", None)
    if writable is None:
        return ""
    return f" {{bufferization.writable = {str(writable).lower()}}}"


def print_programs(programs: Sequence[Program], separator: str = "") -> Printer:
    """One module of several programs; or modules with a line between them."""
    printer = Printer()
    for i, program in enumerate(programs):
        if i and separator:
            printer.more(separator)
        printer.program(program)
    return printer
