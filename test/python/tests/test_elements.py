"""Strings, whose arrays come back from files in other widths."""

import unittest

import numpy as np
from valuetest.elements import ELEMENTS
from valuetest.operation import Operation
from valuetest.reference import compute, difference

STRING = ELEMENTS["!scatternd.string"]


class Strings(unittest.TestCase):
    def test_every_width_is_read(self) -> None:
        narrow = np.array(["", "a\0b"])
        np.testing.assert_array_equal(STRING.load(narrow), narrow)
        self.assertEqual(STRING.load(narrow).dtype, STRING.dtype)

    def test_other_types_are_refused(self) -> None:
        for array in (np.array([b"a"]), np.zeros(1), np.array(["a" * 17])):
            with self.subTest(array.dtype), self.assertRaises(ValueError):
                STRING.load(array)

    def test_pool_comes_back(self) -> None:
        # Nothing in it is cut off, or ends in a NUL, which numpy would drop.
        pool = np.array(STRING.POOL, STRING.dtype)
        self.assertEqual(pool.tolist(), list(STRING.POOL))

    def test_a_difference_is_found(self) -> None:
        data = np.array(["a", "b", "c"], STRING.dtype)
        indices = np.array([[2], [0], [2]])
        updates = np.array(["x", "", "0x1"], STRING.dtype)
        op = Operation("scatter", STRING, ELEMENTS["i64"], data, indices, updates)
        want = compute(op)
        self.assertEqual(want.value.tolist(), ["", "b", "0x1"])
        self.assertIsNone(difference(op, np.array(["", "b", "0x1"]), want))
        self.assertEqual(
            difference(op, np.array(["", "b", "0x2"]), want),
            "1 of 3 elements differ, first at [2]: got '0x2', expected '0x1'",
        )

    def test_bits_are_text(self) -> None:
        self.assertEqual(STRING.parse("0x1"), "0x1")


if __name__ == "__main__":
    unittest.main()
