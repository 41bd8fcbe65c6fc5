"""Runs programs: tensors are values, memrefs are views of buffers.

What upstream leaves undefined or open raises `Undefined`; a program that does
so is no test.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from valuetest.elements import ELEMENTS

from .ast import Block, Function, Op, Program, Region, Runtime, Value
from .values import Array, Buffer, Undefined, View, allocate

#: Ops that one call may run; more is for programs that do not end.
FUEL = 20_000


@dataclass
class Report:
    """A message of compiled code.

    `certain` says whether it must come: on tensors an op whose result nothing
    depends on may vanish.
    """

    op: Op
    message: str
    certain: bool
    on_memrefs: bool
    #: Which report of the run this is.
    number: int


@dataclass
class Outcome:
    """What a call must give."""

    results: list[Runtime]
    reports: list[Report]


@dataclass
class End:
    """How a block ended: with a terminator and its operands."""

    op: Op
    values: list[Any]


@dataclass
class Jump:
    """A branch to a block of the same region."""

    block: Block
    values: list[Any]


@dataclass
class Machine:
    """One run of a program.

    `disturbed` is the number of a report on tensors whose op gives something
    else here: so it shows whether anything depends on it.
    """

    program: Program
    disturbed: int | None = None
    #: Whether it notes what ops may promise.
    records: bool = False
    reports: list[Report] = field(default_factory=list)
    fuel: int = FUEL
    globals: dict[str, View] = field(default_factory=dict)
    #: Of each scatter that ran, whether no two tuples named one place.
    unique: dict[Op, bool] = field(default_factory=dict)
    #: Where in its domain an op of linalg is.
    point: list[Array] = field(default_factory=list)
    _env: dict[Value, Any] = field(default_factory=dict)
    _allocated: list[Buffer] = field(default_factory=list)
    _functions: dict[str, Function] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._functions = {f.name: f for f in self.program.functions}
        for global_ in self.program.globals:
            self.globals[global_.name] = allocate_global(global_)

    def allocate(self, *args: Any) -> View:
        """A buffer that whoever allocates it must free or return."""
        view = allocate(*args)
        self._allocated.append(view.buffer)
        return view

    def report(
        self, op: Op, message: str, unchanged: Array, on_memrefs: bool
    ) -> Array:
        """Reports; what the op gives then is its destination as it was."""
        number = len(self.reports)
        self.reports.append(Report(op, message, on_memrefs, on_memrefs, number))
        return disturb(unchanged) if number == self.disturbed else unchanged

    def main(self, arguments: list[Runtime]) -> Outcome:
        """Calls the program's public function."""
        results = self.call(self.program.main.name, arguments)
        returned = {v.buffer for v in results if isinstance(v, View)}
        for buffer in self._allocated:
            if buffer.owner == "alloc" and buffer.live and buffer not in returned:
                raise Undefined("does not free what it allocates")
        for result in results:
            if isinstance(result, View):
                result.buffer.check(writes=False)
                if result.buffer.owner not in ("argument", "alloc"):
                    raise Undefined("returns memory that is not the caller's")
        return Outcome(results, self.reports)

    def call(self, name: str, arguments: list[Runtime]) -> list[Runtime]:
        """Runs a function with values of its own."""
        function = self._functions[name]
        before, self._env = self._env, {}
        first = len(self._allocated)
        try:
            end = self.region(function.body, arguments)
        finally:
            self._env = before
        for buffer in self._allocated[first:]:
            if buffer.owner == "stack":
                buffer.live = False
        return end.values

    def value(self, value: Value) -> Any:
        """What a value is now."""
        return self._env[value]

    def region(self, region: Region, arguments: list[Any]) -> End:
        """Runs a region from its entry until a terminator leaves it."""
        block, values = region.entry, arguments
        while True:
            end = self._block(block, values)
            if isinstance(end, End):
                return end
            block, values = end.block, end.values

    def _block(self, block: Block, values: list[Any]) -> End | Jump:
        self._env.update(zip(block.arguments, values, strict=True))
        for op in block.ops:
            self.fuel -= 1
            if self.fuel < 0:
                raise Undefined("takes too long")
            args, promises = self._operands(op)
            results = op.run(self, args)
            if op.terminator:
                end = results[0] if results else End(op, args)
                assert isinstance(end, End | Jump)
                return end
            if promises:
                results = [_promise(r, promises) for r in results]
            self._env.update(zip(op.results, results, strict=True))
        raise AssertionError("a block without a terminator")

    def _operands(self, op: Op) -> tuple[list[Any], frozenset[Any]]:
        args = [self._env[v] for v in op.operands]
        promises: frozenset[Any] = frozenset()
        for arg in args:
            if isinstance(arg, Array) and arg.promises:
                if not all(p.kept for p in arg.promises):
                    raise Undefined("a tensor of a memref that was written since")
                promises |= arg.promises
        return args, promises


def _promise(result: Any, promises: frozenset[Any]) -> Any:
    """`result`, which may be read from the operands' memory."""
    if not isinstance(result, Array) or not result.bits.ndim:
        return result
    return Array(
        result.element, result.bits, result.state, result.promises | promises
    )


def allocate_global(global_: Any) -> View:
    """A global's buffer as the program starts with it."""
    view = allocate(ELEMENTS[global_.type.element], global_.extents, "global")
    if global_.contents is not None:
        view.write(global_.contents)
    if global_.constant:
        view.buffer.owner = "constant"
    return view


def disturb(array: Array) -> Array:
    """Other elements, as different as can be."""
    flat = array.bits
    if array.element.name.startswith("!"):
        return Array(array.element, flat, array.state)
    if flat.dtype.kind == "b":
        return Array(array.element, ~flat, array.state)
    raw = ~np.ascontiguousarray(flat).reshape(-1).view(np.uint8)
    return Array(array.element, raw.view(flat.dtype).reshape(flat.shape))
