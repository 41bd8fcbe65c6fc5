#!/usr/bin/env python3
"""Times compiled scatters beside the plain C++ loop (R1), in one run.

Prints the ratio of median times for each workload and form; below 1, ours is
faster. Only ratios mean something, as machines differ; rounds of the two take
turns, so that a slow moment of the machine meets both. Forms: `inplace` writes
data; `full` copies data into an output that is there and writes that; `tensor`
is the function on tensors, beside R1's `full`.
"""

import argparse
import re
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FORMS = ("full", "inplace", "tensor")
_TIME = re.compile(r"^time: median (\S+) s\b", re.MULTILINE)
_DTYPES = {"f32": np.float32, "f16": np.float16, "i8": np.int8}


@dataclass(frozen=True)
class Workload:
    """A scatter: data's shape, and a function of a generator for indices."""

    why: str
    shape: tuple[int, ...]
    draw: Callable[[np.random.Generator], np.ndarray]
    element: str = "f32"
    reduction: str = "none"


def unique_places(
    *extents: int, count: int
) -> Callable[[np.random.Generator], np.ndarray]:
    """`count` different tuples, in random order."""

    def draw(rng: np.random.Generator) -> np.ndarray:
        size = int(np.prod(extents))
        numbers = rng.permutation(size)[:count]
        return np.stack(np.unravel_index(numbers, extents), axis=1)

    return draw


def any_places(
    *extents: int, count: int
) -> Callable[[np.random.Generator], np.ndarray]:
    """`count` tuples, some of them equal."""

    def draw(rng: np.random.Generator) -> np.ndarray:
        return np.stack([rng.integers(0, d, count) for d in extents], axis=1)

    return draw


def zipf_rows(extent: int, count: int) -> Callable[[np.random.Generator], np.ndarray]:
    """Row numbers of which few are very frequent, as words are."""

    def draw(rng: np.random.Generator) -> np.ndarray:
        frequency = 1 / np.arange(1, extent + 1)
        rank = rng.choice(extent, count, p=frequency / frequency.sum())
        return rng.permutation(extent)[rank][:, None]

    return draw


def one_position(rng: np.random.Generator) -> np.ndarray:
    """The same token of each of 32 heads."""
    del rng
    return np.array([[0, head, 1234] for head in range(32)])


WORKLOADS = {
    "A": Workload("embedding rows", (50000, 512), unique_places(50000, count=8192)),
    "B": Workload(
        "single elements", (4096, 4096), unique_places(4096, 4096, count=1_000_000)
    ),
    "C": Workload(
        "small slices", (1_000_000, 8), unique_places(1_000_000, count=500_000)
    ),
    "D": Workload("a token into a key-value cache", (1, 32, 2048, 128), one_position),
    "E": Workload("few large slices", (64, 1024, 1024), unique_places(64, count=16)),
    "F": Workload(
        "embedding gradients", (50000, 64), zipf_rows(50000, 500_000), reduction="add"
    ),
    "G": Workload(
        "maximum of voxels",
        (4096, 4096),
        any_places(4096, 4096, count=1_000_000),
        reduction="max",
    ),
    "H": Workload("one dimension", (1 << 24,), unique_places(1 << 24, count=1_000_000)),
    "I": Workload("the cost of a call", (8,), unique_places(8, count=4)),
    "JA16": Workload("A in f16", (50000, 512), unique_places(50000, count=8192), "f16"),
    "JA8": Workload("A in i8", (50000, 512), unique_places(50000, count=8192), "i8"),
    "JC16": Workload(
        "C in f16", (1_000_000, 8), unique_places(1_000_000, count=500_000), "f16"
    ),
    "JC8": Workload(
        "C in i8", (1_000_000, 8), unique_places(1_000_000, count=500_000), "i8"
    ),
}


def module(name: str, indices: tuple[int, ...], updates: tuple[int, ...]) -> str:
    """The three forms as functions."""
    work = WORKLOADS[name]
    clause = "" if work.reduction == "none" else f" reduction({work.reduction})"

    def types(kind: str) -> tuple[str, str, str]:
        def spell(shape: tuple[int, ...], element: str) -> str:
            return f"{kind}<{''.join(f'{d}x' for d in shape)}{element}>"

        return (
            spell(work.shape, work.element),
            spell(indices, "i64"),
            spell(updates, work.element),
        )

    def scatter(into: str, kind: str) -> str:
        d, i, u = types(kind)
        op = f"scatternd.scatter %updates into %{into}[%indices]{clause}"
        return f"{op} : {u}, {i} into {d}"

    def parameters(kind: str) -> str:
        d, i, u = types(kind)
        return f"%data: {d}, %indices: {i}, %updates: {u}"

    buffer, tensor = types("memref")[0], types("tensor")[0]
    return f"""\
func.func @inplace({parameters("memref")}) {{
  {scatter("data", "memref")}
  return
}}
func.func @full({parameters("memref")}, %output: {buffer}) {{
  memref.copy %data, %output : {buffer} to {buffer}
  {scatter("output", "memref")}
  return
}}
func.func @tensor({parameters("tensor")}) -> {tensor} {{
  %output = {scatter("data", "tensor")}
  return %output : {tensor}
}}
"""


