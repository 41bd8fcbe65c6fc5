"""Draws functions, one op after the other.

The drawer knows every value's extents, also those that types hide, so it draws
slices that fit and operands that agree. What depends on run-time values is kept
in range by ops (remainders, masks), and checked once more by the interpreter.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from valuetest.elements import ELEMENTS

from .arithmetic import FLOATS, INTEGERS
from .ast import Argument, Block, Function, Op, Program, Value
from .ops import draw_statement
from .ops.constants import Constant
from .ops.linalg import Fill
from .ops.memrefs import Dealloc, MemRefCast
from .ops.scalars import make_condition, make_index, make_index_below, make_scalar
from .ops.shapes import TensorCast
from .ops.tensors import Empty, make_tensor, sizes_of
from .profile import Profile
from .ranges import Range, content_range, within
from .types import MemRef, Scalar, Shape, Shaped, Tensor, Type, admits
from .values import Array

T = TypeVar("T")
Extents = tuple[int, ...]


@dataclass
class Drawer:
    """Draws one function of a program."""

    program: Program
    function: Function
    profile: Profile
    random: random.Random
    numbers: np.random.Generator
    #: Whether it is the function that the program is called by.
    is_main: bool = False
    #: Whether the function may still get arguments.
    open: bool = True
    block: Block = field(init=False)
    #: What inner regions and later ops see, but for the function's arguments.
    visible: list[Value] = field(default_factory=list)
    #: Ops that may still be drawn.
    left: int = 12
    depth: int = 0
    #: What may not be drawn here, by the words that kinds of statements have.
    forbidden: frozenset[str] = frozenset()
    #: Whether memory of the stack may be taken here: not in loops without end.
    may_use_stack: bool = True
    #: What a tensor was made of, which there may be one of only.
    tensored: frozenset[Value] = frozenset()
    #: Tensors whose extents are not always the same, which main may return.
    varying: list[Value] = field(default_factory=list)
    _used: set[Value] = field(default_factory=set)
    _allocated: list[list[Value]] = field(default_factory=lambda: [[]])
    _read_only: frozenset[Value] = frozenset()
    _freed: frozenset[Value] = frozenset()

    def __post_init__(self) -> None:
        if not self.function.body.blocks:
            self.function.body.blocks.append(Block())
        self.block = self.function.body.entry

    # Chance.

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def choose(self, options: Sequence[T]) -> T:
        return options[self.random.randrange(len(options))]

    def weighted(self, options: dict[T, float]) -> T:
        return self.random.choices(list(options), list(options.values()))[0]

    def number(self, low: int, high: int) -> int:
        """From `low` to `high`, both included."""
        return self.random.randint(low, high)

    # Values that are there.

    def values(self, wanted: Callable[[Value], bool]) -> list[Value]:
        """Visible values, the latest last."""
        return [
            v
            for v in (*self.function.arguments, *self.visible)
            if not v.private and not v.roots & self._freed and wanted(v)
        ]

    def pick(self, wanted: Callable[[Value], bool]) -> Value | None:
        """One of them, rather a late one, and one that nothing takes yet."""
        found = self.values(wanted)
        if not found:
            return None
        if self.chance(0.4):
            unused = [v for v in found if v not in self._used]
            found = unused or found
        if self.chance(0.5):
            return found[-self.number(1, min(3, len(found)))]
        return self.choose(found)

    def add(self, op: Op) -> Op:
        """Puts an op behind the others."""
        self._put(op)
        self.visible += op.results
        self.left -= 1
        return op

    def result(self, op: Op) -> Value:
        """Puts an op behind the others, and gives its result."""
        return self.add(op).result

    def end(self, op: Op) -> None:
        """Puts the terminator behind the others, and frees before it what was
        allocated here and is not returned."""
        returned = frozenset().union(*(v.roots for v in op.operands))
        for value in self._allocated[-1]:
            if value not in returned:
                self._put(Dealloc(value))
                self._freed |= {value}
        self._put(op)

    def _put(self, op: Op) -> None:
        self.block.ops.append(op)
        self._used.update(op.operands)

    def frees(self, value: Value) -> None:
        """Says that the block that is drawn frees this allocation in the end."""
        self._allocated[-1].append(value)

    def is_freed(self, value: Value) -> bool:
        """Whether this function frees a memref of this root in the end."""
        return any(value in part for part in self._allocated)

    def may_write(self, value: Value) -> bool:
        """Whether an op may be drawn that writes to a memref."""
        return not value.readonly and not value.roots & self._read_only

    def never_write(self, value: Value) -> None:
        """Says that no further op may write to a memref."""
        self._read_only |= value.roots

    @contextmanager
    def no_writes(self) -> Iterator[None]:
        """Draws nothing that writes to memrefs of outside."""
        before = self._read_only
        outside = self.values(lambda v: bool(v.roots))
        self._read_only = before.union(*(v.roots for v in outside))
        try:
            yield
        finally:
            self._read_only = before

    @contextmanager
    def hides(self, value: Value) -> Iterator[None]:
        """Draws without the memrefs that share memory with this one."""
        before, self._freed = self._freed, self._freed | value.roots
        try:
            yield
        finally:
            self._freed = before | (self._freed - value.roots)

    def forget(self, seen: int) -> None:
        """Lets no further op use what was drawn since then."""
        for value in self.visible[seen:]:
            value.private = True

    def escapes(self, value: Value) -> bool:
        """Whether a memref may be handed out of the block that is drawn."""
        return not value.roots & frozenset(self._allocated[-1])

    def roots_of(self, type_: Type, extents: Extents) -> frozenset[Value]:
        """What a memref of this type may point into that comes from anywhere."""
        found = self.values(lambda v: v.type == type_ and v.extents == extents)
        return frozenset().union(*(v.roots for v in found if self.escapes(v)))

    def unused(self) -> list[Value]:
        """Visible tensors that no op takes yet."""
        return self.values(
            lambda v: v not in self._used and isinstance(v.type, Tensor)
        )

    @contextmanager
    def inside(self, block: Block, *forbidden: str) -> Iterator[Block]:
        """Draws into a block of an inner region."""
        saved = (self.block, len(self.visible), self.forbidden, self.depth)
        self.block = block
        self._allocated.append([])
        self.visible += block.arguments
        self.forbidden |= frozenset(forbidden)
        self.depth += 1
        try:
            yield block
        finally:
            self._allocated.pop()
            self.block, count, self.forbidden, self.depth = saved
            del self.visible[count:]

    # Types and contents.

    def element(self, allowed: Sequence[str] | None = None) -> str:
        """An element type, rather one that the program has much of."""
        names = [e for e in self.profile.elements if allowed is None or e in allowed]
        if names and self.chance(0.85):
            return self.choose(names)
        return self.choose(allowed if allowed is not None else list(ELEMENTS))

    def extents(self, rank: int | None = None) -> Extents:
        """A shape, rather one that the program has much of."""
        shapes = [s for s in self.profile.shapes if rank is None or len(s) == rank]
        if shapes and self.chance(0.8):
            return self.choose(shapes)
        if rank is None:
            rank = self.weighted({0: 1, 1: 4, 2: 4, 3: 2, 4: 0.5})
        return tuple(self.extent() for _ in range(rank))

    def extent(self) -> int:
        return self.weighted({0: 0.3, 1: 2, 2: 4, 3: 4, 4: 3, 5: 1, 8: 0.7})

    def shape(self, extents: Extents) -> Shape:
        """A way to show the extents."""
        if not self.chance(self.profile.dynamic):
            return extents
        return tuple(None if self.chance(0.5) else n for n in extents)

    def contents(
        self, element: str, extents: Extents, range_: Range | None = None
    ) -> Array:
        """Random elements; integers within the range."""
        kind = ELEMENTS[element]
        if range_ is None:
            return Array(kind, kind.draw(self.numbers, extents))
        low, high = range_
        bits = self.numbers.integers(low, high, extents, endpoint=True)
        return Array(kind, np.asarray(bits).astype(kind.dtype))

    # Values that are made where none is there.

    def constant(self, type_: Type, array: Array) -> Value:
        """A value of `arith.constant`."""
        return self.result(Constant(type_, array))

    def constant_index(self, n: int) -> Value:
        """A constant index, of its own."""
        return self.constant(Scalar("index"), Array.index(n))

    def constant_number(self, element: str, n: int) -> Value:
        """A constant scalar."""
        kind = ELEMENTS[element]
        return self.constant(Scalar(element), Array(kind, np.array(n, kind.dtype)))

    def splat_like(self, value: Value, n: int) -> Value:
        """A constant of the value's type, all of whose elements are `n`."""
        kind = ELEMENTS[value.element]
        number = kind.parse(n)
        array = Array(kind, np.full(value.extents, number, kind.dtype))
        if isinstance(value.type, Tensor):
            constant = self.constant(Tensor(value.element, value.extents), array)
            return self.cast(constant, value.type)
        return self.constant(value.type, array)

    def filled(self, element: str, extents: Extents) -> Value:
        """A tensor that linalg.fill gives all elements of."""
        return self.result(Fill(self.scalar(element), self.empty(element, extents)))

    def empty(self, element: str, extents: Extents) -> Value:
        """A tensor for one op to write to."""
        shape, sizes = sizes_of(self, extents)
        value = self.result(Empty(element, shape, extents, sizes))
        value.private = True
        return value

    def new_index(self, n: int) -> Value:
        """An index from outside of 0 to n - 1."""
        return Value(Scalar("index"), range=(0, max(n - 1, 0)))

    def argument(
        self,
        type_: Type,
        extents: Extents,
        array: Array,
        *,
        known: bool = False,
        range_: Range | None = None,
    ) -> Argument:
        """A further argument.

        Main is called with `array`. Calls of a helper pass any value, but a
        `known` index always this number, and integers in the range if there is
        one.
        """
        argument = Argument(type_, extents, range=range_)
        if known:
            argument.known = array.item()
            argument.range = (array.item(), array.item())
        if self.is_main:
            argument.input = array
            argument.range = content_range(array)
        self.function.arguments.append(argument)
        return argument

    def index(self, n: int) -> Value:
        """An index that is always `n`."""
        if self.chance(0.6):
            there = self.pick(lambda v: v.known == n and v.element == "index")
            if there:
                return there
        return make_index(self, n)

    def index_below(self, n: int) -> Value:
        """An index of 0 to n - 1, whatever it is."""

        def fits(v: Value) -> bool:
            return (
                isinstance(v.type, Scalar)
                and v.element == "index"
                and v.range is not None
                and 0 <= v.range[0]
                and v.range[1] < n
            )

        if self.chance(0.7):
            there = self.pick(fits)
            if there:
                return there
        return make_index_below(self, n)

    def scalar(self, element: str) -> Value:
        """A scalar of any value."""
        if self.chance(0.8):
            there = self.pick(
                lambda v: isinstance(v.type, Scalar) and v.element == element
            )
            if there:
                return there
        return make_scalar(self, element)

    def condition(self) -> Value:
        """An i1 that is rather not always the same."""
        return make_condition(self)

    def tensor(
        self,
        element: str | None = None,
        extents: Extents | None = None,
        range_: Range | None = None,
    ) -> Value:
        """A tensor of these; what is None may be anything."""

        def fits(v: Value) -> bool:
            if not isinstance(v.type, Tensor):
                return False
            if element is not None and v.element != element:
                return False
            if extents is not None and v.extents != extents:
                return False
            return range_ is None or within(v.range, range_)

        if self.chance(0.85):
            there = self.pick(fits)
            if there:
                return there

        element = element or self.element()
        extents = self.extents() if extents is None else extents
        return make_tensor(self, element, extents, range_)

    def cast(self, value: Value, type_: Type) -> Value:
        """The value with another way to show its extents."""
        if value.type == type_:
            return value
        assert isinstance(type_, Shaped) and admits(type_.shape, value.extents)
        if isinstance(type_, MemRef):
            return self.result(MemRefCast(value, type_))
        return self.result(TensorCast(value, type_))

    def show(self, value: Value, shape: Shape) -> Value:
        """The value with a type that shows exactly these extents."""
        type_ = value.type
        if isinstance(type_, MemRef):
            return self.cast(value, MemRef(type_.element, shape, type_.layout))
        return self.cast(value, Tensor(type_.element, shape))

    def tensor_of_type(self, type_: Tensor, extents: Extents) -> Value:
        """A tensor of exactly this type."""
        exact = self.pick(lambda v: v.type == type_ and v.extents == extents)
        if exact and self.chance(0.8):
            return exact
        return self.cast(self.tensor(type_.element, extents), type_)

    @property
    def on_tensors(self) -> bool:
        """Whether there may be tensors here."""
        return "tensors" not in self.forbidden

    def value_of_type(
        self,
        type_: Type,
        extents: Extents,
        roots: frozenset[Value] | None = None,
    ) -> Value | None:
        """Any value of exactly this type and these extents; of memrefs, one that
        points into nothing but the roots."""
        if isinstance(type_, Tensor):
            return self.tensor_of_type(type_, extents)
        if isinstance(type_, MemRef):
            return self.pick(
                lambda v: v.type == type_
                and v.extents == extents
                and self.escapes(v)
                and (roots is None or v.roots <= roots)
            )
        if isinstance(type_, Scalar):
            return self.scalar(type_.element)
        return self.pick(lambda v: v.type == type_)

    def carried(self) -> Value:
        """A value for a loop to carry or a branch to hand on."""
        if self.chance(self.profile.memrefs * 0.3) or not self.on_tensors:
            found = self.pick(
                lambda v: isinstance(v.type, MemRef)
                and not v.readonly
                and self.escapes(v)
            )
            if found:
                return found
        if self.on_tensors and self.chance(0.8):
            return self.tensor(self.choose(self.profile.elements))
        return self.scalar(self.element(list(INTEGERS) + list(FLOATS)))

    def tensor_prototype(self) -> Value:
        """A type and extents that the program has much of."""
        element, extents = self.choose(self.profile.elements), self.extents()
        return Value(Tensor(element, self.shape(extents)), extents)

    # Statements.

    def statement(self) -> None:
        """Draws one op, with what it needs."""
        draw_statement(self)

    def statements(self, count: int) -> None:
        for _ in range(count):
            if self.left <= 0:
                return
            self.statement()

    def body(self, region_ops: int = 4) -> None:
        """What stands in a region."""
        self.statements(self.number(0, region_ops))

