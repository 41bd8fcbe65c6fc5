"""TensorProtos of every kind, the files with results, and how they differ.

Written from the format's description instead of with onnx.numpy_helper, as a
model may hold its values in ways that the helper never writes; the unit tests
compare the two.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from onnx import TensorProto
from valuetest.elements import Element

from .types import OnnxType, by_number

#: How a TensorProto holds its values; strings have `typed` alone.
FORMS = ("raw", "typed", "external")


def to_proto(
    name: str, type_: OnnxType, array: np.ndarray, form: str = "raw"
) -> TensorProto:
    """A TensorProto with the values in it: `form` is raw or typed."""
    proto = TensorProto(name=name, data_type=type_.number, dims=array.shape)
    if type_.name == "string":
        proto.string_data.extend(s.encode() for s in array.reshape(-1))
    elif form == "raw":
        proto.raw_data = to_bytes(array)
    else:
        getattr(proto, type_.field).extend(_numbers(type_, array))
    return proto


def to_bytes(array: np.ndarray) -> bytes:
    """The values in row-major order, little-endian, as `raw_data` wants them."""
    return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()


def _numbers(type_: OnnxType, array: np.ndarray) -> list:
    """What goes into the typed field: bits of 16-bit floats, parts of complex."""
    flat = np.ascontiguousarray(array).reshape(-1)
    if type_.name == "float16":
        flat = flat.view(np.uint16)
    elif flat.dtype.kind == "c":
        flat = flat.view(f"f{flat.dtype.itemsize // 2}")
    return [int(x) for x in flat] if type_.name == "bool" else flat.tolist()


def from_proto(proto: TensorProto) -> tuple[OnnxType, np.ndarray]:
    """The type and the values of a TensorProto that holds them itself.

    Raises ValueError where the values do not fill the shape.
    """
    type_ = by_number(proto.data_type)
    shape = tuple(proto.dims)
    dtype = type_.element.dtype
    if type_.name == "string":
        flat = np.empty(len(proto.string_data), object)
        flat[:] = [s.decode() for s in proto.string_data]
    elif proto.HasField("raw_data"):
        flat = np.frombuffer(proto.raw_data, dtype.newbyteorder("<")).astype(dtype)
    else:
        numbers = list(getattr(proto, type_.field))
        if type_.name == "float16":
            flat = np.array(numbers, np.uint16).view(dtype)
        elif dtype.kind == "c":
            flat = np.array(numbers, f"f{dtype.itemsize // 2}").view(dtype)
        else:
            flat = np.array(numbers, dtype)
    return type_, flat.reshape(shape)


def write_pb(path: Path, proto: TensorProto) -> None:
    """Writes a TensorProto file."""
    path.write_bytes(proto.SerializeToString())


def read_result(path: Path, type_: OnnxType) -> np.ndarray:
    """What scatternd-run wrote, .npy or .pb; ValueError if of another type."""
    if path.suffix == ".npy":
        return type_.element.load(np.load(path))
    proto = TensorProto()
    proto.ParseFromString(path.read_bytes())
    got, array = from_proto(proto)
    if got is not type_:
        raise ValueError(f"element type is {got}, expected {type_}")
    return array


@dataclass
class Value:
    """An array, and where any NaN is as good as another."""

    array: np.ndarray
    any_nan: np.ndarray

    @staticmethod
    def exact(array: np.ndarray) -> "Value":
        """A value of which all bits are known."""
        return Value(array, np.zeros(array.shape, bool))


def difference(element: Element, got: np.ndarray, want: Value) -> str | None:
    """How an array of the element type differs from what is wanted, or None."""
    if got.shape != want.array.shape:
        return f"shape is {got.shape}, expected {want.array.shape}"
    same = _same(got, want.array) | (want.any_nan & _both_nan(got, want.array, element))
    if same.all():
        return None
    at = tuple(int(i) for i in np.argwhere(~same)[0])
    return (
        f"{int((~same).sum())} of {same.size} elements differ, first at {list(at)}: "
        f"got {element.show(got[at])}, expected {element.show(want.array[at])}"
    )


def file_difference(path: Path, type_: OnnxType, want: Value) -> str | None:
    """How a file that scatternd-run should have written differs, or None."""
    if not path.exists():
        return f"{path.name} was not written"
    try:
        got = read_result(path, type_)
    except ValueError as error:
        return f"{path.name}: {error}"
    reason = difference(type_.element, got, want)
    return reason and f"{path.name}: {reason}"


def _same(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where two arrays of one dtype hold the same bits."""
    if a.dtype == object:
        return np.equal(a, b).astype(bool)
    if a.dtype.kind == "c":
        return _same(a.real.copy(), b.real.copy()) & _same(a.imag.copy(), b.imag.copy())
    bits = f"u{a.dtype.itemsize}"
    return np.asarray(a.view(bits) == b.view(bits))


def _both_nan(a: np.ndarray, b: np.ndarray, element: Element) -> np.ndarray:
    """Where two arrays are equal but for the bits of NaNs in both."""
    if a.dtype.kind != "c":
        return element.is_nan(a) & element.is_nan(b)
    parts = [(a.real.copy(), b.real.copy()), (a.imag.copy(), b.imag.copy())]
    fits = [_same(x, y) | (np.isnan(x) & np.isnan(y)) for x, y in parts]
    return fits[0] & fits[1]
