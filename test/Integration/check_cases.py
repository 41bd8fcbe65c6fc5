#!/usr/bin/env python3
"""Runs case files through scatternd-run and compares every result bit for bit.

What a case file holds is said in python/valuetest/cases.py. Each case runs in
the forms asked for: FORM-EXTENTS, where FORM is tensor, memref (in place),
strided (in place, on every second element of larger buffers) or constant (on
tensors that are resources of the module), and EXTENTS is static or dynamic
(every extent written as '?'; not for constants).
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from valuetest.cases import Case, load
from valuetest.program import CONSTANT, FORMS, Placed
from valuetest.runner import Expectation, Runner, Summary, default_jobs, report

ALL_FORMS = [f"{f}-{e}" for f in FORMS for e in ("static", "dynamic")]
ALL_FORMS.append(f"{CONSTANT}-static")


def expectation(case: Case, form: str, dynamic: bool) -> Expectation:
    """The case written in one form."""
    placed = Placed.usual(case.op, form, dynamic)
    if case.result is not None:
        return Expectation(placed, result=case.result)
    # With both messages, the verifier sees it where extents are static.
    if case.verify is not None and (case.error is None or not dynamic):
        return Expectation(placed, verify_error=case.verify)
    return Expectation(placed, runtime_error=case.error)


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--runner", required=True, help="scatternd-run")
    parser.add_argument("--only", metavar="NAME", help="the case of this name")
    parser.add_argument(
        "--form", action="append", choices=ALL_FORMS, help="repeatable; default: all"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    parser.add_argument("--jobs", type=int, default=default_jobs())
    parser.add_argument("--batch", type=int, default=12, help="operations a program")
    parser.add_argument(
        "--extra", action="append", default=[], help="one more option of the runner"
    )
    return parser


def main() -> int:
    args = options().parse_args()
    keep = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-cases-"))
    runner = Runner(args.runner, keep, args.extra, args.jobs, args.batch)
    total = Summary()
    origin: dict[str, Path] = {}
    for path in args.files:
        cases = load(path)
        chosen = [c for c in cases if args.only in (None, c.name)]
        origin.update((c.name, path) for c in chosen)
        expectations = []
        for form in args.form or ALL_FORMS:
            kind, extents = form.split("-")
            expectations += [expectation(c, kind, extents == "dynamic") for c in chosen]
        part = Runner(
            runner.executable, keep / path.stem, args.extra, args.jobs, args.batch
        ).check(expectations)
        total.add(part)

    def again(e: Expectation) -> str:
        extents = "dynamic" if e.placed.wide_layout else "static"
        return (
            f"{Path(__file__).name} --runner {args.runner} --only '{e.placed.op.name}' "
            f"--form {e.placed.form}-{extents} {origin[e.placed.op.name]}"
        )

    return report(total, again)


if __name__ == "__main__":
    sys.exit(main())
