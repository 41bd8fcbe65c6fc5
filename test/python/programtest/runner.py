"""Checks programs through scatternd-run, one process for each."""

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from valuetest.elements import ELEMENTS, Element

from .ast import Program, Runtime
from .build import MODULE, TIMEOUT_S, BuildError, Tools
from .compare import Failure
from .expect import Expectation, expect, inputs
from .harness import Checker, Verdict
from .memory import difference
from .printer import Printer, print_programs
from .refusals import judge
from .types import MemRef
from .values import View


@dataclass
class Runner:
    """scatternd-run with some options."""

    tools: Tools
    options: tuple[str, ...]

    def simpler(self) -> Iterator[Checker]:
        for i in range(len(self.options)):
            yield replace(self, options=self.options[:i] + self.options[i + 1 :])

    @property
    def commands(self) -> list[str]:
        tool = self.tools.tools / "scatternd-run"
        return [f"{tool} {MODULE} {' '.join(self.options)} --entry=... --input=..."]

    def check(self, programs: Sequence[Program]) -> list[Verdict]:
        """What is wrong with each program."""
        return [self._check(p) for p in programs]

    def _check(self, program: Program) -> Verdict:
        folder, printer = self.tools.folder, print_programs([program])
        (folder / MODULE).write_text(printer.text)
        expected = expect(program)
        command = [self.tools.tools / "scatternd-run", MODULE, "--print=none"]
        command += [f"--entry={program.name}{program.main.name}", *self.options]
        for i, value in enumerate(inputs(program)):
            array = value.read() if isinstance(value, View) else value
            np.save(folder / f"in{i}.npy", array.element.save(array.bits))
            command.append(f"--input=in{i}.npy")
        outputs = _outputs(program, expected)
        for name, spec, _ in outputs:
            (folder / name).unlink(missing_ok=True)
            command.append(f"--output={spec}{name}")
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True,
                errors="replace", timeout=TIMEOUT_S, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Failure("scatternd-run hangs")
        if done.returncode or any(r.certain for r in expected.reports):
            return _judge_end(done, expected, printer)
        for name, _, want in outputs:
            problem = _compare(folder / name, want)
            if problem:
                return Failure("wrong value", f"{name}: {problem}")
        return None


def _outputs(
    program: Program, expected: Expectation
) -> list[tuple[str, str, Runtime]]:
    """File, what stands before it in the option, and what must be in it."""
    found = [(f"out{i}.npy", "", value) for i, value in enumerate(expected.results)]
    for i, argument in enumerate(program.main.arguments):
        if isinstance(argument.type, MemRef):
            found.append((f"arg{i}.npy", f"arg{i}=", expected.arguments[i]))
    return found


def _judge_end(
    done: subprocess.CompletedProcess[str], expected: Expectation, printer: Printer
) -> Verdict:
    """The process said something, or should have."""
    if done.returncode < 0:
        return Failure("scatternd-run crashes", done.stderr[:300])
    messages = [
        f"error: {MODULE}:{printer.places[r.op]}: {r.message}" for r in expected.reports
    ]
    first = done.stderr.split("\n")[0]
    if first in messages:
        return None
    if not done.returncode:
        return Failure("missing report", messages[0])
    if first.startswith(f"{MODULE}:"):
        return judge(BuildError("scatternd-opt", 1, done.stderr))
    return Failure("scatternd-run fails", done.stderr[:300])


def _compare(path: Path, want: Runtime) -> str | None:
    """How the array in a file differs from what it must be."""
    array = want.read() if isinstance(want, View) else want
    element = array.element
    try:
        got = element.load(np.load(path))
    except (OSError, ValueError) as error:
        return str(error)
    if got.shape != array.shape:
        return f"shape is {got.shape}, expected {array.shape}"
    return difference(element, _data(element, got), array)


def _data(element: Element, array: np.ndarray) -> bytes | list[str]:
    if element is ELEMENTS["!scatternd.string"]:
        return [str(s) for s in array.reshape(-1)]
    return element.memory(array)

