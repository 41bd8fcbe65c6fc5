"""Calls scatternd-run on programs and compares what comes out."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from .program import Placed, Program, ProgramBuilder
from .reference import Result, difference

#: Far more than any program here takes; a hang must not stop the whole run.
TIMEOUT_S = 300

MODULE = "program.mlir"


@dataclass
class Expectation:
    """A placed operation and what must come of it: exactly one of the three."""

    placed: Placed
    result: Result | None = None
    #: The run-time message after the location, the whole of it.
    runtime_error: str | None = None
    #: A text that the compiler's message contains.
    verify_error: str | None = None

    @property
    def name(self) -> str:
        placed = self.placed
        return f"{placed.op.name} [{placed.form}, {placed.variant}]"

    @property
    def succeeds(self) -> bool:
        return self.result is not None


@dataclass
class Failure:
    """An expectation that did not hold, and where its files are."""

    expectation: Expectation
    reason: str
    folder: Path


@dataclass
class Summary:
    """Counts, and the failures themselves."""

    passed: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: "Summary") -> None:
        self.passed += other.passed
        self.failures += other.failures


@dataclass
class Runner:
    """How to call scatternd-run, and where to keep what failed."""

    executable: str
    work: Path
    extra: Sequence[str] = ()
    jobs: int = 1
    batch: int = 12

    def __post_init__(self) -> None:
        found = shutil.which(self.executable)
        if not found:
            raise FileNotFoundError(f"no executable {self.executable!r}")
        # Programs run in folders of their own, where a relative path is lost.
        self.executable = str(Path(found).resolve())

    def check(self, expectations: Sequence[Expectation]) -> Summary:
        """Runs all: those that succeed share programs, the others do not."""
        good = [e for e in expectations if e.succeeds]
        groups = [good[i : i + self.batch] for i in range(0, len(good), self.batch)]
        groups += [[e] for e in expectations if not e.succeeds]
        summary = Summary()
        self.work.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(self.jobs) as pool:
            numbered = ((f"{i:05}", group) for i, group in enumerate(groups))
            for part in pool.map(lambda job: self._check_group(*job), numbered):
                summary.add(part)
        return summary

    def _check_group(self, label: str, group: Sequence[Expectation]) -> Summary:
        folder = self.work / label
        failures = self._run(folder, group)
        if failures and len(group) > 1:
            # One that stops the process hides the rest: each by itself.
            summary = Summary()
            for i, expectation in enumerate(group):
                summary.add(self._check_group(f"{label}-{i}", [expectation]))
            if summary.failures:
                shutil.rmtree(folder)
                return summary
            # None fails alone, so it is the company that matters.
            return Summary(failures=failures)
        if not failures:
            shutil.rmtree(folder)
        return Summary(len(group) - len(failures), failures)

    def _run(self, folder: Path, group: Sequence[Expectation]) -> list[Failure]:
        builder = ProgramBuilder(np.random.default_rng(1))
        for expectation in group:
            builder.add(expectation.placed, expectation.result)
        program = builder.finish()
        command = self._write(folder, program)
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, errors="replace",
                timeout=TIMEOUT_S, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return [Failure(group[0], f"no answer in {TIMEOUT_S} s", folder)]
        reason = _wrong_end(group[0], program, done.returncode, done.stderr)
        if reason:
            return [Failure(group[0], reason, folder)]
        return self._compare(folder, group, program) if group[0].succeeds else []

    def _write(self, folder: Path, program: Program) -> list[str]:
        """Writes the module, the inputs and the command; returns the latter."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / MODULE).write_text(program.text)
        command = [self.executable, MODULE, "--print=none", *self.extra]
        for i, array in enumerate(program.inputs):
            np.save(folder / f"in{i}.npy", array)
            command.append(f"--input=in{i}.npy")
        for i, output in enumerate(program.outputs):
            command.append(f"--output={output.spec}out{i}.npy")
        (folder / "command.txt").write_text(f"cd {folder} && {shlex.join(command)}\n")
        return command

    def _compare(
        self, folder: Path, group: Sequence[Expectation], program: Program
    ) -> list[Failure]:
        reasons: dict[int, list[str]] = {}
        for i, output in enumerate(program.outputs):
            path = folder / f"out{i}.npy"
            if path.exists():
                got = np.load(path)
                reason = difference(output.placed.op, got, output.want)
            else:
                reason = f"{path.name} was not written"
            if reason:
                owner = next(e for e in group if e.placed is output.placed)
                np.save(
                    folder / f"expected{i}.npy",
                    owner.placed.op.element.save(output.want.value),
                )
                reasons.setdefault(id(owner), []).append(f"{path.name}: {reason}")
        owners = {id(e): e for e in group}
        return [Failure(owners[k], "; ".join(r), folder) for k, r in reasons.items()]


def _start(text: str) -> str:
    """What a person needs of standard error: the first message."""
    return text.strip()[:400] or "nothing on standard error"


def _wrong_end(
    expectation: Expectation, program: Program, status: int, stderr: str
) -> str | None:
    """Why this is not how the process should have ended, or None."""
    if status < 0:
        return f"killed by signal {-status}: {_start(stderr)}"
    if expectation.succeeds:
        return f"exit status {status}: {_start(stderr)}" if status else None
    if status != 1:
        return f"exit status {status}, expected 1: {_start(stderr)}"
    if expectation.verify_error is not None:
        if "error: " in stderr and expectation.verify_error in stderr:
            return None
        return f"expected the error {expectation.verify_error!r}, got: {_start(stderr)}"
    want = f"error: {MODULE}:{program.locations[0]}: {expectation.runtime_error}\n"
    if stderr == want:
        return None
    return f"expected on standard error\n  {want.strip()}\nbut got\n  {_start(stderr)}"


def report(summary: Summary, reproduce: Callable[[Expectation], str]) -> int:
    """Prints the failures and the counts; the exit status."""
    for failure in summary.failures:
        name = failure.expectation.name
        print(f"FAIL {name}: {failure.reason}")
        print(f"  files: {failure.folder} (command.txt runs it)")
        print(f"  again: {reproduce(failure.expectation)}")
    failed = len(summary.failures)
    print(f"{summary.passed} passed, {failed} failed")
    return 1 if failed or not summary.passed else 0


def default_jobs() -> int:
    """Two at most: a compile takes a few hundred megabytes."""
    return min(2, os.cpu_count() or 1)
