#!/usr/bin/env python3
"""Measures how the import of ONNX models grows with their size.

Each kind of model is imported at two sizes, the larger twice the smaller, in
turns. Printed are the least time and the peak memory (resident), without what a
process of the tool has before it reads anything, and how much both grow; twice
is linear. Kinds: `nodes` is a chain of ScatterND nodes, imported as a whole;
`extract` makes a function of each; `weights` gathers four elements of gigabytes
of external data, which are mapped and so should take no memory.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "test" / "python"))

from onnxtest.build import MODEL
from onnxtest.large import write_chain, write_weights

ROUNDS = 3


@dataclass(frozen=True)
class Kind:
    """A kind of model: its smaller size, how it is written and imported."""

    size: int
    write: Callable[[Path, int], None]
    command: Sequence[str]


_TRANSLATE = ("scatternd-translate", "--import-onnx", MODEL, "-o", "out.mlir")

KINDS = {
    "nodes": Kind(10_000, write_chain, _TRANSLATE),
    "extract": Kind(10_000, write_chain, (*_TRANSLATE, "--extract")),
    "weights": Kind(
        625_000_000,
        write_weights,
        ("scatternd-run", MODEL, "--input=indices.npy", "--print=none"),
    ),
}


@dataclass
class Usage:
    """Time in seconds and peak resident memory in bytes of one process."""

    seconds: float
    memory: int


# Starts a command, waits for it and prints its status, time and memory. A new
# process counts the memory of the one that it was started from, so that one has
# to be small.
_LAUNCHER = """
import os, sys, time
began = time.monotonic()
command = sys.argv[1:]
nothing = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
pid = os.posix_spawn(command[0], command, os.environ, file_actions=nothing)
_, status, usage = os.wait4(pid, 0)
print(status, time.monotonic() - began, usage.ru_maxrss * 1024)
"""


def measure(command: Sequence[str], folder: Path) -> Usage:
    """Runs a command; raises CalledProcessError if it fails."""
    launcher = [sys.executable, "-S", "-c", _LAUNCHER, *command]
    done = subprocess.run(launcher, cwd=folder, stdout=subprocess.PIPE, check=True)
    status, seconds, memory = done.stdout.split()
    if int(status):
        raise subprocess.CalledProcessError(int(status), command)
    return Usage(float(seconds), int(memory))


def compare(tools: Path, name: str, work: Path) -> None:
    """Prints the lines of one kind."""
    kind = KINDS[name]
    command = [str(tools / kind.command[0]), *kind.command[1:]]
    sizes = (kind.size, 2 * kind.size)
    folders = [work / f"{name}-{size}" for size in sizes]
    for size, folder in zip(sizes, folders):
        folder.mkdir()
        kind.write(folder, size)
        np.save(folder / "indices.npy", np.array([[0], [-1], [size - 1], [1]]))
    runs: list[list[Usage]] = [[], []]
    for _ in range(ROUNDS):
        for found, folder in zip(runs, folders):
            found.append(measure(command, folder))
    base = measure([command[0], "--help"], work).memory
    seconds = [min(u.seconds for u in found) for found in runs]
    memory = [max(u.memory for u in found) - base for found in runs]
    for i, size in enumerate(sizes):
        print(f"{name:8}{size:14,}{seconds[i]:9.3f} s{memory[i] / 1e6:10.1f} MB")
    growth = [numbers[1] / numbers[0] for numbers in (seconds, memory)]
    print(f"{'':8}{'grows':>14}{growth[0]:9.2f} x{growth[1]:10.2f} x", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True, help="the tools' folder")
    parser.add_argument(
        "--kind", action="append", choices=KINDS, help="repeatable; default: all"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scatternd-onnx-") as work:
        for name in args.kind or KINDS:
            compare(args.bin.resolve(), name, Path(work))
    return 0


if __name__ == "__main__":
    sys.exit(main())
