"""What arith and math compute, element by element.

Integers are computed as 64-bit numbers, read with their sign or without, and
cut to the type; floats in the type itself, or in f64 where that rounds to the
type as one rounding does.
"""

from collections.abc import Callable

import numpy as np

from valuetest.elements import ELEMENTS, BitsFloat, Element, Float

from .values import Array, Undefined

INTEGERS = ("i1", "i8", "i16", "i32", "i64", "index")
FLOATS = ("f16", "bf16", "f32", "f64")

_WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
_FLOAT: Float = ELEMENTS["f64"]  # type: ignore[assignment]


def width(element: Element) -> int:
    """The bits of an integer type."""
    return _WIDTHS[element.name]


def signed(array: Array) -> np.ndarray:
    """Integers with their sign; the i1 `true` is -1."""
    bits = array.exact()
    return -bits.astype(np.int64) if bits.dtype == bool else bits.astype(np.int64)


def unsigned(array: Array) -> np.ndarray:
    """Integers without a sign."""
    bits = array.exact()
    if bits.dtype == bool:
        return bits.astype(np.uint64)
    return bits.view(f"u{bits.dtype.itemsize}").astype(np.uint64)


def cut(element: Element, numbers: np.ndarray) -> Array:
    """The low bits of 64-bit numbers."""
    numbers = np.asarray(numbers)
    if element.name == "i1":
        return Array(element, (numbers.astype(np.uint64) & np.uint64(1)).astype(bool))
    return Array(element, numbers.astype(element.dtype))


def floats(array: Array) -> np.ndarray:
    """Floats as numpy has them; bf16 as f64."""
    element = array.element
    numbers = array.numbers()
    return element.form.decode(numbers) if isinstance(element, BitsFloat) else numbers


def rounded(element: Element, numbers: np.ndarray) -> Array:
    """The floats nearest to `numbers`."""
    numbers = np.asarray(numbers)
    if isinstance(element, BitsFloat):
        return Array.computed(element, element.form.encode(numbers))
    return Array.computed(element, numbers.astype(element.dtype))


# Integers of two operands.


def _signed(function: Callable[..., np.ndarray]) -> Callable[..., Array]:
    return lambda *a: cut(a[0].element, function(*map(signed, a)))


def _unsigned(function: Callable[..., np.ndarray]) -> Callable[..., Array]:
    return lambda *a: cut(a[0].element, function(*map(unsigned, a)))


def _checked_signed(a: Array, b: Array) -> tuple[np.ndarray, np.ndarray]:
    x, y = signed(a), signed(b)
    least = -(1 << (width(a.element) - 1))
    if (y == 0).any() or ((x == least) & (y == -1)).any():
        raise Undefined("a division that has no result")
    return x, y


def _checked_unsigned(a: Array, b: Array) -> tuple[np.ndarray, np.ndarray]:
    x, y = unsigned(a), unsigned(b)
    if (y == 0).any():
        raise Undefined("a division by zero")
    return x, y


def _divsi(a: Array, b: Array) -> Array:
    x, y = _checked_signed(a, b)
    return cut(a.element, _toward_zero(x, y))


