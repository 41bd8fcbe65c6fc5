"""Compares what a call did with what it must do."""

import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from valuetest.elements import ELEMENTS

from .ast import Argument, Program
from .build import MODULE
from .call import Observed, Returned
from .expect import Expectation
from .memory import difference
from .printer import Printer
from .types import MemRef, Scalar, Tensor
from .values import Array, View, row_major


@dataclass(frozen=True)
class Failure:
    """What is wrong: of which kind, in few words, and in detail."""

    kind: str
    detail: str = ""
    #: Whether it stops the compiler, so that others must not be in the module.
    alone: bool = False

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


def compare(
    program: Program,
    expected: Expectation,
    observed: Observed,
    printer: Printer,
    writable: bool = False,
    in_order: bool = True,
) -> Failure | None:
    """The first thing that is wrong. With `writable`, arguments that say nothing
    may be written; without `in_order`, reports may have changed places."""
    if observed.end:
        return Failure(observed.end, observed.output.strip()[-300:])
    return (
        _compare_reports(expected, observed, printer, in_order)
        or _compare_results(program, expected, observed)
        or _compare_arguments(program, expected, observed, writable)
        or _compare_owners(program, observed, writable)
        or _compare_memory(observed)
    )


def is_writable(argument: Argument, by_option: bool) -> bool:
    """Whether the function may write to a tensor argument."""
    return by_option if argument.writable is None else argument.writable


def _compare_results(
    program: Program, expected: Expectation, observed: Observed
) -> Failure | None:
    for i, (value, want, got) in enumerate(
        zip(program.main.results, expected.results, observed.results, strict=True)
    ):
        array = want.read() if isinstance(want, View) else want
        problem = None
        if not isinstance(value.type, Scalar):
            problem = _shape_problem(got, array, isinstance(value.type, Tensor))
        problem = problem or difference(ELEMENTS[value.element], got.elements, array)
        if problem:
            return Failure("wrong value", f"result {i}: {problem}")
    return None


def _shape_problem(got: Returned, want: Array, contiguous: bool) -> str | None:
    described = got.described
    assert described is not None
    if described.sizes != want.shape:
        return f"shape is {described.sizes}, expected {want.shape}"
    if contiguous and 0 not in want.shape:
        strides = row_major(want.shape)
        wrong = any(
            s != w and n > 1 for s, w, n in zip(described.strides, strides, want.shape)
        )
        if wrong or described.offset:
            return f"strides {described.strides}, offset {described.offset}"
    return None


def _compare_arguments(
    program: Program, expected: Expectation, observed: Observed, writable: bool
) -> Failure | None:
    for i, (argument, want, got) in enumerate(
        zip(
            program.main.arguments, expected.arguments, observed.arguments, strict=True
        )
    ):
        if isinstance(argument.type, Scalar):
            continue
        if isinstance(argument.type, Tensor) and is_writable(argument, writable):
            continue
        element = ELEMENTS[argument.element]
        array = _whole(want) if isinstance(want, View) else want
        problem = difference(element, got, array)
        if problem:
            kind = "wrong value" if isinstance(want, View) else "changed argument"
            return Failure(kind, f"argument {i}: {problem}")
    return None


def _whole(view: View) -> Array:
    """All elements of the view's buffer."""
    size = view.element.dtype.itemsize
    bits = view.buffer.bytes.view(view.element.dtype)
    states = view.buffer.states.reshape(-1, size).max(axis=1)
    return Array(view.element, bits, states)


def _compare_owners(
    program: Program, observed: Observed, writable: bool
) -> Failure | None:
    for i, owner in enumerate(observed.owners):
        if not owner.startswith("argument"):
            continue
        argument = program.main.arguments[int(owner.split()[1])]
        if isinstance(argument.type, MemRef) or is_writable(argument, writable):
            continue
        return Failure("returns an argument", f"result {i} has the buffer of {owner}")
    return None


def _compare_memory(observed: Observed) -> Failure | None:
    if not observed.faults:
        return None
    kinds = Counter(f.split(" (")[0] for f in observed.faults)
    kind = sorted(kinds)[0]
    return Failure(kind, "; ".join(observed.faults))


def _compare_reports(
    expected: Expectation, observed: Observed, printer: Printer, in_order: bool
) -> Failure | None:
    wanted = [
        f"{MODULE}:{printer.places[r.op]}: {r.message}" for r in expected.reports
    ]
    unexpected = Counter(observed.reports) - Counter(wanted)
    if unexpected:
        return Failure("unexpected report", next(iter(unexpected)))
    if in_order and not _in_order(observed.reports, wanted):
        return Failure("reports in another order", "; ".join(observed.reports))
    for report, text in zip(expected.reports, wanted):
        if not report.certain or observed.reports.count(text) >= _certain(
            expected, wanted, text
        ):
            continue
        # Equal ops on tensors may have become one.
        merged = not report.on_memrefs and any(
            other.endswith(f": {report.message}") for other in observed.reports
        )
        if not merged:
            return Failure("missing report", text)
    return None


def compare_assertion(
    expected: Expectation, observed: Observed, printer: Printer
) -> tuple[Failure | None, bool]:
    """What is wrong where the first report ends the process, and whether it did."""
    possible: list[str] = []
    must = False
    for report in expected.reports:
        head = report.message.split(" is ")[0].split(": indices[")[0]
        possible.append(f"{MODULE}:{printer.places[report.op]}: {head}")
        if report.certain:
            must = True
            break
    if not observed.end:
        missing = Failure("missing assertion", possible[-1]) if must else None
        return missing, False
    if observed.end != f"ended with signal {signal.SIGABRT.value}":
        return Failure(observed.end, observed.output[-300:]), True
    if not any(line.startswith(tuple(possible)) for line in observed.output.split("\n")):
        detail = f"{observed.output[-300:]!r}, expected {possible}"
        return Failure("another assertion", detail), True
    return None, True


def _certain(expected: Expectation, wanted: Sequence[str], text: str) -> int:
    """How often a report must come."""
    return sum(
        r.certain for r, other in zip(expected.reports, wanted) if other == text
    )


def _in_order(part: Sequence[str], whole: Sequence[str]) -> bool:
    rest = iter(whole)
    return all(item in rest for item in part)


