"""Small floating-point formats: bits to float64 and back.

Every format here has so few bits that float64 holds each value exactly, and
that rounding a float64 sum or product a second time gives the bits of rounding
once (53 bits are more than twice any format's, plus two).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class SmallFloat:
    """A binary format with a sign bit, `exponent` and `mantissa` bits.

    `special` says what the codes at the top mean:
    - "ieee": the largest exponent holds infinities and NaNs;
    - "fn": no infinity, a NaN where all bits but the sign are set;
    - "fnuz": no infinity and no negative zero, whose code is the only NaN.
    """

    name: str
    exponent: int
    mantissa: int
    bias: int
    special: str

    @property
    def bits(self) -> int:
        return 1 + self.exponent + self.mantissa

    @property
    def dtype(self) -> np.dtype:
        return np.dtype(np.uint8 if self.bits == 8 else np.uint16)

    @property
    def sign_bit(self) -> int:
        return 1 << (self.bits - 1)

    @property
    def nan(self) -> int:
        """The code of a NaN."""
        if self.special == "fnuz":
            return self.sign_bit
        if self.special == "fn":
            return self.sign_bit - 1
        quiet = 1 << (self.mantissa - 1)
        return self._infinity | quiet

    @property
    def _infinity(self) -> int:
        return ((1 << self.exponent) - 1) << self.mantissa

    @cached_property
    def values(self) -> np.ndarray:
        """The value of each code, in the order of the codes."""
        codes = np.arange(1 << self.bits, dtype=np.int64)
        fraction = codes & ((1 << self.mantissa) - 1)
        exponent = (codes >> self.mantissa) & ((1 << self.exponent) - 1)
        normal = exponent > 0
        significand = fraction + np.where(normal, 1 << self.mantissa, 0)
        power = np.where(normal, exponent, 1) - self.bias - self.mantissa
        values = np.ldexp(significand.astype(np.float64), power)
        values = np.where(codes & self.sign_bit, -values, values)
        if self.special == "ieee":
            top = exponent == (1 << self.exponent) - 1
            values[top] = np.copysign(np.inf, values[top])
            values[top & (fraction != 0)] = np.nan
        elif self.special == "fn":
            values[(codes & ~self.sign_bit) == self.nan] = np.nan
        else:
            values[self.nan] = np.nan
        return values

    @cached_property
    def largest(self) -> float:
        """The largest finite value."""
        return float(np.max(self.values[np.isfinite(self.values)]))

    def decode(self, codes: np.ndarray) -> np.ndarray:
        """The float64 values of `codes`."""
        return self.values[np.asarray(codes)]

    def encode(self, values: np.ndarray) -> np.ndarray:
        """The codes nearest to the float64 `values`, ties to even.

        A value too large becomes an infinity where the format has one, else a
        NaN, as in LLVM's APFloat.
        """
        values = np.asarray(values, dtype=np.float64)
        finite = np.where(np.isfinite(values), np.abs(values), 0.0)
        # frexp's exponent counts from 0.5: one more than the format's.
        _, exponent = np.frexp(finite)
        exponent = np.where(finite > 0, exponent - 1, 1 - self.bias)
        power = np.maximum(exponent, 1 - self.bias) - self.mantissa
        steps = np.rint(np.ldexp(finite, -power)).astype(np.int64)
        rounded = np.ldexp(steps.astype(np.float64), power)

        # The codes of the positive values are consecutive: a significand that
        # rounds up to a power of two carries into the exponent, and subnormals
        # lack the leading bit that makes the smallest normal number's exponent.
        codes = ((power + self.bias + self.mantissa - 1) << self.mantissa) + steps
        too_large = (rounded > self.largest) | np.isinf(values)
        codes = np.where(
            too_large, self._infinity if self.special == "ieee" else self.nan, codes
        )
        codes = np.where(np.isnan(values), self.nan, codes)
        negative = np.signbit(values) & ~np.isnan(values)
        if self.special == "fnuz":
            negative &= (codes != 0) & (codes != self.nan)
        return np.where(negative, codes | self.sign_bit, codes).astype(self.dtype)


_FORMATS = (
    SmallFloat("bf16", 8, 7, 127, "ieee"),
    SmallFloat("f16", 5, 10, 15, "ieee"),
    SmallFloat("f8E5M2", 5, 2, 15, "ieee"),
    SmallFloat("f8E4M3", 4, 3, 7, "ieee"),
    SmallFloat("f8E3M4", 3, 4, 3, "ieee"),
    SmallFloat("f8E4M3FN", 4, 3, 7, "fn"),
    SmallFloat("f8E5M2FNUZ", 5, 2, 16, "fnuz"),
    SmallFloat("f8E4M3FNUZ", 4, 3, 8, "fnuz"),
    SmallFloat("f8E4M3B11FNUZ", 4, 3, 11, "fnuz"),
)

FORMATS = {f.name: f for f in _FORMATS}
