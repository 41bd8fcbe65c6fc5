"""What must come of a program: the interpreter's word."""

from collections.abc import Sequence
from dataclasses import dataclass

from .ast import Program, Runtime
from .machine import Machine, Report
from .values import Array, Undefined, View


@dataclass
class Expectation:
    """Results, reports, and the memref arguments as the call leaves them."""

    results: list[Runtime]
    reports: list[Report]
    arguments: list[Runtime]


def expect(program: Program) -> Expectation:
    """Runs the program; raises Undefined."""
    arguments = inputs(program)
    outcome = Machine(program).main(arguments)
    for report in outcome.reports:
        if not report.certain:
            report.certain = _matters(program, report, outcome.results, arguments)
    return Expectation(outcome.results, outcome.reports, arguments)


def inputs(program: Program) -> list[Runtime]:
    """What the public function is called with; memrefs are copies."""
    found: list[Runtime] = []
    for argument in program.main.arguments:
        value = argument.input
        assert value is not None
        found.append(value.copy() if isinstance(value, View) else value)
    return found


def _matters(
    program: Program,
    report: Report,
    results: Sequence[Runtime],
    arguments: Sequence[Runtime],
) -> bool:
    """Whether what the call gives depends on the op that reported.

    If it does, the op must be there, and so must its report.
    """
    others = inputs(program)
    try:
        outcome = Machine(program, disturbed=report.number).main(others)
    except Undefined:
        return False
    if any(_differ(a, b) for a, b in zip(results, outcome.results, strict=True)):
        return True
    return any(
        isinstance(a, View) and (a.buffer.bytes != b.buffer.bytes).any()
        for a, b in zip(arguments, others)
        if isinstance(b, View)
    )


def _differ(a: Runtime, b: Runtime) -> bool:
    first = a.read() if isinstance(a, View) else a
    second = b.read() if isinstance(b, View) else b
    assert isinstance(first, Array) and isinstance(second, Array)
    return first.bits.tobytes() != second.bits.tobytes()
