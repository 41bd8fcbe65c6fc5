"""Graphs of blocks: cf.br, cf.cond_br and cf.switch.

A graph is drawn before its blocks are filled. Edges go forward, to a later
block, or back; each edge back takes one of the fuel that all blocks hand on, so
that every graph ends. Two edges into a cycle make it irreducible.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..ast import Block, Op, Region, Value
from ..machine import Jump
from .arith import CompareIntegers, Compute, Convert, Select
from .body import Yield
from .flow import ExecuteRegion, any_of_type, copy_of, draw_results, draw_yields, types_text
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer


class Branch(Op):
    """A terminator that goes to a block; `counts` are the operands of each."""

    terminator = True

    def __init__(
        self,
        flags: Sequence[Value],
        targets: Sequence[Block],
        passed: Sequence[Sequence[Value]],
    ):
        super().__init__([*flags, *(v for values in passed for v in values)], [])
        self.successors = list(targets)
        self.first = len(flags)
        self.counts = [len(values) for values in passed]

    def passed(self, number: int, operands: Sequence[Any]) -> list[Any]:
        """What the successor of that number gets, of the op's operands."""
        begin = self.first + sum(self.counts[:number])
        return list(operands[begin : begin + self.counts[number]])

    def target_text(self, p: "Printer", number: int) -> str:
        values = self.passed(number, self.operands)
        label = p.block(self.successors[number])
        return f"{label}({p.list(values)} : {types_text(values)})" if values else label

    def chosen(self, flags: Sequence[Any]) -> int:
        """Which successor these flags mean."""
        raise NotImplementedError

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        number = self.chosen(args[: self.first])
        return [Jump(self.successors[number], self.passed(number, args))]


class Br(Branch):
    """cf.br."""

    name = "cf.br"

    def text(self, p: "Printer") -> str:
        return f"cf.br {self.target_text(p, 0)}"

    def chosen(self, flags: Sequence[Any]) -> int:
        return 0


class CondBr(Branch):
    """cf.cond_br."""

    name = "cf.cond_br"

    def text(self, p: "Printer") -> str:
        targets = f"{self.target_text(p, 0)}, {self.target_text(p, 1)}"
        return f"cf.cond_br {p.of(self.operands[0])}, {targets}"

    def chosen(self, flags: Sequence[Any]) -> int:
        return 0 if flags[0].item() else 1


class Switch(Branch):
    """cf.switch; the first successor is the default."""

    name = "cf.switch"

    def __init__(
        self,
        flag: Value,
        cases: Sequence[int],
        targets: Sequence[Block],
        passed: Sequence[Sequence[Value]],
    ):
        super().__init__([flag], targets, passed)
        self.cases = list(cases)

    def text(self, p: "Printer") -> str:
        flag = self.operands[0]
        labels = ["default", *map(str, self.cases)]
        targets = ", ".join(
            f"{label}: {self.target_text(p, i)}" for i, label in enumerate(labels)
        )
        return f"cf.switch {p.of(flag)} : {flag.type.text}, [{targets}]"

    def chosen(self, flags: Sequence[Any]) -> int:
        flag = flags[0].item()
        return 1 + self.cases.index(flag) if flag in self.cases else 0


# How they are drawn.


@dataclass
class Node:
    """A block of a graph that is drawn: where it may go."""

    block: Block
    forward: list[int]
    back: int | None = None
    #: The nodes that every way from the entry to this one goes through.
    dominators: set[int] = field(default_factory=set)


def draw_graph(d: "Drawer", region: Region, end: Callable[[], Op]) -> None:
    """Fills a region with several blocks; `end` makes the terminator that leaves.

    The block that is drawn is the entry.
    """
    carried = [any_of_type(d, d.carried()) for _ in range(d.number(1, 2))]
    nodes = _draw_nodes(d, d.block, carried)
    _find_dominators(nodes)
    region.blocks += [node.block for node in nodes[1:]]
    fuel = d.constant_index(d.number(1, 4))
    for i, node in enumerate(nodes):
        if i == 0:
            _finish(d, nodes, i, fuel, end)
            continue
        with d.inside(node.block):
            for j in sorted(node.dominators - {0, i}):
                d.visible += _defined_in(nodes[j].block)
            d.body(3)
            _finish(d, nodes, i, node.block.arguments[0], end)


