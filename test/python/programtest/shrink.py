"""Makes a failing program small, as long as it fails in the same manner.

Every change is made to a copy of the tree, which the interpreter must still
find defined; several copies are tried at a time, so that one compile serves all
of them.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from .ast import Program
from .changes import CHANGES, Change, cost, with_simpler_ops
from .expect import expect
from .values import Undefined

#: Says of each program whether it fails in the same manner.
Test = Callable[[Sequence[Program]], list[bool]]


@dataclass
class Shrinker:
    """Shrinks with a test that takes up to `batch` programs at a time."""

    test: Test
    seconds: float = 60.0
    batch: int = 12

    def shrink(self, program: Program) -> Program:
        """The smallest program found in the time there is."""
        name = program.name
        end = time.monotonic() + self.seconds
        smaller = True
        while smaller and time.monotonic() < end:
            smaller = False
            for change in CHANGES:
                done = 0
                while time.monotonic() < end:
                    # What failed to help before is left out for now.
                    candidates = islice(smaller_ones(program, change), done, None)
                    found, tried = self._first(candidates, end)
                    if found is None:
                        break
                    program, smaller = found, True
                    done += tried
        program.name = name
        return program

    def _first(
        self, candidates: Iterator[Program], end: float
    ) -> tuple[Program | None, int]:
        """The first that fails in the same manner, and how many came before."""
        tried = 0
        while time.monotonic() < end:
            group = list(islice(candidates, self.batch))
            for number, candidate in enumerate(group):
                candidate.name = f"p{number}"
            if not group:
                break
            defined = [c for c in group if is_defined(c)]
            failing = dict(zip(defined, self.test(defined), strict=True))
            for number, candidate in enumerate(group):
                if failing.get(candidate):
                    return candidate, tried + number
            tried += len(group)
        return None, tried


def smaller_ones(program: Program, change: Change) -> Iterator[Program]:
    """What a change makes of the program; without an end it may go in circles."""
    before = cost(program)
    for candidate in change(program):
        if change is with_simpler_ops or cost(candidate) < before:
            yield candidate


def is_defined(program: Program) -> bool:
    """Whether the program does nothing undefined."""
    try:
        expect(program)
    except (Undefined, IndexError, ValueError):
        # Numpy finds operands that no longer fit together.
        return False
    return True
