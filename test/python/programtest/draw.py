"""Draws programs."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from .ast import Function, Program
from .drawer import Drawer
from .expect import inputs
from .machine import Machine
from .ops.calls import draw_returns
from .ops.indexed import Indexed
from .ops.statement import TENSORS
from .profile import Profile
from .recursion import draw_recursive
from .types import Tensor
from .values import Undefined


#: Why programs were drawn again; many of one kind are a fault of the drawer.
REJECTED: Counter[str] = Counter()


def draw_program(seed: int, number: int) -> Program:
    """Program `number` of a seed; what upstream leaves undefined is not in it."""
    attempt = 0
    while True:
        program = _draw(f"{seed}-{number}-{attempt}", f"p{number}")
        try:
            machine = Machine(program, records=True)
            machine.main(inputs(program))
            _promise(machine, random.Random(f"{seed}-{number}"))
            return program
        except Undefined as reason:
            REJECTED[str(reason)] += 1
            attempt += 1


def _promise(machine: Machine, rng: random.Random) -> None:
    """Says `unique` of some scatters of which it is true."""
    for op, is_unique in machine.unique.items():
        if is_unique and rng.random() < 0.4:
            assert isinstance(op, Indexed)
            op.clauses = replace(op.clauses, unique=True)


def _draw(seed: str, name: str) -> Program:
    rng = random.Random(seed)
    numbers = np.random.default_rng(rng.getrandbits(64))
    profile = Profile.draw(rng)
    program = Program(name)
    sizes = [rng.randint(1, 6) for _ in range(rng.choices([0, 1, 2, 3], [4, 4, 2, 1])[0])]
    for i, size in enumerate(sizes):
        function = Function(f"_{i}", private=rng.random() < 0.7)
        _draw_function(Drawer(program, function, profile, rng, numbers), size)
    if rng.random() < 0.08:
        functions = [Function(f"_r{i}", private=True) for i in range(rng.randint(1, 2))]
        draw_recursive(
            [Drawer(program, f, profile, rng, numbers) for f in functions]
        )
    main = Function("")
    size = rng.randint(3, 12)
    _draw_function(Drawer(program, main, profile, rng, numbers, is_main=True), size)
    return program


def _draw_function(d: Drawer, size: int) -> None:
    d.left = size * 3
    if d.chance(d.profile.memrefs * 0.3):
        d.forbidden |= TENSORS
    d.statements(size)
    draw_returns(d)
    if not d.function.private:
        for argument in d.function.arguments:
            if isinstance(argument.type, Tensor) and d.chance(0.3):
                argument.writable = d.chance(0.7)
    d.program.functions.append(d.function)