def write(folder: Path, name: str, seed: int) -> list[Path]:
    """Writes a workload's inputs and module; the inputs' paths."""
    work = WORKLOADS[name]
    rng = np.random.default_rng([seed, list(WORKLOADS).index(name)])
    dtype = _DTYPES[work.element]

    def values(shape: tuple[int, ...]) -> np.ndarray:
        if work.element == "i8":
            return rng.integers(-100, 100, shape, dtype=np.int8)
        return rng.standard_normal(shape, dtype=np.float32).astype(dtype)

    indices = np.ascontiguousarray(work.draw(rng), np.int64)
    update_shape = indices.shape[:-1] + work.shape[indices.shape[-1] :]
    arrays = {
        "data": values(work.shape),
        "indices": indices,
        "updates": values(update_shape),
    }
    paths = []
    for kind, array in arrays.items():
        paths.append(folder / f"{name}.{kind}.npy")
        np.save(paths[-1], array)
    (folder / f"{name}.mlir").write_text(module(name, indices.shape, update_shape))
    return paths


def timed(command: list[str]) -> float:
    """The median time that a program printed, in seconds."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = _TIME.search(done.stdout)
    if done.returncode or not found:
        raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout).strip()}")
    return float(found[1])


def measure(args: argparse.Namespace, name: str) -> dict[str, tuple[float, float]]:
    """For each form, the medians over all rounds: (ours, R1)."""
    inputs = write(args.work, name, args.seed)
    samples = str(args.samples)
    ours_times: dict[str, list[float]] = {form: [] for form in args.form}
    plain_times: dict[str, list[float]] = {form: [] for form in args.form}
    for _ in range(args.rounds):
        for form in args.form:
            operands = [*inputs, inputs[0]] if form == "full" else inputs
            plain_form = "inplace" if form == "inplace" else "full"
            plain_times[form].append(
                timed(
                    [
                        str(args.bin / "scatternd-plain-loop"),
                        *(plain_form, WORKLOADS[name].reduction, samples),
                        *map(str, inputs),
                    ]
                )
            )
            ours_times[form].append(
                timed(
                    [
                        str(args.bin / "scatternd-run"),
                        str(args.work / f"{name}.mlir"),
                        *(f"--entry={form}", f"--time={samples}", "--print=none"),
                        *(f"--threads={args.threads}", *args.extra),
                        *(f"--input={path}" for path in operands),
                    ]
                )
            )
    if not args.keep:
        for path in args.work.glob(f"{name}.*"):
            path.unlink()
    median = statistics.median
    return {f: (median(ours_times[f]), median(plain_times[f])) for f in args.form}


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "workload",
        nargs="*",
        metavar="WORKLOAD",
        help="; ".join(f"{k}: {w.why}" for k, w in WORKLOADS.items())
        + " (default: all)",
    )
    parser.add_argument("--bin", type=Path, required=True, help="the tools' folder")
    parser.add_argument(
        "--work", type=Path, required=True, help="for inputs, up to 1 GB"
    )
    parser.add_argument("--form", action="append", choices=FORMS, help="repeatable")
    parser.add_argument("--threads", type=int, default=1, help="ours only; R1 has one")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--samples", type=int, default=7, help="of a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the inputs")
    parser.add_argument(
        "--extra", action="append", default=[], help="for scatternd-run"
    )
    parser.add_argument(
        "--limit", type=float, help="exit status 1 if a ratio is above this"
    )
    return parser


def main() -> int:
    parser = options()
    args = parser.parse_args()
    unknown = set(args.workload) - set(WORKLOADS)
    if unknown:
        parser.error(f"no workload {', '.join(sorted(unknown))}")
    args.form = args.form or list(FORMS)
    args.work.mkdir(parents=True, exist_ok=True)
    above = 0
    print(f"{'':5} {'form':8} {'ours, s':>10} {'R1, s':>10} {'ours/R1':>8}")
    for name in args.workload or WORKLOADS:
        for form, (ours, plain) in measure(args, name).items():
            ratio = ours / plain
            is_above = args.limit is not None and ratio > args.limit
            above += is_above
            mark = f"  above {args.limit}" if is_above else ""
            row = f"{name:5} {form:8} {ours:10.3e} {plain:10.3e} {ratio:8.2f}{mark}"
            print(row, flush=True)
    if args.limit is not None:
        print(f"{above} above {args.limit}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
