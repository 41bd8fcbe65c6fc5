"""Checks many programs: in one module, as long as that is no hindrance."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from .ast import Program
from .build import MODULE, BuildError, How, Tools
from .call import Observed, observe
from .compare import Failure, compare, compare_assertion
from .expect import Expectation, expect
from .passes import Pass, unsuited, without, without_one
from .printer import Printer, print_programs
from .refusals import Refusal, judge

#: None where all is well.
Verdict = Failure | Refusal | None

#: The first line of a message of scatternd-opt.
_MESSAGE = re.compile(rf"^{re.escape(MODULE)}:(\d+):\d+: error:.*$", re.M)


class Checker(Protocol):
    """A way to check programs."""

    @property
    def commands(self) -> list[str]:
        """The commands that a program goes through, in its folder."""

    def check(self, programs: Sequence[Program]) -> list[Verdict]:
        """What is wrong with each program; all have other names."""

    def simpler(self) -> Iterator["Checker"]:
        """The same with one option or pass less."""


@dataclass
class Harness:
    """Compiles programs ahead of time and calls them."""

    tools: Tools
    how: How
    #: Whether arguments that say nothing may be written.
    writable: bool = False
    #: Whether reports come in the order of the program.
    in_order: bool = True
    #: Whether a report ends the process.
    asserts: bool = False
    #: The pipeline with passes put into it, if there are any.
    passes: Pass | None = None

    def with_passes(self, passes: Pass) -> "Harness":
        """The same with this pipeline."""
        how = replace(self.how, pipeline=f"--pass-pipeline={passes}")
        return replace(self, how=how, passes=passes)

    def simpler(self) -> Iterator[Checker]:
        if self.how.level:
            yield replace(self, how=replace(self.how, level=0))
        if self.passes:
            yield from map(self.with_passes, without_one(self.passes))

    @property
    def commands(self) -> list[str]:
        return self.tools.commands_for(self.how)

    def check(self, programs: Sequence[Program]) -> list[Verdict]:
        """What is wrong with each program."""
        expected = {p: expect(p) for p in programs}
        verdicts: dict[Program, Verdict] = {}
        for harness, part in self._suited(programs):
            verdicts.update(harness._check(part, expected))
        return [verdicts[p] for p in programs]

    def _suited(
        self, programs: Sequence[Program]
    ) -> Iterator[tuple["Harness", list[Program]]]:
        """The programs, with no pass that is not for them."""
        if not self.passes:
            yield self, list(programs)
            return
        parts: dict[frozenset[str], list[Program]] = {}
        for program in programs:
            parts.setdefault(unsuited(program), []).append(program)
        for names, part in parts.items():
            yield self.with_passes(without(self.passes, names)), part

    def _check(
        self, programs: list[Program], expected: dict[Program, Expectation]
    ) -> dict[Program, Verdict]:
        if not programs:
            return {}
        printer = print_programs(programs)
        try:
            library = self.tools.build(printer.text, self.how)
        except BuildError as error:
            if len(programs) == 1:
                return {programs[0]: judge(error, bool(self.passes))}
            return self._apart(programs, expected, error)
        verdicts: dict[Program, Verdict] = {}
        for ends in (False, True):
            # Calls that may end their process have one each.
            part = [p for p in programs if self._may_end(expected[p]) == ends]
            found = observe(library, self.tools.runtime, part, alone=ends)
            for program, observed in zip(part, found, strict=True):
                verdicts[program] = self._compare(
                    program, expected[program], observed, printer
                )
        return verdicts

    def _may_end(self, expected: Expectation) -> bool:
        return self.asserts and bool(expected.reports)

    def _compare(
        self,
        program: Program,
        expected: Expectation,
        observed: Observed,
        printer: Printer,
    ) -> Verdict:
        if self._may_end(expected):
            failure, ended = compare_assertion(expected, observed, printer)
            if failure or ended:
                return failure
            # What did not end the process did not report either.
            expected = replace(expected, reports=[])
        return compare(
            program, expected, observed, printer, self.writable, self.in_order
        )

    def _apart(
        self,
        programs: list[Program],
        expected: dict[Program, Expectation],
        error: BuildError,
    ) -> dict[Program, Verdict]:
        """Checks those that have errors by themselves, else halves."""
        verdicts = self._errors(programs) if error.is_message else {}
        rest = [p for p in programs if p not in verdicts]
        if verdicts:
            return verdicts | self._check(rest, expected)
        half = len(programs) // 2
        return self._check(rest[:half], expected) | self._check(rest[half:], expected)

    def _errors(self, programs: list[Program]) -> dict[Program, Verdict]:
        """What scatternd-opt says of the programs that it takes no further, each
        as a module of its own."""
        printer = print_programs(programs, separator="// -----")
        try:
            self.tools.lower(printer.text, self.how, "--split-input-file")
        except BuildError as error:
            if not error.is_message:
                return {}
            messages = _by_program(programs, printer, error.stderr)
            return {
                p: judge(
                    BuildError(error.tool, error.status, text), bool(self.passes)
                )
                for p, text in messages.items()
            }
        return {}


def _by_program(
    programs: Sequence[Program], printer: Printer, stderr: str
) -> dict[Program, str]:
    """The messages about each program."""
    found: dict[Program, str] = {}
    starts = [*_MESSAGE.finditer(stderr)]
    ends = [m.start() for m in starts[1:]] + [len(stderr)]
    for match, end in zip(starts, ends):
        for program in programs:
            if int(match[1]) in printer.ranges[program]:
                text = found.get(program, "") + stderr[match.start() : end]
                found[program] = text
    return found
