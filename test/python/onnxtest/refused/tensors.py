"""Stored tensors whose parts do not go together."""

import struct

from onnx import ModelProto, TensorProto

from .refusal import FLOAT, INT64, info, make_model, model_refusal, scatter_node
from .refusal import with_initializer

_FOUR = struct.pack("<4f", 1, 2, 3, 4)


def _tensor(type_: int = FLOAT, dims: tuple[int, ...] = (4,), **fields: object):
    return TensorProto(data_type=type_, dims=dims, **fields)


def _of_type(tensor: TensorProto) -> ModelProto:
    """A model of the tensor's type with it as `data`."""
    tensor.name = "data"
    return make_model(
        [scatter_node()],
        [info("indices", INT64, (2, 1)), info("updates", tensor.data_type, (2,))],
        [info("output", tensor.data_type, (4,))],
        initializers=[tensor],
    )


def _with_segment() -> TensorProto:
    tensor = _tensor(raw_data=_FOUR)
    tensor.segment.begin, tensor.segment.end = 0, 4
    return tensor


def _refused(name: str, tensor: TensorProto, *words: str):
    return model_refusal(name, with_initializer(tensor), "data", *words)


REFUSED = (
    _refused("too few bytes", _tensor(raw_data=_FOUR[:-1]), "16", "15"),
    _refused("too many bytes", _tensor(raw_data=_FOUR + b"\0"), "16", "17"),
    _refused("bytes of another shape", _tensor(dims=(5,), raw_data=_FOUR), "20", "16"),
    _refused(
        "bytes for an empty tensor", _tensor(dims=(0,), raw_data=_FOUR), "0", "16"
    ),
    _refused("bytes for rank 0", _tensor(dims=(), raw_data=_FOUR), "4", "16"),
    _refused("too few values", _tensor(float_data=[1, 2, 3]), "float_data", "4", "3"),
    _refused("too many values", _tensor(float_data=[1] * 5), "float_data", "4", "5"),
    _refused("no values", _tensor(), "4", "0"),
    _refused("a negative extent", _tensor(dims=(-4,), raw_data=_FOUR), "-4"),
    _refused(
        "two negative extents", _tensor(dims=(-2, -2), raw_data=_FOUR), "-2", "0"
    ),
    _refused(
        "extents past 64 bits",
        _tensor(dims=(1 << 32, 1 << 32), raw_data=_FOUR), str(1 << 32),
    ),
    _refused(
        "extents that wrap around to 4",
        _tensor(dims=(1 << 62, 1 << 62, 16, 4), raw_data=_FOUR), str(1 << 62),
    ),
    _refused(
        "bytes past 64 bits", _tensor(dims=((1 << 63) - 1,), raw_data=_FOUR),
        str((1 << 63) - 1),
    ),
    _refused(
        "an exabyte", _tensor(dims=(1 << 58,), raw_data=_FOUR), str(1 << 60), "16"
    ),
    _refused("an exabyte of nothing", _tensor(dims=(1 << 58,)), str(1 << 58), "0"),
    _refused(
        "values in another field", _tensor(double_data=[1] * 4), "float_data",
        "double_data",
    ),
    _refused(
        "bytes and values", _tensor(raw_data=_FOUR, float_data=[1] * 4), "raw_data",
        "float_data",
    ),
    _refused(
        "values in two fields", _tensor(float_data=[1] * 4, int32_data=[1] * 4),
        "int32_data",
    ),
    _refused("no element type", _tensor(0, raw_data=_FOUR), "UNDEFINED"),
    _refused("an unknown element type", _tensor(99, raw_data=_FOUR), "99"),
    _refused("a negative element type", _tensor(-1, raw_data=_FOUR), "-1"),
    _refused("a segment", _with_segment(), "segment"),
    _refused(
        "strings as bytes", _tensor(TensorProto.STRING, raw_data=_FOUR), "string_data"
    ),
    _refused(
        "too few strings", _tensor(TensorProto.STRING, string_data=[b"a"]), "4", "1"
    ),
    _refused(
        "a value that int8 lacks",
        _tensor(TensorProto.INT8, int32_data=[1, 2, 128, 4]), "INT8", "128",
    ),
    _refused(
        "a value that uint16 lacks",
        _tensor(TensorProto.UINT16, int32_data=[1, 2, -1, 4]), "UINT16", "-1",
    ),
    _refused(
        "a value that uint32 lacks",
        _tensor(TensorProto.UINT32, uint64_data=[1, 2, 1 << 32, 4]), "UINT32",
        str(1 << 32),
    ),
    _refused(
        "parts of half a complex number",
        _tensor(TensorProto.COMPLEX64, float_data=[1] * 7), "8", "7",
    ),
)  # fmt: skip
