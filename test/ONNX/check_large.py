#!/usr/bin/env python3
"""Imports a model of 10,000 nodes, and runs one of 2.5 GB of external data.

Only that they work; benchmark/onnx_import.py measures time and memory.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from onnxtest.build import MODEL
from onnxtest.check import Failure, report
from onnxtest.large import write_chain, write_weights
from onnxtest.tools import RUN, TRANSLATE, Tools, function_names

NODES = 10_000

#: 2.5 GB, past the 2 GiB of a protobuf message and of a signed offset.
ELEMENTS = 625_000_000


def check_chain(tools: Tools, folder: Path) -> str | None:
    """All nodes of a long chain are imported, and any runs alone."""
    write_chain(folder, NODES)
    done = tools.run(TRANSLATE, ["--import-onnx", MODEL], folder)
    count = done.stdout.count("scatternd.scatter")
    if done.failure() or count != NODES:
        return done.failure() or f"expected {NODES} ops, but got {count}"
    done = tools.run(TRANSLATE, ["--import-onnx", "--extract", MODEL], folder)
    names = function_names(done.stdout)
    if done.failure() or names != [f"/layers.{i}/ScatterND" for i in range(NODES)]:
        return done.failure() or f"--extract: got {len(names)} functions"
    data = np.arange(32, dtype=np.float32).reshape(8, 4)
    want = data.copy()
    want[1] += 2
    np.save(folder / "data.npy", data)
    np.save(folder / "indices.npy", np.array([[1], [1]]))
    np.save(folder / "updates.npy", np.ones((2, 4), np.float32))
    inputs = [f"--input={n}.npy" for n in ("data", "indices", "updates")]
    options = [f"--node=#{NODES - 1}", "--print=none", "--output=got.npy"]
    done = tools.run(RUN, [MODEL, *inputs, *options], folder)
    return done.failure() or _compare(folder, want)


def check_weights(tools: Tools, folder: Path) -> str | None:
    """The ends of a very long initializer are read."""
    write_weights(folder, ELEMENTS)
    np.save(folder / "indices.npy", np.array([[0], [-1], [ELEMENTS - 1], [1]]))
    options = ["--input=indices.npy", "--print=none", "--output=got.npy"]
    done = tools.run(RUN, [MODEL, *options], folder)
    return done.failure() or _compare(folder, np.array([0, 7, 7, 0], np.float32))


def _compare(folder: Path, want: np.ndarray) -> str | None:
    got = np.load(folder / "got.npy")
    if got.dtype == want.dtype and np.array_equal(got, want):
        return None
    return f"expected {want}, but got {got}"


CHECKS: dict[str, Callable[[Tools, Path], str | None]] = {
    "10000 nodes": check_chain,
    "2.5 GB of external data": check_weights,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=Path, required=True, help="their folder")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    args = parser.parse_args()
    work = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-large-"))
    passed, failures = 0, []
    for name, check in CHECKS.items():
        folder = work / name.replace(" ", "-")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        reason = check(Tools(args.tools), folder)
        if reason:
            failures.append(Failure(name, reason, folder))
        else:
            passed += 1
            shutil.rmtree(folder)
    return report(passed, failures, f"{Path(__file__).name} --tools {args.tools}")


if __name__ == "__main__":
    sys.exit(main())
