"""The small float formats, against points worked out by hand."""

import unittest

import numpy as np
from valuetest.formats import FORMATS

# name: largest finite number, smallest positive number
_LIMITS = {
    "bf16": ((2 - 2**-7) * 2.0**127, 2.0**-133),
    "f16": (65504.0, 2.0**-24),
    "f8E5M2": (57344.0, 2.0**-16),
    "f8E4M3": (240.0, 2.0**-9),
    "f8E3M4": (15.5, 2.0**-6),
    "f8E4M3FN": (448.0, 2.0**-9),
    "f8E5M2FNUZ": (57344.0, 2.0**-17),
    "f8E4M3FNUZ": (240.0, 2.0**-10),
    "f8E4M3B11FNUZ": (30.0, 2.0**-13),
}


class Formats(unittest.TestCase):
    def test_limits(self) -> None:
        self.assertEqual(set(_LIMITS), set(FORMATS))
        for name, (largest, smallest) in _LIMITS.items():
            with self.subTest(name):
                self.assertEqual(FORMATS[name].largest, largest)
                self.assertEqual(FORMATS[name].values[1], smallest)

    def test_every_code_comes_back(self) -> None:
        for name, form in FORMATS.items():
            with self.subTest(name):
                codes = np.arange(1 << form.bits)
                numbers = ~np.isnan(form.values)
                again = form.encode(form.values[numbers])
                np.testing.assert_array_equal(again, codes[numbers])
                self.assertTrue(np.isnan(form.decode(form.encode(np.nan))))

    def test_halfway_goes_to_the_even_code(self) -> None:
        for name, form in FORMATS.items():
            with self.subTest(name):
                finite = np.flatnonzero(form.values == form.largest)[0]
                codes = np.arange(finite)
                halfway = (form.values[codes] + form.values[codes + 1]) / 2
                even = codes + (codes & 1)
                np.testing.assert_array_equal(form.encode(halfway), even)
                below = np.nextafter(halfway, -np.inf)
                np.testing.assert_array_equal(form.encode(below), codes)
                above = np.nextafter(halfway, np.inf)
                np.testing.assert_array_equal(form.encode(above), codes + 1)

    def test_f16_is_numpys(self) -> None:
        form = FORMATS["f16"]
        values = np.random.default_rng(0).standard_normal(10000) * 1e4
        want = values.astype(np.float16).view(np.uint16)
        np.testing.assert_array_equal(form.encode(values), want)

    def test_too_large(self) -> None:
        for name, form in FORMATS.items():
            with self.subTest(name):
                got = form.decode(form.encode(np.array([1e300, -1e300])))
                if form.special == "ieee":
                    self.assertEqual(got.tolist(), [np.inf, -np.inf])
                else:
                    self.assertTrue(np.isnan(got).all())

    def test_no_negative_zero(self) -> None:
        for name, form in FORMATS.items():
            with self.subTest(name):
                code = int(form.encode(-0.0))
                self.assertEqual(code, 0 if form.special == "fnuz" else form.sign_bit)


if __name__ == "__main__":
    unittest.main()
