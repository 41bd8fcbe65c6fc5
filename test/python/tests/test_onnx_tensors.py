"""TensorProtos and their comparison, beside ONNX's own reader and writer."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
from onnx import TensorProto, numpy_helper
from onnxtest.tensors import (
    Value,
    difference,
    file_difference,
    from_proto,
    read_result,
    to_proto,
    write_pb,
)
from onnxtest.types import TYPES


def drawn(name: str, shape: tuple[int, ...] = (3, 4)) -> np.ndarray:
    array = TYPES[name].element.draw(np.random.default_rng(3), shape)
    # A list in Python keeps no signalling NaN; draw.py avoids them as well.
    return np.where(TYPES[name].element.is_nan(array), array.flat[0], array)


class Protos(unittest.TestCase):
    def test_all_types_of_version_13(self) -> None:
        self.assertEqual(len(TYPES), 16)
        self.assertEqual(sorted(t.number for t in TYPES.values()), [*range(1, 17)])

    def test_numpy_helper_reads_the_same(self) -> None:
        for type_ in TYPES.values():
            for form in ("raw", "typed"):
                with self.subTest(f"{type_} {form}"):
                    array = drawn(type_.name)
                    got = numpy_helper.to_array(to_proto("x", type_, array, form))
                    if type_.name == "string":
                        got = got.astype(object)
                        array = np.array([s.rstrip("\0") for s in array.flat], object)
                        array = array.reshape(got.shape)
                    else:
                        got = type_.from_native(got)
                    exact = Value.exact(array)
                    self.assertIsNone(difference(type_.element, got, exact))

    def test_what_numpy_helper_writes_is_read(self) -> None:
        for type_ in TYPES.values():
            with self.subTest(type_.name):
                array = drawn(type_.name)
                proto = numpy_helper.from_array(type_.to_native(array), "x")
                got_type, got = from_proto(proto)
                self.assertIs(got_type, type_)
                self.assertIsNone(difference(type_.element, got, Value.exact(array)))

    def test_shapes(self) -> None:
        for type_ in TYPES.values():
            for shape in ((), (0,), (2, 0, 3), (1, 1)):
                array = np.asarray(drawn(type_.name, (4,)))
                array = np.resize(array, shape)
                for form in ("raw", "typed"):
                    with self.subTest(f"{type_} {shape} {form}"):
                        got = from_proto(to_proto("x", type_, array, form))[1]
                        exact = Value.exact(array)
                        self.assertIsNone(difference(type_.element, got, exact))

    def test_values_must_fill_the_shape(self) -> None:
        proto = to_proto("x", TYPES["float"], np.zeros(4, np.float32))
        proto.dims[0] = 5
        with self.assertRaises(ValueError):
            from_proto(proto)

    def test_undefined_is_no_type(self) -> None:
        with self.assertRaises(ValueError):
            from_proto(TensorProto())

    def test_a_result_that_is_not_there(self) -> None:
        want = Value.exact(np.zeros(1, np.int8))
        got = file_difference(Path("/no/such/file.pb"), TYPES["int8"], want)
        self.assertEqual(got, "file.pb was not written")

    def test_a_result_of_another_type(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_pb(folder / "x.pb", to_proto("", TYPES["int8"], np.zeros(2, np.int8)))
            np.save(folder / "x.npy", np.zeros(2, np.int8))
            for file in ("x.pb", "x.npy"):
                with self.assertRaises(ValueError):
                    read_result(folder / file, TYPES["uint8"])
                self.assertEqual(read_result(folder / file, TYPES["int8"]).shape, (2,))


class Difference(unittest.TestCase):
    """`difference` sees what it is there to see."""

    def compare(self, name: str, got: list, want: list, any_nan: bool = False) -> bool:
        dtype = TYPES[name].element.dtype
        value = Value(np.array(want, dtype), np.full(len(want), any_nan))
        got_array = np.array(got, dtype)
        return difference(TYPES[name].element, got_array, value) is None

    def test_values(self) -> None:
        for name in TYPES:
            low, high = ("a", "b") if name == "string" else (0, 1)
            with self.subTest(name):
                self.assertTrue(self.compare(name, [low, high], [low, high]))
                self.assertFalse(self.compare(name, [low, high], [low, low]))

    def test_strings_that_end_in_nul(self) -> None:
        self.assertFalse(self.compare("string", ["a\0"], ["a"]))

    def test_signs_of_zeros(self) -> None:
        for name in ("float", "complex64"):
            self.assertFalse(self.compare(name, [-0.0], [0.0], any_nan=True))

    def test_nan(self) -> None:
        other = np.array([0x7FC00001], np.uint32).view(np.float32)
        for any_nan in (False, True):
            value = Value(np.array([np.nan], np.float32), np.array([any_nan]))
            got = difference(TYPES["float"].element, other, value)
            self.assertEqual(got is None, any_nan)
        self.assertFalse(self.compare("float", [1], [np.nan], any_nan=True))

    def test_parts_of_complex_numbers(self) -> None:
        want = [complex(np.nan, 1)]
        self.assertTrue(self.compare("complex64", want, want))
        self.assertFalse(self.compare("complex64", [complex(np.nan, 2)], want, True))

    def test_shape(self) -> None:
        value = Value.exact(np.zeros((1, 2), np.int8))
        got = difference(TYPES["int8"].element, np.zeros(2, np.int8), value)
        self.assertIn("shape", got or "")

    def test_what_it_says(self) -> None:
        value = Value.exact(np.array([[1, 2], [3, 4]], np.int8))
        got = np.array([[1, 2], [5, 6]], np.int8)
        self.assertEqual(
            difference(TYPES["int8"].element, got, value),
            "2 of 4 elements differ, first at [1, 0]: got 5, expected 3",
        )


if __name__ == "__main__":
    unittest.main()
