#!/usr/bin/env python3
"""Damages right models at random and looks at how the import takes it.

What comes of a damaged model is open: it may be another right model. But the
tool must end by itself, in seconds, and say one error or none. Model number n
of a seed is always the same one.
"""

import argparse
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from onnxtest.build import MODEL, write_model
from onnxtest.check import Failure, report
from onnxtest.draw import draw_model
from onnxtest.tools import TRANSLATE, Outcome, Tools, limit_memory, start
from onnxtest.unusual import ALL
from valuetest.runner import default_jobs

TIMEOUT_S = 10.0
MEMORY_BYTES = 2 << 30

#: How many of the drawn models there are to damage, beside the unusual ones.
DRAWN = 30


@cache
def originals() -> list[bytes]:
    """Right models; their external data is left behind."""
    files = [unusual.model.SerializeToString() for unusual in ALL]
    for number in range(DRAWN):
        rng = np.random.default_rng([5, number])
        with tempfile.TemporaryDirectory() as folder:
            write_model(draw_model(rng, "drawn"), Path(folder), rng)
            files.append((Path(folder) / MODEL).read_bytes())
    return files


def damage(rng: np.random.Generator, content: bytes) -> bytes:
    """Changes, removes, inserts or repeats some bytes, one to four times."""
    changed = bytearray(content)
    for _ in range(int(rng.integers(1, 5))):
        start, size = int(rng.integers(len(changed))), int(rng.integers(1, 9))
        piece = changed[start : start + size]
        random = rng.integers(0, 256, size, dtype=np.uint8).tobytes()
        match rng.choice(["bit", "change", "remove", "insert", "repeat", "end"]):
            case "bit":
                changed[start] ^= 1 << int(rng.integers(8))
            case "change":
                # A length, a tag or a number: the ends of their ranges most.
                changed[start] = int(rng.choice([0, 1, 127, 128, 255, random[0]]))
            case "remove":
                del changed[start : start + size]
            case "insert":
                changed[start:start] = random
            case "repeat":
                changed[start:start] = piece * int(rng.integers(1, 4))
            case "end":
                # At least a byte is left, for the next time around.
                del changed[max(start, len(changed) // 2, 1) :]
        if not changed:
            break
    return bytes(changed)


def wrong_end(outcome: Outcome) -> str | None:
    """Why a tool should not have ended like that, or None."""
    if outcome.status not in (0, 1):
        return outcome.failure()
    errors = sum("error:" in line for line in outcome.stderr.splitlines())
    if errors != outcome.status:
        return f"exit status {outcome.status}, {errors} errors: {start(outcome.stderr)}"
    return None


def check(tools: Tools, args: argparse.Namespace, number: int) -> Failure | None:
    """Damages and imports one model."""
    rng = np.random.default_rng([args.seed, number])
    files = originals()
    folder = args.keep / f"damaged-{args.seed}-{number}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    content = damage(rng, files[int(rng.integers(len(files)))])
    (folder / MODEL).write_bytes(content)
    options = ["--import-onnx", MODEL]
    if rng.random() < 0.5:
        options.append("--extract")
    timeout_s = TIMEOUT_S * (10 if args.sanitized else 1)
    reason = wrong_end(tools.run(TRANSLATE, options, folder, timeout_s))
    if reason:
        return Failure(folder.name, reason, folder)
    shutil.rmtree(folder)
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=Path, required=True, help="their folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    parser.add_argument("--jobs", type=int, default=default_jobs())
    parser.add_argument(
        "--sanitized",
        action="store_true",
        help="the tools are slow and reserve all address space, so do not limit it",
    )
    args = parser.parse_args()
    args.keep = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-damaged-"))
    originals()
    limit_memory(None if args.sanitized else MEMORY_BYTES)
    tools = Tools(args.tools)
    numbers = range(args.first, args.first + args.count)
    with ThreadPoolExecutor(args.jobs) as pool:
        found = list(pool.map(lambda n: check(tools, args, n), numbers))
    failures = [failure for failure in found if failure]
    again = (
        f"{Path(__file__).name} --tools {args.tools} --seed {args.seed} "
        "--first NUMBER --count 1, with the number that ends the model's name"
    )
    return report(len(found) - len(failures), failures, again)


if __name__ == "__main__":
    sys.exit(main())
