"""The element types of ScatterND and GatherND in ONNX."""

from dataclasses import dataclass

import ml_dtypes
import numpy as np
from onnx import TensorProto
from valuetest.elements import ELEMENTS, Element


class Text(Element):
    """Strings, held as Python's: moved only.

    Unlike valuetest's, which are held at a fixed width as in .npy files, they may
    be of any length and end in NULs.
    """

    reductions = ()

    def __init__(self) -> None:
        super().__init__("string", object)

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        out = np.empty(shape, object)
        picks = ("", "a", "b", "scatter", "é", "\N{GRINNING FACE}", "x" * 40, "a\0b", "a\0")
        for at in np.ndindex(shape):
            out[at] = picks[int(rng.integers(len(picks)))]
        return out

    def save(self, array: np.ndarray) -> np.ndarray:
        # Without a width of its own, numpy gives an empty array none at all.
        return np.asarray(array).astype(str)

    def load(self, array: np.ndarray) -> np.ndarray:
        if array.dtype.kind != "U":
            raise ValueError(f"dtype is {array.dtype}, expected strings")
        return array.astype(object)

    def show(self, value: object) -> str:
        return ascii(value)


@dataclass(frozen=True)
class OnnxType:
    """An element type: `number` is TensorProto.DataType's."""

    name: str
    number: int
    element: Element
    #: The field of a TensorProto that holds it, where `raw_data` does not.
    field: str
    #: The first operator version, of both operators, that takes it.
    since: int = 11

    def __repr__(self) -> str:
        return self.name

    @property
    def native(self) -> np.dtype:
        """The dtype in which ONNX's Python holds it."""
        if self.name == "bfloat16":
            return np.dtype(ml_dtypes.bfloat16)
        return self.element.dtype

    def to_native(self, array: np.ndarray) -> np.ndarray:
        """An array of `element` as ONNX's Python holds it."""
        return np.asarray(array).view(self.native)

    def from_native(self, array: np.ndarray) -> np.ndarray:
        """The other way; raises ValueError on another dtype."""
        if array.dtype != self.native:
            raise ValueError(f"dtype is {array.dtype}, expected {self.native}")
        return array.view(self.element.dtype)


def _type(name: str, element: Element | str, field: str, since: int = 11) -> OnnxType:
    number = TensorProto.DataType.Value(name.upper())
    if isinstance(element, str):
        element = ELEMENTS[element]
    return OnnxType(name, number, element, field, since)


_ALL = (
    _type("float", "f32", "float_data"),
    _type("uint8", "ui8", "int32_data"),
    _type("int8", "i8", "int32_data"),
    _type("uint16", "ui16", "int32_data"),
    _type("int16", "i16", "int32_data"),
    _type("int32", "i32", "int32_data"),
    _type("int64", "i64", "int64_data"),
    _type("string", Text(), "string_data"),
    _type("bool", "i1", "int32_data"),
    _type("float16", "f16", "int32_data"),
    _type("double", "f64", "double_data"),
    _type("uint32", "ui32", "uint64_data"),
    _type("uint64", "ui64", "uint64_data"),
    _type("complex64", "complex<f32>", "float_data"),
    _type("complex128", "complex<f64>", "double_data"),
    _type("bfloat16", "bf16", "int32_data", since=13),
)

TYPES = {t.name: t for t in _ALL}

INT64 = TYPES["int64"]


def by_number(number: int) -> OnnxType:
    """The type of a TensorProto's `data_type`; ValueError where it is none here."""
    for type_ in _ALL:
        if type_.number == number:
            return type_
    raise ValueError(f"data type {number} is not one of ScatterND's")
