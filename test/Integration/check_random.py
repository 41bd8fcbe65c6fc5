#!/usr/bin/env python3
"""Draws random operations and runs them against an independent reference.

Everything varies: element and index types, ranks, extents (shown or '?'),
clauses, tensors, memrefs in place, strided and turned views, scatter and
gather. What an operation must give, or report, is computed by
python/valuetest/reference.py from the contract alone. Operation number n of a
seed is always the same one.
"""

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from valuetest.draw import (
    draw_bad_index,
    draw_bad_shape,
    draw_operation,
    draw_placed,
)
from valuetest.program import Placed
from valuetest.reference import Result, compute, runtime_error, verify_error
from valuetest.runner import Expectation, Runner, default_jobs, report

KINDS = ("valid", "bad-index", "bad-shape")


def draw(kind: str, seed: int, number: int) -> Expectation:
    """Operation `number` of a seed, and what must come of it."""
    rng = np.random.default_rng([seed, KINDS.index(kind), number])
    name = f"{kind}-{seed}-{number}"
    if kind == "valid":
        placed = draw_placed(rng, draw_operation(rng, name))
    elif kind == "bad-index":
        placed = draw_bad_index(rng, name)
    else:
        placed = draw_bad_shape(rng, name)
    return expectation(placed)


def expectation(placed: Placed) -> Expectation:
    """What the contract says of the operation."""
    error = verify_error(placed.op, placed.static)
    if error:
        return Expectation(placed, verify_error=error)
    error = runtime_error(placed.op)
    if error:
        return Expectation(placed, runtime_error=error)
    return Expectation(placed, result=_result(placed))


def _result(placed: Placed) -> Result:
    first = compute(placed.op)
    if placed.variant != "loop":
        return first
    if placed.op.destination == "data":
        second = compute(replace(placed.op, data=first.value))
    else:
        second = compute(replace(placed.op, third=first.value))
    return Result(second.value, first.combined | second.combined)


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runner", required=True, help="scatternd-run")
    parser.add_argument("--kind", choices=KINDS, default="valid")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    parser.add_argument("--jobs", type=int, default=default_jobs())
    parser.add_argument("--batch", type=int, default=16, help="operations a program")
    parser.add_argument(
        "--extra", action="append", default=[], help="one more option of the runner"
    )
    return parser


def main() -> int:
    args = options().parse_args()
    keep = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-random-"))
    numbers = range(args.first, args.first + args.count)
    expectations = [draw(args.kind, args.seed, n) for n in numbers]
    runner = Runner(args.runner, keep, args.extra, args.jobs, args.batch)

    def again(e: Expectation) -> str:
        number = e.placed.op.name.rsplit("-", 1)[1]
        extra = "".join(f" --extra={x}" for x in args.extra)
        return (
            f"{Path(__file__).name} --runner {args.runner} --kind {args.kind} "
            f"--seed {args.seed} --first {number} --count 1{extra}"
        )

    print(f"seed {args.seed}, {args.kind}, {args.count} operations from {args.first}")
    return report(runner.check(expectations), again)


if __name__ == "__main__":
    sys.exit(main())
