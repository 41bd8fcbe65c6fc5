"""scf.if, scf.for, scf.while, scf.index_switch and scf.execute_region."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ast import Block, Op, Region, Value
from ..types import MemRef, Scalar, Type
from ..values import Array, Undefined
from .arith import CompareIntegers, Compute, Convert
from .body import Yield
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer


def copy_of(value: Value) -> Value:
    """A block argument or a result for a value of this type."""
    return Value(
        value.type, value.extents, roots=value.roots, readonly=value.readonly
    )


def types_text(values: Sequence[Value]) -> str:
    return ", ".join(v.type.text for v in values)


class If(Op):
    """scf.if; without results the other branch may be missing."""

    name = "scf.if"

    def __init__(self, condition: Value, results: list[Value], regions: list[Region]):
        super().__init__([condition], results, regions)

    def text(self, p: "Printer") -> str:
        results = f" -> ({types_text(self.results)})" if self.results else ""
        return f"scf.if {p.of(self.operands[0])}{results} {{"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        for region in self.regions[1:]:
            p.more("} else {")
            p.region(region)
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        branch = 0 if args[0].item() else 1
        if branch >= len(self.regions):
            return []
        return m.region(self.regions[branch], []).values


class For(Op):
    """scf.for: bounds, step and what is carried."""

    name = "scf.for"

    def __init__(
        self,
        bounds: list[Value],
        inits: list[Value],
        body: Region,
        results: list[Value],
    ):
        super().__init__([*bounds, *inits], results, [body])

    def text(self, p: "Printer") -> str:
        low, high, step, *inits = self.operands
        index, *carried = self.regions[0].entry.arguments
        head = (
            f"scf.for {p.name(index)} = {p.of(low)} to {p.of(high)} step {p.of(step)}"
        )
        if inits:
            pairs = ", ".join(f"{p.name(a)} = {p.of(b)}" for a, b in zip(carried, inits))
            head += f" iter_args({pairs}) -> ({types_text(inits)})"
        if index.type != Scalar("index"):
            head += f" : {index.type.text}"
        return head + " {"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        low, high, step = (a.item() for a in args[:3])
        values, element = args[3:], args[0].element
        if step <= 0:
            raise Undefined("a loop whose step is not positive")
        for i in range(low, high, step):
            at = Array(element, np.array(i, element.dtype))
            values = m.region(self.regions[0], [at, *values]).values
        return values


class While(Op):
    """scf.while: `before` says whether to go on, and with what."""

    name = "scf.while"

    def __init__(
        self, inits: list[Value], results: list[Value], before: Region, after: Region
    ):
        super().__init__(inits, results, [before, after])

    def text(self, p: "Printer") -> str:
        carried = self.regions[0].entry.arguments
        pairs = ", ".join(
            f"{p.name(a)} = {p.of(b)}" for a, b in zip(carried, self.operands)
        )
        return (
            f"scf.while ({pairs}) : ({types_text(self.operands)}) -> "
            f"({types_text(self.results)}) {{"
        )

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("} do {")
        p.region(self.regions[1], labelled=True)
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        values = args
        while True:
            goes_on, *forwarded = m.region(self.regions[0], values).values
            if not goes_on.item():
                return forwarded
            values = m.region(self.regions[1], forwarded).values


class Condition(Yield):
    """scf.condition."""

    def __init__(self, condition: Value, values: Sequence[Value]):
        super().__init__("scf.condition", [condition, *values])

    def text(self, p: "Printer") -> str:
        condition, *values = self.operands
        forwarded = f" {p.list(values)} : {types_text(values)}" if values else ""
        return f"scf.condition({p.of(condition)}){forwarded}"


class IndexSwitch(Op):
    """scf.index_switch; the last region is the default."""

    name = "scf.index_switch"

    def __init__(
        self, flag: Value, cases: list[int], results: list[Value], regions: list[Region]
    ):
        super().__init__([flag], results, regions)
        self.cases = cases

    def text(self, p: "Printer") -> str:
        results = f" -> {types_text(self.results)}" if self.results else ""
        return f"scf.index_switch {p.of(self.operands[0])}{results}"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        for case, region in zip(self.cases, self.regions):
            p.more(f"case {case} {{")
            p.region(region)
            p.more("}")
        p.more("default {")
        p.region(self.regions[-1])
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        flag = args[0].item()
        region = self.regions[-1]
        if flag in self.cases:
            region = self.regions[self.cases.index(flag)]
        return m.region(region, []).values


class ExecuteRegion(Op):
    """scf.execute_region, of one block or several."""

    name = "scf.execute_region"

    def __init__(self, results: list[Value], body: Region):
        super().__init__([], results, [body])

    def text(self, p: "Printer") -> str:
        results = f" -> ({types_text(self.results)})" if self.results else ""
        return f"scf.execute_region{results} {{"

    def emit(self, p: "Printer") -> None:
        p.line(self, self.text(p))
        p.region(self.regions[0])
        p.more("}")

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return m.region(self.regions[0], []).values


# How they are drawn.


def draw_yields(d: "Drawer", wanted: Sequence[Value]) -> list[Value]:
    """A value of each type: made inside, carried, or from outside."""
    return [yielded(d, w.type, w) for w in wanted]


def yielded(d: "Drawer", type_: Type, like: Value) -> Value:
    value = d.value_of_type(type_, like.extents, like.roots)
    assert value is not None
    return value


def end_region(d: "Drawer", wanted: Sequence[Value], end: str = "scf.yield") -> None:
    """Ends the block that is drawn with a yield."""
    d.end(Yield(end, draw_yields(d, wanted)))


def draw_results(d: "Drawer", least: int = 0) -> list[Value]:
    """What an op with branches has as results, rather tensors."""
    results = []
    for _ in range(d.weighted({0: 0.3, 1: 4, 2: 3, 3: 1}) or least):
        if results and d.chance(0.4):
            results.append(copy_of(results[-1]))
        else:
            results.append(any_of_type(d, d.carried()))
    return results


def any_of_type(d: "Drawer", like: Value) -> Value:
    """What may be any value of that type from here on."""
    value = Value(like.type, like.extents)
    if isinstance(like.type, MemRef):
        value.roots = d.roots_of(like.type, like.extents)
    return value


def draw_branch(
    d: "Drawer", results: Sequence[Value], *arguments: Value, end: str = "scf.yield"
) -> Region:
    """A region of one block that ends in a yield."""
    block = Block(list(arguments))
    with d.inside(block):
        d.body()
        end_region(d, results, end)
    return Region([block])


def draw_if(d: "Drawer") -> bool:
    condition = d.condition()
    results = draw_results(d)
    regions = [draw_branch(d, results)]
    if results or d.chance(0.5):
        regions.append(draw_branch(d, results))
    d.add(If(condition, results, regions))
    return True


def draw_for(d: "Drawer") -> bool:
    count = d.weighted({0: 0.3, 1: 3, 2: 3, 3: 1})
    inits = draw_carried(d, count)
    low = d.index(d.number(0, 2))
    high = d.index(d.number(0, 5)) if d.chance(0.6) else d.index_below(6)
    step = d.index(d.number(1, 3))
    index = d.new_index(5 if high.known is None else high.known)
    if d.chance(0.1):
        # Also by numbers that are no indices.
        element = d.choose(["i8", "i32", "i64"])
        low, high, step = (
            d.result(Convert("arith.index_cast", v, element)) for v in (low, high, step)
        )
        index = Value(Scalar(element), range=index.range)
    arguments = [any_of_type(d, v) for v in inits]
    body = draw_branch(d, arguments, index, *arguments)
    d.add(For([low, high, step], inits, body, [copy_of(v) for v in arguments]))
    return True


def draw_carried(d: "Drawer", count: int) -> list[Value]:
    """Values for a loop to start with; some are there twice."""
    inits: list[Value] = []
    for _ in range(count):
        if inits and d.chance(0.25):
            inits.append(inits[-1])
        elif inits and d.chance(0.4):
            first = inits[0]
            roots = d.roots_of(first.type, first.extents)
            again = d.value_of_type(first.type, first.extents, roots)
            inits.append(again or first)
        else:
            inits.append(d.carried())
    return inits


def draw_while(d: "Drawer") -> bool:
    """A loop that counts its rounds, and stops also for other reasons."""
    inits = draw_carried(d, d.number(0, 2))
    steps = d.index(0)
    limit = d.index_below(4) if d.chance(0.5) else d.index(d.number(0, 3))
    count = d.new_index(8)
    carried = [any_of_type(d, v) for v in inits]
    before = Block([count, *carried])
    with d.inside(before):
        d.body(3)
        goes_on = d.result(CompareIntegers("slt", count, limit))
        if d.chance(0.3):
            also = d.condition()
            goes_on = d.result(Compute("arith.andi", goes_on, also))
        forwarded = _forwarded(d, [count, *carried])
        position = forwarded.index(count)
        d.end(Condition(goes_on, forwarded))
    inner = [copy_of(v) for v in forwarded]
    inner[position].range = (0, 8)
    after = Block(inner)
    with d.inside(after):
        d.body(3)
        more = d.result(Compute("arith.addi", inner[position], d.constant_index(1)))
        d.end(Yield("scf.yield", [more, *draw_yields(d, carried)]))
    results = [copy_of(v) for v in forwarded]
    d.add(While([steps, *inits], results, Region([before]), Region([after])))
    return True


def _forwarded(d: "Drawer", carried: list[Value]) -> list[Value]:
    """The count and more, in any order, some twice."""
    forwarded = list(carried)
    for _ in range(d.number(0, 2)):
        how = d.choose(["again", "other", "drop"])
        if how == "again":
            forwarded.append(d.choose(forwarded))
        elif how == "other":
            forwarded.append(d.carried())
        elif len(forwarded) > 1:
            forwarded.pop()
    d.random.shuffle(forwarded)
    if carried[0] not in forwarded:
        forwarded.append(carried[0])
    return forwarded


#: Selectors that do not fit in 32 bits.
FAR = (1 << 32, (1 << 32) + 1, -(1 << 40), (1 << 62) + 3)


def draw_switch(d: "Drawer") -> bool:
    results = draw_results(d)
    cases = d.random.sample(range(-1, 5), d.number(0, 3))
    if d.chance(0.3):
        cases.append(d.choose(FAR))
    flag = d.index_below(5)
    if d.chance(0.2) and d.open and d.is_main:
        flag = d.argument(Scalar("index"), (), Array.index(d.choose(FAR)))
    regions = [draw_branch(d, results) for _ in range(len(cases) + 1)]
    d.add(IndexSwitch(flag, cases, results, regions))
    return True


def draw_execute_region(d: "Drawer") -> bool:
    results = draw_results(d)
    d.add(ExecuteRegion(results, draw_branch(d, results)))
    return True


STATEMENTS = [
    Statement("scf.if", 2.5, draw_if),
    Statement("scf.for", 2.5, draw_for),
    Statement("scf.while", 1.2, draw_while),
    Statement("scf.index_switch", 1, draw_switch),
    Statement("scf.execute_region", 0.5, draw_execute_region),
]
