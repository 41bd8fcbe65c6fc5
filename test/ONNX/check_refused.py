#!/usr/bin/env python3
"""Gives the tools what they must refuse, and looks at how they do.

Each time the exit status is 1, standard output is empty, and standard error has
one line with `error:` in it that contains the words of the table, see
python/onnxtest/refused/. A signal, seconds of time or gigabytes of memory are
failures, whatever is printed.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from onnxtest.build import MODEL
from onnxtest.check import Failure, report
from onnxtest.refused import ALL
from onnxtest.refused.refusal import Refusal
from onnxtest.tools import (
    OPT,
    RUN,
    TRANSLATE,
    Outcome,
    Tools,
    limit_memory,
    start,
)
from valuetest.runner import default_jobs

TIMEOUT_S = 5.0
MEMORY_BYTES = 2 << 30

#: What imports a model as a whole, by the same code in the end.
IMPORTS = (
    (TRANSLATE, "--import-onnx", MODEL),
    (RUN, MODEL, "--print=none"),
    (OPT, MODEL),
)


def wrong_refusal(outcome: Outcome, words: tuple[str, ...]) -> str | None:
    """Why this is not how a tool should have refused something, or None."""
    if outcome.status != 1:
        return outcome.failure() or f"exit status 0, expected 1; wanted {words}"
    if outcome.stdout:
        return f"standard output: {start(outcome.stdout)}"
    errors = [line for line in outcome.stderr.splitlines() if "error:" in line]
    if len(errors) != 1:
        return f"{len(errors)} lines with an error: {start(outcome.stderr)}"
    lower = errors[0].lower()
    missing = [word for word in words if word.lower() not in lower]
    if missing:
        return f"{missing} is not in: {start(errors[0])}"
    return None


def check(
    tools: Tools,
    refusal: Refusal,
    commands: Sequence[Sequence[str]],
    work: Path,
    timeout_s: float,
) -> list[Failure]:
    """Runs one entry of the tables in each of the ways."""
    folder = work / refusal.name.replace(" ", "-").replace("/", "_")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    refusal.write(folder)
    failures = []
    for command in commands:
        tool, *arguments = command
        outcome = tools.run(tool, arguments, folder, timeout_s)
        reason = wrong_refusal(outcome, refusal.words)
        if reason:
            failures.append(Failure(f"{refusal.name} [{tool}]", reason, folder))
    if not failures:
        shutil.rmtree(folder)
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=Path, required=True, help="their folder")
    parser.add_argument("--only", metavar="TEXT", help="entries with this in the name")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    parser.add_argument("--jobs", type=int, default=default_jobs())
    parser.add_argument(
        "--sanitized",
        action="store_true",
        help="the tools are slow and reserve all address space, so do not limit it",
    )
    parser.add_argument(
        "--every-tool",
        action="store_true",
        help="gives each model to all tools; else to one, to each in turn",
    )
    args = parser.parse_args()
    work = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-refused-"))
    limit_memory(None if args.sanitized else MEMORY_BYTES)
    tools = Tools(args.tools)
    timeout_s = TIMEOUT_S * (10 if args.sanitized else 1)
    jobs = []
    for i, refusal in enumerate(ALL):
        commands = IMPORTS if args.every_tool else [IMPORTS[i % len(IMPORTS)]]
        if args.only is None or args.only in refusal.name:
            jobs.append((refusal, [refusal.command] if refusal.command else commands))
    passed, failures = 0, []
    with ThreadPoolExecutor(args.jobs) as pool:
        for found in pool.map(lambda j: check(tools, *j, work, timeout_s), jobs):
            passed += not found
            failures += found
    again = f"{Path(__file__).name} --tools {args.tools} --only TEXT"
    return report(passed, failures, again)


if __name__ == "__main__":
    sys.exit(main())
