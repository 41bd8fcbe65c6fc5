"""The reference, against values and messages that were written by hand."""

import unittest
from pathlib import Path

import numpy as np
from valuetest import reference
from valuetest.cases import Case, load
from valuetest.elements import ELEMENTS
from valuetest.operation import Clauses, Operation
from valuetest.reference import Result

CASES = Path(__file__).resolve().parents[2] / "Integration" / "cases"


def operation(data: list, indices: list, updates: list, **clauses: object) -> Operation:
    """A scatter of f32 with i64 indices."""
    return Operation(
        "scatter", ELEMENTS["f32"], ELEMENTS["i64"], np.array(data, np.float32),
        np.array(indices, np.int64), np.array(updates, np.float32), Clauses(**clauses),
    )  # fmt: skip


class AgainstCases(unittest.TestCase):
    """What the cases expect and what the reference says are found apart."""

    def test_every_case(self) -> None:
        count = 0
        for path in sorted(CASES.glob("*.json")):
            for case in load(path):
                with self.subTest(f"{path.name}: {case.name}"):
                    self._check(case)
                count += 1
        self.assertGreater(count, 500)

    def _check(self, case: Case) -> None:
        op = case.op
        if case.result is not None:
            self.assertIsNone(reference.runtime_error(op))
            got = op.element.save(reference.compute(op).value)
            self.assertIsNone(reference.difference(op, got, case.result))
        elif case.error is not None:
            self.assertEqual(reference.runtime_error(op), case.error)
            if case.verify is not None:
                shown = {n: [True] * op.array(n).ndim for n in op.names}
                self.assertEqual(reference.verify_error(op, shown), case.verify)

    def test_names_are_unique(self) -> None:
        names = [c.name for path in CASES.glob("*.json") for c in load(path)]
        self.assertEqual(len(names), len(set(names)))


class Difference(unittest.TestCase):
    """`difference` sees what it is there to see."""

    def setUp(self) -> None:
        self.op = operation([1, 2, 3], [[0]], [5])

    def compare(self, got: object, want: list, combined: bool = False) -> str | None:
        value = np.array(want, np.float32)
        return reference.difference(
            self.op, np.asarray(got), Result(value, np.full(value.shape, combined))
        )

    def test_equal(self) -> None:
        self.assertIsNone(self.compare(np.float32([1, 2]), [1, 2]))

    def test_one_element(self) -> None:
        message = self.compare(np.float32([1, 9]), [1, 2])
        self.assertEqual(
            message, "1 of 2 elements differ, first at [1]: got 9.0, expected 2.0"
        )

    def test_negative_zero(self) -> None:
        self.assertIsNotNone(self.compare(np.float32([-0.0]), [0.0]))
        self.assertIsNotNone(self.compare(np.float32([-0.0]), [0.0], combined=True))

    def test_nan_payload(self) -> None:
        other = np.array([0x7FC00001], np.uint32).view(np.float32)
        self.assertIsNotNone(self.compare(other, [np.nan]))
        self.assertIsNone(self.compare(other, [np.nan], combined=True))

    def test_nan_is_no_number(self) -> None:
        self.assertIsNotNone(self.compare(np.float32([1]), [np.nan], combined=True))

    def test_shape_and_dtype(self) -> None:
        self.assertIn("shape", self.compare(np.float32([[1]]), [1]) or "")
        self.assertIn("dtype", self.compare(np.float64([1]), [1]) or "")

    def test_complex_parts(self) -> None:
        self.op.element = ELEMENTS["complex<f32>"]
        want = Result(np.complex64([complex(np.nan, 1)]), np.ones(1, bool))
        got = np.complex64([complex(np.nan, 2)])
        self.assertIsNotNone(reference.difference(self.op, got, want))
        self.assertIsNone(reference.difference(self.op, want.value.copy(), want))


class Combined(unittest.TestCase):
    """Only where a reduction combined something may a NaN be any NaN."""

    def test_untouched_elements_are_not(self) -> None:
        result = reference.compute(operation([1, 2, 3], [[1]], [5], reduction="add"))
        self.assertEqual(result.combined.tolist(), [False, True, False])

    def test_moves_are_not(self) -> None:
        result = reference.compute(operation([1, 2, 3], [[1]], [5]))
        self.assertFalse(result.combined.any())


if __name__ == "__main__":
    unittest.main()