def _draw_nodes(d: "Drawer", entry: Block, carried: list[Value]) -> list[Node]:
    count = d.number(2, 6)
    nodes = [Node(entry, [])]
    for _ in range(count - 1):
        arguments = [d.new_index(5)]
        arguments += [copy_of(d.choose(carried)) for _ in range(d.number(0, 3))]
        nodes.append(Node(Block(arguments), []))
    for i, node in enumerate(nodes[:-1]):
        for _ in range(d.weighted({1: 4, 2: 4, 3: 1})):
            node.forward.append(d.number(i + 1, count - 1))
        if i and d.chance(0.4):
            node.back = d.number(1, i)
    for i in range(1, count):
        if not any(i in node.forward for node in nodes[:i]):
            nodes[i - 1].forward.append(i)
    # Some blocks but the last leave, if the others can do without them.
    for i, node in enumerate(nodes[1:-1], 1):
        others = [n.forward for n in nodes if n is not node]
        if d.chance(0.3) and all(any(j in o for o in others) for j in node.forward):
            node.forward, node.back = [], None
    return nodes


def _find_dominators(nodes: list[Node]) -> None:
    everything = set(range(len(nodes)))
    for i, node in enumerate(nodes):
        node.dominators = everything if i else {0}
    changed = True
    while changed:
        changed = False
        for i, node in enumerate(nodes[1:], 1):
            before = [n for n in nodes if i in n.forward or n.back == i]
            found = set.intersection(*(n.dominators for n in before)) | {i}
            changed |= found != node.dominators
            node.dominators = found


def _defined_in(block: Block) -> list[Value]:
    return [*block.arguments, *(r for op in block.ops for r in op.results)]


def _finish(
    d: "Drawer", nodes: list[Node], number: int, fuel: Value, end: Callable[[], Op]
) -> None:
    """Ends a block: with branches, or out of the graph."""
    node = nodes[number]
    if not node.forward:
        d.end(end())
        return
    targets = [nodes[i].block for i in node.forward]
    passed = [_passed(d, target, fuel) for target in targets]
    if node.back is None:
        _branch(d, targets, passed, None)
        return
    less = d.result(Compute("arith.subi", fuel, d.constant_index(1)))
    less.private = True
    goes = d.result(CompareIntegers("sgt", fuel, d.constant_index(0)))
    back = nodes[node.back].block
    _branch(d, [*targets, back], [*passed, _passed(d, back, less)], goes)


def _branch(
    d: "Drawer",
    targets: list[Block],
    passed: list[list[Value]],
    goes: Value | None,
) -> None:
    """Goes to any of the targets; to the last one only if `goes` holds."""
    if len(targets) == 1:
        d.end(Br([], targets, passed))
    elif len(targets) == 2 and d.chance(0.8):
        condition = d.condition()
        if goes and d.chance(0.5):
            condition = d.result(Compute("arith.andi", goes, condition))
        elif goes:
            condition = goes
        d.end(CondBr([condition], targets[::-1], passed[::-1]))
    else:
        flag = d.result(Convert("arith.index_cast", d.index_below(len(targets)), "i32"))
        if goes:
            flag = d.result(Select(goes, flag, d.constant_number("i32", 0)))
        cases = list(range(1, len(targets)))
        d.end(Switch(flag, cases, targets, passed))


def _passed(d: "Drawer", target: Block, fuel: Value) -> list[Value]:
    return [fuel, *draw_yields(d, target.arguments[1:])]


def draw_execute_graph(d: "Drawer") -> bool:
    """scf.execute_region of several blocks."""
    results = draw_results(d)
    region = Region([Block()])
    with d.inside(region.entry):
        d.body(2)
        draw_graph(d, region, lambda: Yield("scf.yield", draw_yields(d, results)))
    d.add(ExecuteRegion(results, region))
    return True


STATEMENTS = [Statement("scf.execute_region of a graph", 0.4, draw_execute_graph)]
