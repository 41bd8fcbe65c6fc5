"""scf.forall and scf.parallel, whose rounds do not depend on each other."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..arithmetic import FLOATS, INTEGERS
from ..ast import Block, Op, Region, Value
from ..mixed import Mixed, draw_mixed, numbers, text
from ..types import Scalar, Tensor
from ..values import Array, Undefined
from .arith import Compute
from .body import Yield
from .flow import copy_of
from .memrefs import Load, Store, memref
from .slices import ExtractSlice, Slice
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer


class Forall(Op):
    """scf.forall over a grid; its threads put slices into what they share."""

    name = "scf.forall"

    def __init__(
        self, bounds: Mixed, sizes: list[Value], shared: list[Value], body: Region
    ):
        super().__init__([*sizes, *shared], [copy_of(v) for v in shared], [body])
        self.bounds, self.count = bounds, len(sizes)

    def text(self, p: "Printer") -> str:
        sizes, shared = self.operands[: self.count], self.operands[self.count :]
        rank = len(self.bounds)
        block = self.regions[0].entry
        indices = ", ".join(p.name(v) for v in block.arguments[:rank])
        bounds = text(p, self.bounds, iter(sizes))[1:-1]
        head = f"scf.forall ({indices}) in ({bounds})"
        if not shared:
            return head + " {"
        pairs = ", ".join(
            f"{p.name(a)} = {p.of(b)}" for a, b in zip(block.arguments[rank:], shared)
        )
        types = ", ".join(v.type.text for v in shared)
        return f"{head} shared_outs({pairs}) -> ({types}) {{"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        bounds = numbers(self.bounds, (a.item() for a in args[: self.count]))
        outs = list(args[self.count :])
        written = [np.zeros(o.shape, bool) for o in outs]
        end = self.regions[0].entry.ops[-1]
        assert isinstance(end, InParallel)
        for at in np.ndindex(bounds):
            indices = [Array.index(i) for i in at]
            m.region(self.regions[0], [*indices, *outs])
            for insert in end.regions[0].entry.ops:
                assert isinstance(insert, ParallelInsert)
                i = self.regions[0].entry.arguments.index(insert.operands[1])
                number = i - len(bounds)
                outs[number] = insert.put(m, outs[number], written[number])
        return outs


class InParallel(Op):
    """scf.forall.in_parallel."""

    name = "scf.forall.in_parallel"
    terminator = True

    def __init__(self, inserts: list["ParallelInsert"]):
        super().__init__([], [], [Region([Block([], list(inserts))])])

    def text(self, p: "Printer") -> str:
        return "scf.forall.in_parallel {"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return []


class ParallelInsert(Op):
    """tensor.parallel_insert_slice: no two threads write the same element."""

    name = "tensor.parallel_insert_slice"

    def __init__(self, source: Value, into: Value, slice_: Slice, operands: list[Value]):
        super().__init__([source, into, *operands], [])
        self.slice = slice_

    def text(self, p: "Printer") -> str:
        source, into, *operands = self.operands
        return (
            f"tensor.parallel_insert_slice {p.of(source)} into {p.of(into)}"
            f"{self.slice.text(p, iter(operands))} : {source.type.text} into "
            f"{into.type.text}"
        )

    def put(self, m: "Machine", out: Array, written: np.ndarray) -> Array:
        """The shared tensor with the slice, if no other thread wrote there."""
        source = m.value(self.operands[0])
        operands = [m.value(v) for v in self.operands[2:]]
        slots = self.slice.slots(operands, out.shape)
        if written[slots].any():
            raise Undefined("two threads that write the same element")
        written[slots] = True
        return out.put(slots, source.move(lambda x: x.reshape(self.slice.extents)))


class Parallel(Op):
    """scf.parallel, with reductions of integers."""

    name = "scf.parallel"

    def __init__(
        self,
        bounds: list[Value],
        inits: list[Value],
        body: Region,
    ):
        super().__init__([*bounds, *inits], [copy_of(v) for v in inits], [body])
        self.rank = len(bounds) // 3

    def text(self, p: "Printer") -> str:
        n = self.rank
        low, high, step = (self.operands[i * n : (i + 1) * n] for i in range(3))
        inits = self.operands[3 * n :]
        indices = ", ".join(p.name(v) for v in self.regions[0].entry.arguments)
        head = (
            f"scf.parallel ({indices}) = ({p.list(low)}) to ({p.list(high)}) step "
            f"({p.list(step)})"
        )
        if inits:
            types = ", ".join(v.type.text for v in inits)
            head += f" init ({p.list(inits)}) -> ({types})"
        return head + " {"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        n = self.rank
        bounds = [[a.item() for a in args[i * n : (i + 1) * n]] for i in range(3)]
        values = list(args[3 * n :])
        if min(bounds[2]) <= 0:
            raise Undefined("a loop whose step is not positive")
        ranges = [range(*b) for b in zip(*bounds)]
        reduce = self.regions[0].entry.ops[-1]
        assert isinstance(reduce, Reduce)
        for at in np.ndindex(*(len(r) for r in ranges)):
            indices = [Array.index(r[i]) for r, i in zip(ranges, at)]
            given = m.region(self.regions[0], indices).values
            values = [
                m.region(region, [old, new]).values[0]
                for region, old, new in zip(reduce.regions, values, given, strict=True)
            ]
        return values


class Reduce(Op):
    """scf.reduce, with a region for each value."""

    name = "scf.reduce"
    terminator = True

    def __init__(self, values: list[Value], regions: list[Region]):
        super().__init__(values, [], regions)

    def text(self, p: "Printer") -> str:
        if not self.operands:
            return "scf.reduce"
        types = ", ".join(v.type.text for v in self.operands)
        return f"scf.reduce({p.list(self.operands)} : {types}) {{"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        for i, region in enumerate(self.regions):
            if i:
                p.more("}, {")
            p.region(region, labelled=True)
        if self.regions:
            p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return []


# How they are drawn.


def draw_forall(d: "Drawer") -> bool:
    """Each thread computes the slice that its index names, in one dimension."""
    shared = [d.tensor() for _ in range(d.weighted({1: 4, 2: 1}))]
    shared = [v for v in shared if v.extents and 0 not in v.extents]
    if not shared:
        return False
    n = min(v.extents[0] for v in shared)
    sizes: list[Value] = []
    bounds = draw_mixed(d, [n], sizes, 0.5)
    index = d.new_index(n)
    outs = [copy_of(v) for v in shared]
    for out in outs:
        out.private = True
    block = Block([index, *outs])
    with d.inside(block, "parallel"), d.no_writes():
        slices = [_row(v, index) for v in outs]
        rows = [
            d.result(ExtractSlice(out, *row)) for out, row in zip(outs, slices)
        ]
        d.body(3)
        inserts = []
        for row, out, (slice_, operands) in zip(rows, outs, slices):
            assert isinstance(row.type, Tensor)
            new = d.tensor_of_type(row.type, row.extents)
            inserts.append(ParallelInsert(new, out, slice_, operands))
        d.end(InParallel(inserts))
    d.add(Forall(bounds, sizes, shared, Region([block])))
    return True


def _row(out: Value, index: Value) -> tuple[Slice, list[Value]]:
    """All elements whose first index is this one."""
    extents = (1, *out.extents[1:])
    sizes: list[int | None] = [1]
    operands = [index]
    rest = out.extents[1:]
    offsets = (None, *(0 for _ in rest))
    strides = (1,) * len(extents)
    return Slice(offsets, (*sizes, *rest), strides, frozenset([0]), extents), operands


def draw_parallel(d: "Drawer") -> bool:
    """A loop that reduces integers, and writes to its own places of memrefs."""
    rank = d.number(1, 2)
    ends = [d.number(0, 4) for _ in range(rank)]
    bounds = [d.index(0) for _ in ends]
    bounds += [d.index(n) for n in ends]
    bounds += [d.index(d.number(1, 2)) for _ in ends]
    inits = [
        d.scalar(d.element(INTEGERS[1:])) for _ in range(d.weighted({0: 2, 1: 3, 2: 1}))
    ]
    indices = [d.new_index(n) for n in ends]
    target = None
    if "memrefs" not in d.forbidden and d.chance(d.profile.memrefs):
        element = d.element([*INTEGERS, *FLOATS])
        target = memref(d, element, tuple(max(1, n) for n in ends), written=True)
    block = Block(list(indices))
    with d.inside(block, "parallel"), d.no_writes():
        if target:
            old = d.result(Load(target, indices))
            with d.hides(target):
                d.body(3)
            new = d.scalar(target.element) if d.chance(0.7) else old
            d.add(Store(new, target, indices))
        else:
            d.body(3)
        values = [d.scalar(v.element) for v in inits]
        d.end(Reduce(values, [_reduction(v.element, d) for v in inits]))
    d.add(Parallel(bounds, inits, Region([block])))
    return True


def _reduction(element: str, d: "Drawer") -> Region:
    """A function that may be applied in any order."""
    functions = ["arith.addi", "arith.muli", "arith.maxsi", "arith.xori", "arith.minui"]
    a, b = Value(Scalar(element)), Value(Scalar(element))
    compute = Compute(d.choose(functions), a, b)
    end = Yield("scf.reduce.return", [compute.result])
    return Region([Block([a, b], [compute, end])])


STATEMENTS = [
    Statement("scf.forall", 1, draw_forall, frozenset(["tensors", "parallel"])),
    Statement("scf.parallel", 0.6, draw_parallel, frozenset(["parallel"])),
]
