#!/usr/bin/env python3
"""Draws random ONNX models, runs them and compares every bit of every output.

Operators' versions, element types, ranks, shapes shown or not, duplicates,
reductions, where values are stored and how, chains with Identity and Constant
between: all vary, see python/onnxtest/draw.py. What a model must give is
computed from the contract, and that in turn is compared with ONNX's own
evaluator where the two do not differ on purpose (python/onnxtest/differences.py).
Model number n of a seed is always the same one.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from onnxtest.check import WAYS, Checker, Failure, report
from onnxtest.draw import draw_model
from onnxtest.tools import Tools
from valuetest.runner import default_jobs


def check(checker: Checker, args: argparse.Namespace, number: int) -> list[Failure]:
    """Draws and runs one model: as a whole, and in some of the other ways."""
    rng = np.random.default_rng([args.seed, number])
    model = draw_model(rng, f"model-{args.seed}-{number}")
    others = [w for w in WAYS[1:] if rng.random() < args.share]
    ways = args.way or [WAYS[0], *others]
    return checker.check(model, ways)


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=Path, required=True, help="their folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument(
        "--way", action="append", choices=WAYS, help="repeatable; default: as drawn"
    )
    parser.add_argument(
        "--share", type=float, default=0.25, help="of models, for each other way"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    parser.add_argument("--jobs", type=int, default=default_jobs())
    parser.add_argument(
        "--extra", action="append", default=[], help="one more option of scatternd-run"
    )
    return parser


def main() -> int:
    args = options().parse_args()
    keep = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-onnx-"))
    checker = Checker(Tools(args.tools), keep, args.extra)
    numbers = range(args.first, args.first + args.count)
    print(f"seed {args.seed}, {args.count} models from {args.first}")
    passed, failures = 0, []
    with ThreadPoolExecutor(args.jobs) as pool:
        for found in pool.map(lambda n: check(checker, args, n), numbers):
            passed += not found
            failures += found
    extra = "".join(f" --extra={x}" for x in args.extra)
    again = (
        f"{Path(__file__).name} --tools {args.tools} --seed {args.seed} "
        f"--first NUMBER --count 1{extra}, with the number that ends the model's name"
    )
    return report(passed, failures, again)


if __name__ == "__main__":
    sys.exit(main())