def _toward_zero(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    quotient = np.floor_divide(x, y)
    inexact = quotient * y != x
    return quotient + (inexact & ((x < 0) != (y < 0)))


def _remsi(a: Array, b: Array) -> Array:
    x, y = _checked_signed(a, b)
    return cut(a.element, x - _toward_zero(x, y) * y)


def _floordivsi(a: Array, b: Array) -> Array:
    x, y = _checked_signed(a, b)
    return cut(a.element, np.floor_divide(x, y))


def _ceildivsi(a: Array, b: Array) -> Array:
    x, y = _checked_signed(a, b)
    quotient = np.floor_divide(x, y)
    return cut(a.element, quotient + (quotient * y != x))


def _divui(a: Array, b: Array) -> Array:
    x, y = _checked_unsigned(a, b)
    return cut(a.element, x // y)


def _remui(a: Array, b: Array) -> Array:
    x, y = _checked_unsigned(a, b)
    return cut(a.element, x % y)


def _ceildivui(a: Array, b: Array) -> Array:
    x, y = _checked_unsigned(a, b)
    return cut(a.element, x // y + (x % y != 0))


def _amount(a: Array, b: Array) -> np.ndarray:
    amount = unsigned(b)
    if (amount >= width(a.element)).any():
        raise Undefined("a shift too far")
    return amount


def _shli(a: Array, b: Array) -> Array:
    return cut(a.element, unsigned(a) << _amount(a, b))


def _shrui(a: Array, b: Array) -> Array:
    return cut(a.element, unsigned(a) >> _amount(a, b))


def _shrsi(a: Array, b: Array) -> Array:
    return cut(a.element, signed(a) >> _amount(a, b).astype(np.int64))


# Floats of two operands.


def _float(function: Callable[..., np.ndarray]) -> Callable[..., Array]:
    def apply(*a: Array) -> Array:
        with np.errstate(all="ignore"):
            return rounded(a[0].element, function(*map(floats, a)))

    return apply


def _number(greater: bool) -> Callable[[Array, Array], Array]:
    """maxnumf and minnumf: of a NaN and a number, the number."""

    def apply(a: Array, b: Array) -> Array:
        x, y = floats(a), floats(b)
        if ((x == 0) & (y == 0) & (np.signbit(x) != np.signbit(y))).any():
            raise Undefined("the greater of two zeros")
        for array, numbers in ((a, x), (b, y)):
            if _signalling(array, numbers).any():
                raise Undefined("a signalling NaN")
        with np.errstate(all="ignore"):
            takes_x = (x > y if greater else x < y) | np.isnan(y)
        return rounded(a.element, np.where(takes_x, x, y))

    return apply


def _signalling(array: Array, numbers: np.ndarray) -> np.ndarray:
    bits = np.asarray(array.bits)
    size = bits.dtype.itemsize
    quiet = {"f16": 9, "bf16": 6, "f32": 22, "f64": 51}[array.element.name]
    raw = np.ascontiguousarray(bits).reshape(-1).view(f"u{size}").reshape(bits.shape)
    is_quiet = (raw.astype(np.uint64) >> np.uint64(quiet)) & np.uint64(1) == 1
    return np.isnan(numbers) & (~is_quiet | (array.states != 0))


def _copysign(a: Array, b: Array) -> Array:
    if np.any(b.element.is_nan(b.numbers()) & (b.states != 0)):
        raise Undefined("the sign of a NaN that was computed")
    return rounded(a.element, np.copysign(floats(a), floats(b)))


def _half_away(x: np.ndarray) -> np.ndarray:
    whole = np.trunc(x)
    away = np.abs(x - whole) >= 0.5
    return np.copysign(np.where(away, whole + np.copysign(1, x), whole), x)


def _combined(reduction: str) -> Callable[[Array, Array], Array]:
    """maximumf and minimumf, which are the dialect's `max` and `min`."""

    def apply(a: Array, b: Array) -> Array:
        with np.errstate(all="ignore"):
            numbers = getattr(_FLOAT, reduction)(floats(a), floats(b))
        return rounded(a.element, numbers)

    return apply


# Bits of integers.


def _bits(array: Array) -> np.ndarray:
    """A last dimension with each bit, from the lowest."""
    places = np.arange(width(array.element), dtype=np.uint64)
    return (unsigned(array)[..., None] >> places) & np.uint64(1)


def _ctpop(a: Array) -> Array:
    return cut(a.element, _bits(a).sum(axis=-1))


def _zeros_before(bits: np.ndarray) -> np.ndarray:
    none = ~bits.any(axis=-1)
    return np.where(none, bits.shape[-1], np.argmax(bits, axis=-1))


BINARY_INTEGER: dict[str, Callable[[Array, Array], Array]] = {
    "arith.addi": _signed(np.add),
    "arith.subi": _signed(np.subtract),
    "arith.muli": _signed(np.multiply),
    "arith.andi": _signed(np.bitwise_and),
    "arith.ori": _signed(np.bitwise_or),
    "arith.xori": _signed(np.bitwise_xor),
    "arith.maxsi": _signed(np.maximum),
    "arith.minsi": _signed(np.minimum),
    "arith.maxui": _unsigned(np.maximum),
    "arith.minui": _unsigned(np.minimum),
}

#: These need a divisor that is not zero, nor -1 below the least number.
DIVISIONS: dict[str, Callable[[Array, Array], Array]] = {
    "arith.divsi": _divsi,
    "arith.divui": _divui,
    "arith.remsi": _remsi,
    "arith.remui": _remui,
    "arith.ceildivsi": _ceildivsi,
    "arith.ceildivui": _ceildivui,
    "arith.floordivsi": _floordivsi,
}

SHIFTS: dict[str, Callable[[Array, Array], Array]] = {
    "arith.shli": _shli,
    "arith.shrsi": _shrsi,
    "arith.shrui": _shrui,
}

BINARY_FLOAT: dict[str, Callable[[Array, Array], Array]] = {
    "arith.addf": _float(np.add),
    "arith.subf": _float(np.subtract),
    "arith.mulf": _float(np.multiply),
    "arith.divf": _float(np.divide),
    "arith.maximumf": _combined("max"),
    "arith.minimumf": _combined("min"),
    "arith.maxnumf": _number(greater=True),
    "arith.minnumf": _number(greater=False),
    "math.copysign": _copysign,
}

UNARY_INTEGER: dict[str, Callable[[Array], Array]] = {
    "math.absi": _signed(np.abs),
    "math.ctpop": _ctpop,
    "math.ctlz": lambda a: cut(a.element, _zeros_before(_bits(a)[..., ::-1])),
    "math.cttz": lambda a: cut(a.element, _zeros_before(_bits(a))),
}

UNARY_FLOAT: dict[str, Callable[[Array], Array]] = {
    "arith.negf": _float(np.negative),
    "math.absf": _float(np.abs),
    "math.sqrt": _float(np.sqrt),
    "math.floor": _float(np.floor),
    "math.ceil": _float(np.ceil),
    "math.trunc": _float(np.trunc),
    "math.roundeven": _float(np.rint),
    "math.round": _float(_half_away),
}

COMPARE_INTEGER: dict[str, Callable[[Array, Array], np.ndarray]] = {
    "eq": lambda a, b: signed(a) == signed(b),
    "ne": lambda a, b: signed(a) != signed(b),
    "slt": lambda a, b: signed(a) < signed(b),
    "sle": lambda a, b: signed(a) <= signed(b),
    "sgt": lambda a, b: signed(a) > signed(b),
    "sge": lambda a, b: signed(a) >= signed(b),
    "ult": lambda a, b: unsigned(a) < unsigned(b),
    "ule": lambda a, b: unsigned(a) <= unsigned(b),
    "ugt": lambda a, b: unsigned(a) > unsigned(b),
    "uge": lambda a, b: unsigned(a) >= unsigned(b),
}


def _ordered(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return ~(np.isnan(x) | np.isnan(y))


_FLOAT_RELATIONS: dict[str, Callable[..., np.ndarray]] = {
    "eq": np.equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lt": np.less,
    "le": np.less_equal,
    "ne": np.not_equal,
}

COMPARE_FLOAT: tuple[str, ...] = (
    "false", "true", "ord", "uno",
    *(kind + relation for kind in "ou" for relation in _FLOAT_RELATIONS),
)  # fmt: skip


def compare_floats(predicate: str, a: Array, b: Array) -> np.ndarray:
    """arith.cmpf."""
    x, y = floats(a), floats(b)
    ordered = _ordered(x, y)
    if predicate in ("false", "true"):
        return np.full(ordered.shape, predicate == "true")
    if predicate in ("ord", "uno"):
        return ordered if predicate == "ord" else ~ordered
    with np.errstate(all="ignore"):
        holds = _FLOAT_RELATIONS[predicate[1:]](x, y)
    return ordered & holds if predicate[0] == "o" else ~ordered | holds


# Conversions, to the type `to`.


def _integer_to_float(numbers: np.ndarray, negative: np.ndarray, to: Element) -> Array:
    """Magnitudes of up to 64 bits, rounded once.

    f64 holds what it must: bits that it would round away become one sticky bit.
    """
    if to.name in ("f32", "f64"):
        return rounded(to, np.where(negative, -1.0, 1.0) * numbers.astype(to.dtype))
    large = numbers >= np.uint64(1 << 53)
    sticky = (numbers & np.uint64(0x7FF)) != 0
    kept = np.where(large, (numbers >> np.uint64(11)) | sticky, numbers)
    exact = np.ldexp(kept.astype(np.float64), np.where(large, 11, 0))
    with np.errstate(all="ignore"):
        return rounded(to, np.where(negative, -exact, exact))


def _sitofp(a: Array, to: Element) -> Array:
    numbers = signed(a)
    # The least number has no other sign, but its bits without a sign are right.
    magnitudes = np.abs(numbers).astype(np.uint64)
    return _integer_to_float(magnitudes, numbers < 0, to)


def _uitofp(a: Array, to: Element) -> Array:
    numbers = unsigned(a)
    return _integer_to_float(numbers, np.zeros(numbers.shape, bool), to)


def _float_to_integer(a: Array, to: Element, low: int, high: int) -> Array:
    numbers = np.trunc(floats(a).astype(np.float64))
    # 2 to the 63 and 64 are floats, the greatest integers below are not.
    if not ((numbers >= low) & (numbers < high + 1)).all():
        raise Undefined("a float out of the integers' range")
    kind = np.int64 if low else np.uint64
    return cut(to, numbers.astype(kind))


def _fptosi(a: Array, to: Element) -> Array:
    half = 1 << (width(to) - 1)
    return _float_to_integer(a, to, -half, half - 1)


def _fptoui(a: Array, to: Element) -> Array:
    return _float_to_integer(a, to, 0, (1 << width(to)) - 1)


def _refloat(a: Array, to: Element) -> Array:
    with np.errstate(all="ignore"):
        return rounded(to, floats(a).astype(np.float64))


def _bitcast(a: Array, to: Element) -> Array:
    # Of rank 0, it would be contiguous with rank 1.
    bits = a.exact()
    flat = np.ascontiguousarray(bits).reshape(-1)
    return Array(to, flat.view(to.dtype).reshape(bits.shape))


CONVERSIONS: dict[str, Callable[[Array, Element], Array]] = {
    "arith.extsi": lambda a, to: cut(to, signed(a)),
    "arith.extui": lambda a, to: cut(to, unsigned(a)),
    "arith.trunci": lambda a, to: cut(to, signed(a)),
    "arith.index_cast": lambda a, to: cut(to, signed(a)),
    "arith.index_castui": lambda a, to: cut(to, unsigned(a)),
    "arith.sitofp": _sitofp,
    "arith.uitofp": _uitofp,
    "arith.fptosi": _fptosi,
    "arith.fptoui": _fptoui,
    "arith.extf": _refloat,
    "arith.truncf": _refloat,
    "arith.bitcast": _bitcast,
}


# Of two results.


def _extended(a: Array, b: Array) -> tuple[Array, Array]:
    exact = unsigned(a).astype(object) + unsigned(b).astype(object)
    overflows = exact >= 1 << width(a.element)
    low = cut(a.element, unsigned(a) + unsigned(b))
    return low, Array(ELEMENTS["i1"], np.asarray(overflows, bool))


def _product(
    read: Callable[[Array], np.ndarray],
) -> Callable[[Array, Array], tuple[Array, Array]]:
    """The low and the high half of a product."""

    def apply(a: Array, b: Array) -> tuple[Array, Array]:
        exact = np.asarray(read(a).astype(object) * read(b).astype(object), object)
        bits = width(a.element)
        parts = (exact & ((1 << bits) - 1), (exact >> bits) & ((1 << bits) - 1))
        low, high = (cut(a.element, np.asarray(part, np.uint64)) for part in parts)
        return low, high

    return apply


EXTENDED: dict[str, Callable[[Array, Array], tuple[Array, Array]]] = {
    "arith.addui_extended": _extended,
    "arith.mulsi_extended": _product(signed),
    "arith.mului_extended": _product(unsigned),
}


def select(condition: Array, a: Array, b: Array) -> Array:
    """arith.select: moves bits."""
    takes = condition.exact()
    if takes.ndim == 0:
        return a if takes else b
    state = np.where(takes, a.states, b.states)
    return Array(a.element, np.where(takes, a.bits, b.bits), state)
