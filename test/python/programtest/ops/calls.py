"""Calls, and the end of functions."""

from typing import TYPE_CHECKING, Any

from ..ast import Argument, Function, Op, Value
from ..types import MemRef, Scalar, Tensor, castable
from .body import Yield
from .flow import copy_of, draw_yields, types_text
from .graphs import draw_graph
from .memrefs import indices_memref, memref
from .scalars import PASSED
from .statement import Statement

if TYPE_CHECKING:
    from ..drawer import Drawer
    from ..machine import Machine
    from ..printer import Printer


class Return(Yield):
    """func.return."""

    elementwise = False

    def __init__(self, values: list[Value]):
        super().__init__("func.return", values)


class Call(Op):
    """func.call."""

    name = "func.call"

    def __init__(self, callee: str, operands: list[Value], results: list[Value]):
        super().__init__(operands, results)
        self.callee = callee

    def text(self, p: "Printer") -> str:
        return (
            f"func.call {p.symbol(self.callee)}({p.list(self.operands)}) : "
            f"({types_text(self.operands)}) -> ({types_text(self.results)})"
        )

    def run(self, m: "Machine", args: list[Any]) -> list[Any]:
        return m.call(self.callee, args)


# Calls.


def draw_call(d: "Drawer") -> bool:
    """A call of a helper that is already drawn, sometimes twice."""
    callees = [
        f for f in d.program.functions if d.on_tensors or not has_tensors(f)
    ]
    is_shared = any(not g.constant for g in d.program.globals)
    if not callees or is_shared and "parallel" in d.forbidden:
        return False
    callee = d.choose(callees)
    return add_call(d, callee) and (d.chance(0.6) or add_call(d, callee) or True)


def has_tensors(function: Function) -> bool:
    values = [*function.arguments, *function.results]
    return any(isinstance(v.type, Tensor) for v in values)


def add_call(d: "Drawer", callee: Function, *first: Value) -> bool:
    """A call with these operands and others that fit."""
    operands = list(first)
    for parameter in callee.arguments[len(first) :]:
        value = _passed(d, parameter, operands)
        if value is None:
            return False
        operands.append(value)
    d.add(Call(callee.name, operands, call_results(d, callee, operands)))
    return True


def call_results(
    d: "Drawer", callee: Function, operands: list[Value]
) -> list[Value]:
    """Results for a call. What the callee allocated and returns is the caller's."""
    fresh: dict[Value, Value] = {}
    results = []
    passed = dict(zip(callee.arguments, operands))
    for like in callee.results:
        result = copy_of(like)
        roots: set[Value] = set()
        for root in like.roots:
            if root in passed:
                roots |= passed[root].roots
                result.readonly |= passed[root].readonly
            elif root.from_global:
                roots.add(root)
            else:
                if root not in fresh:
                    fresh[root] = result
                    d.frees(result)
                roots.add(fresh[root])
        result.roots = frozenset(roots)
        results.append(result)
    return results


def _passed(d: "Drawer", parameter: Argument, before: list[Value]) -> Value | None:
    """A value for a parameter; sometimes one that is passed already."""
    if isinstance(parameter.type, MemRef):
        return _passed_memref(d, parameter, before)
    if parameter.known is not None:
        return d.index(parameter.known)
    if parameter.range is not None:
        if isinstance(parameter.type, Scalar):
            return d.index_below(parameter.range[1] + 1)
        found = d.tensor(parameter.element, parameter.extents, parameter.range)
        return d.cast(found, parameter.type)
    same = [
        v
        for v in before
        if v.type == parameter.type and v.extents == parameter.extents
    ]
    if same and d.chance(0.4):
        return d.choose(same)
    return d.value_of_type(parameter.type, parameter.extents)


def _passed_memref(
    d: "Drawer", parameter: Argument, before: list[Value]
) -> Value | None:
    type_ = parameter.type
    assert isinstance(type_, MemRef)
    element, extents = parameter.element, parameter.extents
    if parameter.range is not None:
        value = indices_memref(d, element, extents, parameter.range)
    else:
        # Twice the same only where nothing is written.
        others = [] if d.chance(0.1) else [v for v in before if v.roots]
        value = memref(
            d, element, extents, written=parameter.written, apart_from=others
        )
    if not castable(value.type, type_):
        return None
    return d.cast(value, type_)


# The end of a function.


def draw_returns(d: "Drawer") -> None:
    """Ends a function: results are new values, arguments, constants, views."""
    is_graph = d.chance(d.profile.graphs)
    results = d.function.results = _draw_results(d, is_graph)
    if is_graph:
        wanted = [copy_of(v) for v in results]
        draw_graph(d, d.function.body, lambda: Return(draw_yields(d, wanted)))
    else:
        d.end(Return(list(results)))


def _draw_results(d: "Drawer", is_graph: bool) -> list[Value]:
    results: list[Value] = []
    for _ in range(d.weighted({1: 5, 2: 4, 3: 1.5})):
        if results and d.chance(0.15):
            results.append(d.choose(results))
            continue
        value = _result(d, is_graph)
        if value:
            results.append(value)
    if d.is_main and d.varying and not is_graph:
        results.append(d.choose(d.varying))
    is_one_scalar = len(results) == 1 and isinstance(results[0].type, Scalar)
    if d.is_main and is_one_scalar and results[0].element not in PASSED:
        # C has no way to be given it.
        results.append(d.scalar("i32"))
    return results


def _result(d: "Drawer", is_graph: bool) -> Value | None:
    kinds = {"tensor": 6.0 if d.on_tensors else 0.0, "scalar": 0.7}
    kinds["memref"] = d.profile.memrefs * (1.5 if d.on_tensors else 6)
    kind = d.weighted(kinds)
    if kind == "memref":
        return d.pick(lambda v: isinstance(v.type, MemRef) and _returnable(d, v, is_graph))
    if kind == "scalar":
        return d.pick(lambda v: isinstance(v.type, Scalar))
    unused = d.unused()
    if unused and d.chance(0.75):
        return d.choose(unused[-4:])
    return d.pick(lambda v: isinstance(v.type, Tensor)) or d.tensor()


def _returnable(d: "Drawer", value: Value, is_graph: bool) -> bool:
    """Whether it is clear to the caller whose memory it is."""
    allocated = [r for r in value.roots if d.is_freed(r)]
    if allocated:
        return len(value.roots) == 1 and not is_graph
    if any(r.from_global for r in value.roots):
        return not d.is_main
    # What a tensor's memory is, its owner says, and not the author.
    return bool(value.roots) and value.roots <= frozenset(d.function.arguments)


STATEMENTS = [Statement("func.call", 2.5, draw_call)]
