"""Programs become small and keep what they are kept for."""

import unittest
from collections.abc import Callable, Sequence

from programtest.ast import Op, Program, ops_of
from programtest.changes import CHANGES, copied, cost, with_simpler_ops
from programtest.draw import draw_program
from programtest.ops.calls import Call
from programtest.ops.flow import If
from programtest.ops.slices import InsertSlice
from programtest.printer import print_programs
from programtest.shrink import Shrinker, is_defined


def has(kind: type[Op]) -> Callable[[Program], bool]:
    return lambda program: any(isinstance(op, kind) for _, op in ops_of(program))


class Shrinking(unittest.TestCase):
    def first_with(self, wanted: Callable[[Program], bool]) -> Program:
        """A program that is worth shrinking."""
        for number in range(200):
            program = draw_program(3, number)
            if wanted(program) and len(list(ops_of(program))) > 60:
                return program
        raise AssertionError("no such program")

    def shrunk(self, wanted: Callable[[Program], bool]) -> Program:
        tried = []

        def test(programs: Sequence[Program]) -> list[bool]:
            tried.extend(programs)
            return [wanted(p) for p in programs]

        small = Shrinker(test, seconds=20).shrink(self.first_with(wanted))
        self.assertTrue(wanted(small))
        self.assertTrue(is_defined(small))
        # What was tried is text that has all its values.
        for program in tried:
            print_programs([program])
        return small

    def test_only_what_matters_is_left(self) -> None:
        for kind, most in ((InsertSlice, 8), (If, 8), (Call, 8)):
            with self.subTest(kind.__name__):
                small = self.shrunk(has(kind))
                self.assertLessEqual(len(list(ops_of(small))), most)

    def test_a_copy_is_the_same_program(self) -> None:
        for number in range(10):
            program = draw_program(4, number)
            text = print_programs([program]).text
            self.assertEqual(print_programs([copied(program)]).text, text)

    def test_every_change_that_counts_lowers_the_cost(self) -> None:
        program = self.first_with(has(If))
        lower = [
            cost(candidate) < cost(program)
            for change in CHANGES
            if change is not with_simpler_ops
            for candidate in change(program)
        ]
        self.assertGreater(sum(lower), len(lower) // 2)


if __name__ == "__main__":
    unittest.main()
