"""The ways in which programs are compiled and called."""

import random
from collections.abc import Callable

from .build import How, Tools
from .harness import Checker, Harness
from .passes import insert, parse, pipeline_of
from .runner import Runner


def _level(rng: random.Random) -> int:
    """Rather without much optimization, which takes longest."""
    return rng.choices([0, 2, 3], [3, 2, 1])[0]


def _plain(tools: Tools, rng: random.Random) -> Harness:
    return Harness(tools, How("--scatternd-to-llvm", _level(rng)))


def _copies(tools: Tools, rng: random.Random) -> Harness:
    options = "--scatternd-to-llvm=copy-before-write=true"
    return Harness(tools, How(options, _level(rng)))


def _writable(tools: Tools, rng: random.Random) -> Harness:
    options = "--scatternd-to-llvm=writable-arguments=true"
    return Harness(tools, How(options, _level(rng)), writable=True)


def _passes(tools: Tools, rng: random.Random) -> Harness:
    option = "--scatternd-to-llvm"
    if rng.random() < 0.2:
        option += "=copy-before-write=true"
    share = rng.choice([0.1, 0.3, 0.7])
    passes = insert(parse(pipeline_of(tools, option)), rng, share)
    harness = Harness(tools, How("", _level(rng)), in_order=False)
    return harness.with_passes(passes)


def _asserts(tools: Tools, rng: random.Random) -> Harness:
    how = How("--scatternd-to-llvm=report=assert", _level(rng))
    return Harness(tools, how, asserts=True)


def _run(tools: Tools, rng: random.Random) -> Runner:
    check = ("--check",) if rng.random() < 0.4 else ()
    return Runner(tools, (f"-O{rng.randint(0, 3)}", *check))


MODES: dict[str, Callable[[Tools, random.Random], Checker]] = {
    "assert": _asserts,
    "plain": _plain,
    "passes": _passes,
    "run": _run,
    "copies": _copies,
    "writable": _writable,
}


def checker_for(mode: str, tools: Tools, seed: int, group: int) -> Checker:
    """What checks one group of programs of a seed."""
    return MODES[mode](tools, random.Random(f"{mode}-{seed}-{group}"))
