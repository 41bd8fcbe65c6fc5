"""The element types: their arrays, how they combine, and values for tests.

An array of an element type has the numpy dtype `dtype`; formats that numpy
lacks are held as their bits. `save` and `load` go to and from the dtype that
scatternd-run has in files.
"""

from typing import Any

import numpy as np

from .formats import FORMATS, SmallFloat

REDUCTIONS = ("add", "mul", "max", "min")


class Element:
    """One element type; the methods take and give arrays of `dtype`."""

    #: What `add` and the others may be applied to (constraint C10).
    reductions: tuple[str, ...] = REDUCTIONS
    #: Whether an element's own bytes hold all of it.
    plain = True

    def __init__(self, name: str, dtype: Any, file_dtype: Any = None):
        self.name = name
        self.dtype = np.dtype(dtype)
        self.file_dtype = np.dtype(file_dtype or dtype)

    def __repr__(self) -> str:
        return self.name

    def save(self, array: np.ndarray) -> np.ndarray:
        """`array` as it goes into a file."""
        return np.array(array, self.dtype, order="C").view(self.file_dtype)

    def memory(self, array: np.ndarray) -> bytes:
        """The bytes of `array`, of a plain type, as compiled code has it."""
        return self.save(array).tobytes()

    def load(self, array: np.ndarray) -> np.ndarray:
        """An array that was read from a file; raises ValueError on a wrong type."""
        if array.dtype != self.file_dtype:
            raise ValueError(f"dtype is {array.dtype}, expected {self.file_dtype}")
        return array.view(self.dtype)

    def parse(self, literal: Any) -> Any:
        """The value of one literal of a case file."""
        if isinstance(literal, str) and literal.startswith("0x"):
            bits = np.uint64(int(literal, 16))
            return (
                np.array([bits]).astype(f"u{self.dtype.itemsize}").view(self.dtype)[0]
            )
        return self._parse(literal)

    def _parse(self, literal: Any) -> Any:
        return self.dtype.type(literal)

    def is_nan(self, array: np.ndarray) -> np.ndarray:
        """Where `array` holds a NaN."""
        return np.zeros(array.shape, bool)

    def combine(self, reduction: str, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        """The contract's combine(old, new), element by element."""
        with np.errstate(all="ignore"):
            return getattr(self, reduction)(old, new).astype(self.dtype)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        """Random values: often small ones, sometimes any bits at all."""
        raise NotImplementedError

    def show(self, value: Any) -> str:
        """One value, for a person."""
        return str(value)

    def _any_bits(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        size = int(np.prod(shape, dtype=np.int64))
        raw = rng.integers(0, 256, size * self.dtype.itemsize, dtype=np.uint8)
        return raw.view(self.dtype).reshape(shape)

    def _mix(
        self, rng: np.random.Generator, usual: np.ndarray, special: np.ndarray
    ) -> np.ndarray:
        """`usual`, `special`, or some of both."""
        share = rng.choice([0.0, 0.1, 0.5, 1.0], p=[0.3, 0.3, 0.2, 0.2])
        return np.where(rng.random(usual.shape) < share, special, usual)


class Integer(Element):
    """Integers of 8 to 64 bits, which wrap around, and `index`."""

    def add(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return old + new

    def mul(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return old * new

    def max(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return np.maximum(old, new)

    def min(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return np.minimum(old, new)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        usual = rng.integers(0, 10, shape).astype(self.dtype)
        return self._mix(rng, usual, self._any_bits(rng, shape))


class Bool(Element):
    """i1: `add` and `max` are or, `mul` and `min` are and."""

    def __init__(self) -> None:
        super().__init__("i1", np.bool_)

    def add(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return old | new

    def mul(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return old & new

    max = add
    min = mul

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        return rng.random(shape) < rng.choice([0.1, 0.5, 0.9])


class NarrowInteger(Element):
    """Integers of fewer than 8 bits: moved only, one byte each."""

    reductions = ()

    def __init__(self, name: str, low: int, high: int):
        super().__init__(name, np.int8)
        self.low, self.high = low, high

    def memory(self, array: np.ndarray) -> bytes:
        return (self.save(array).view(np.uint8) & (self.high - self.low)).tobytes()

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        return rng.integers(self.low, self.high + 1, shape).astype(np.int8)


class Float(Element):
    """The float types that numpy has: every step rounds to the type."""

    def add(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return old + new

    def mul(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return old * new

    def max(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return _ordered(old, new, (old > new) | ((old == new) & ~np.signbit(old)))

    def min(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return _ordered(old, new, (old < new) | ((old == new) & np.signbit(old)))

    def is_nan(self, array: np.ndarray) -> np.ndarray:
        return np.isnan(array)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        usual = (rng.integers(-64, 65, shape) / 8).astype(self.dtype)
        special = self._any_bits(rng, shape)
        # Two thirds of the unusual ones are numbers that reductions go wrong on.
        tiny = np.finfo(self.dtype).smallest_subnormal
        picks = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, tiny, -tiny], self.dtype)
        picked = picks[rng.integers(0, len(picks), shape)]
        special = np.where(rng.random(shape) < 0.67, picked, special)
        return self._mix(rng, usual, special)


class BitsFloat(Element):
    """bf16 and f8: held as bits, computed as SmallFloat says."""

    def __init__(self, form: SmallFloat):
        super().__init__(form.name, form.dtype, f"V{form.dtype.itemsize}")
        self.form = form
        self._wide = Float("f64", np.float64)

    def _parse(self, literal: Any) -> Any:
        return self.form.encode(np.float64(literal))[()]

    def is_nan(self, array: np.ndarray) -> np.ndarray:
        return np.isnan(self.form.decode(array))

    def combine(self, reduction: str, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        decode = self.form.decode
        return self.form.encode(self._wide.combine(reduction, decode(old), decode(new)))

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        usual = self.form.encode(rng.integers(-16, 17, shape) / 4)
        # Zeros and the smallest subnormals, of both signs, beside any bits.
        near_zero = rng.integers(0, 4, shape).astype(self.dtype)
        near_zero |= self.dtype.type(self.form.sign_bit) * (rng.random(shape) < 0.5)
        special = np.where(
            rng.random(shape) < 0.3, near_zero, self._any_bits(rng, shape)
        )
        return self._mix(rng, usual, special)

    def show(self, value: Any) -> str:
        return f"{self.form.decode(value)} (bits {int(value):#x})"


class PowerOfTwo(Element):
    """f8E8M0FNU, which has neither a sign nor a reduction: moved only."""

    reductions = ()

    def __init__(self) -> None:
        super().__init__("f8E8M0FNU", np.uint8, "V1")

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        return self._any_bits(rng, shape)

    def show(self, value: Any) -> str:
        return f"bits {int(value):#x}"


class String(Element):
    """Strings: moved only. Held as code points, as many as any string here has."""

    reductions = ()
    plain = False

    #: Of one to four bytes in UTF-8; empty, with NULs inside, with what needs
    #: escapes, and beginning as others do.
    POOL = (
        *("", "a", "ab", "b\0c", "\0\0d", '"\\'),
        *("naïve", "日本語", "🙂🙃", "a" * 16),
    )

    def __init__(self) -> None:
        super().__init__("!scatternd.string", "<U16")

    def load(self, array: np.ndarray) -> np.ndarray:
        """Any width that the longest string takes."""
        if array.dtype.kind != "U" or array.dtype.itemsize > self.dtype.itemsize:
            raise ValueError(f"dtype is {array.dtype}, expected at most {self.dtype}")
        return array.astype(self.dtype)

    def parse(self, literal: Any) -> Any:
        return self.dtype.type(literal)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        usual = rng.integers(0, 10, shape).astype(self.dtype)
        pool = np.array(self.POOL, self.dtype)
        return self._mix(rng, usual, pool[rng.integers(0, len(pool), shape)])

    def show(self, value: Any) -> str:
        return repr(str(value))

    def literal(self, array: np.ndarray) -> str:
        """The elements of `array` as MLIR's `dense` has them."""
        if array.size == 0:
            return ""
        if array.ndim:
            return f"[{', '.join(self.literal(part) for part in array)}]"
        escaped = "".join(f"\\{byte:02X}" for byte in str(array).encode())
        return f'"{escaped}"'


class Complex(Element):
    """Complex numbers: every step of add and mul rounds to the part's type."""

    reductions = ("add", "mul")

    def __init__(self, name: str, dtype: Any, part: Float):
        super().__init__(name, dtype)
        self.part = part

    def _parse(self, literal: Any) -> Any:
        return self.dtype.type(complex(literal))

    def add(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        return self._join(old.real + new.real, old.imag + new.imag)

    def mul(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        a, b, c, d = old.real, old.imag, new.real, new.imag
        return self._join(a * c - b * d, a * d + b * c)

    def is_nan(self, array: np.ndarray) -> np.ndarray:
        # A part alone may be a NaN: compared part by part, see `parts`.
        return np.isnan(array)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        return self._join(self.part.draw(rng, shape), self.part.draw(rng, shape))

    def _join(self, real: np.ndarray, imag: np.ndarray) -> np.ndarray:
        joined = np.empty(np.shape(real), self.dtype)
        joined.real, joined.imag = real, imag
        return joined


def _ordered(old: np.ndarray, new: np.ndarray, takes_old: np.ndarray) -> np.ndarray:
    """`old` where it is taken, else `new`; a NaN of either goes on."""
    takes_old = (takes_old & ~np.isnan(new)) | np.isnan(old)
    return np.where(takes_old, old, new)


def _all_elements() -> list[Element]:
    integers: list[Element] = []
    for bits in (8, 16, 32, 64):
        integers += [
            Integer(f"i{bits}", f"i{bits // 8}"),
            Integer(f"si{bits}", f"i{bits // 8}"),
            Integer(f"ui{bits}", f"u{bits // 8}"),
        ]
    narrow = [
        NarrowInteger("i4", -8, 7),
        NarrowInteger("si4", -8, 7),
        NarrowInteger("ui4", 0, 15),
        NarrowInteger("i2", -2, 1),
    ]
    f32, f64 = Float("f32", np.float32), Float("f64", np.float64)
    bits_floats = [BitsFloat(f) for f in FORMATS.values() if f.name != "f16"]
    return [
        *integers,
        Integer("index", np.int64),
        Bool(),
        *narrow,
        Float("f16", np.float16),
        f32,
        f64,
        *bits_floats,
        PowerOfTwo(),
        String(),
        Complex("complex<f32>", np.complex64, f32),
        Complex("complex<f64>", np.complex128, f64),
    ]


ELEMENTS = {e.name: e for e in _all_elements()}

#: What indices may hold (constraint C3).
INDEX_NAMES = ("i32", "i64", "index")
