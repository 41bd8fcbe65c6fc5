#!/usr/bin/env python3
"""Draws random whole programs, compiles them, calls them, and compares.

What a program must give is computed by the interpreter of python/programtest.
Some 25 programs are one module, which becomes a library whose C entries are
called in a child process, with a malloc that sees leaks, wrong frees and writes
past the end. Program number n of a seed is always the same one, and so are the
options and passes of its group.
"""

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from programtest.ast import Program
from programtest.build import Tools
from programtest.compare import Failure
from programtest.draw import draw_program
from programtest.harness import Checker, Verdict
from programtest.keep import keep
from programtest.modes import MODES, checker_for
from programtest.refusals import Refusal
from programtest.shrink import Shrinker

#: Programs of one module; those of a group are always the same.
GROUP = 25

#: How many failures are made small, and how many of one kind.
SHRUNK, SHRUNK_OF_A_KIND = 8, 2

#: Tools that need more than this are as good as hanging.
MEMORY = 4 << 30


@dataclass
class Job:
    """One group of programs, for one process."""

    args: argparse.Namespace
    numbers: list[int]


def checker(args: argparse.Namespace, number: int, folder: Path) -> Checker:
    """What checks the group that a program is of."""
    tools = Tools(args.tools, args.llvm, folder)
    return checker_for(args.mode, tools, args.seed, number // GROUP)


def check_group(job: Job) -> list[Verdict]:
    """Checks the programs of one group."""
    with tempfile.TemporaryDirectory(prefix="scatternd-programs-") as folder:
        programs = [draw_program(job.args.seed, n) for n in job.numbers]
        return checker(job.args, job.numbers[0], Path(folder)).check(programs)


def keep_failure(
    args: argparse.Namespace, number: int, failure: Failure, shrinks: bool
) -> str:
    """Writes down a program that failed, small if it is to be; what to say of it."""
    program = draw_program(args.seed, number)
    with tempfile.TemporaryDirectory(prefix="scatternd-programs-") as folder:
        check = checker(args, number, Path(folder))
        if shrinks:
            program, check = shrunk(check, program, failure, args.shrink)
            (verdict,) = check.check([program])
            failure = verdict if isinstance(verdict, Failure) else failure
        again = (
            f"check_programs.py --tools {args.tools} --llvm {args.llvm} "
            f"--mode {args.mode} --seed {args.seed} --first {number} --count 1"
        )
        where = args.keep / f"{args.mode}-{args.seed}-{number}"
        keep(where, program, failure, [again, *check.commands])
    return f"{failure}\n  files: {where}\n  again: {again}"


def shrunk(
    check: Checker, program: Program, failure: Failure, seconds: float
) -> tuple[Program, Checker]:
    """A small program that fails in the same manner, alone in its module, with
    as few options and passes as that needs."""

    def fails(programs: Sequence[Program]) -> list[bool]:
        return [
            isinstance(v, Failure) and v.kind == failure.kind
            for v in check.check(programs)
        ]

    if not fails([program])[0]:
        return program, check
    # What stops the compiler would stop it for the others, too.
    batch = 1 if failure.alone else 12
    program = Shrinker(fails, seconds, batch).shrink(program)
    while True:
        for other in check.simpler():
            before, check = check, other
            if fails([program])[0]:
                break
            check = before
        else:
            break
    return Shrinker(fails, seconds / 2, batch).shrink(program), check


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=Path, required=True, help="with scatternd-opt")
    parser.add_argument("--llvm", type=Path, required=True, help="LLVM's tools")
    parser.add_argument("--mode", choices=sorted(MODES), default="plain")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--shrink", type=float, default=40, metavar="SECONDS",
        help="for one failure; with 0, programs stay as they are",
    )  # fmt: skip
    parser.add_argument(
        "--sanitized", action="store_true", help="the tools reserve much memory"
    )
    return parser


def main() -> int:
    args = options().parse_args()
    args.keep = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-programs-"))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not args.sanitized:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    began = time.monotonic()
    last = args.first + args.count - 1
    print(f"seed {args.seed}, {args.mode}, programs {args.first} to {last}", flush=True)
    groups: dict[int, list[int]] = {}
    for number in range(args.first, last + 1):
        groups.setdefault(number // GROUP, []).append(number)
    jobs = [Job(args, numbers) for numbers in groups.values()]

    kinds: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    with ProcessPoolExecutor(args.jobs) as pool:
        for job, verdicts in zip(jobs, pool.map(check_group, jobs)):
            for number, verdict in zip(job.numbers, verdicts, strict=True):
                if isinstance(verdict, Refusal):
                    refused[verdict.message] += 1
                elif verdict:
                    kinds[verdict.kind] += 1
                    few = kinds.total() <= SHRUNK
                    few &= kinds[verdict.kind] <= SHRUNK_OF_A_KIND
                    text = keep_failure(args, number, verdict, few and args.shrink > 0)
                    print(f"FAIL {number}: {text}", flush=True)
    for message, count in refused.most_common():
        print(f"{count} refused: {message}")
    failed = kinds.total()
    passed = args.count - failed - refused.total()
    print(f"{time.monotonic() - began:.0f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
