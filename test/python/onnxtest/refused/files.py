"""Files that are no models."""

from pathlib import Path

import numpy as np

from ..build import MODEL
from .refusal import Refusal, bytes_refusal, scatter_model


def _field(number: int, wire_type: int) -> bytes:
    """The tag of a protobuf field; the numbers used here fit one byte."""
    return bytes([number << 3 | wire_type])


def _truncated() -> list[Refusal]:
    """A model that ends early, after each of its bytes but a few."""
    whole = scatter_model().SerializeToString()
    ends = range(1, len(whole), 7)
    return [bytes_refusal(f"the first {n} bytes", whole[:n]) for n in ends]


def _sized(number: int, content: bytes) -> bytes:
    """A field with bytes of some length."""
    length, size = b"", len(content)
    while size > 0x7F:
        length += bytes([size & 0x7F | 0x80])
        size >>= 7
    return _field(number, 2) + length + bytes([size]) + content


def _nested(depth: int) -> bytes:
    """A model whose node has a graph whose node has a graph, and so on.

    Written as bytes, as Python's protobuf does not go that deep.
    """
    graph = b""
    for _ in range(depth):
        attribute = _sized(6, graph)
        node = _sized(5, attribute)
        graph = _sized(1, node)
    return _sized(7, graph)


def _npy(folder: Path) -> None:
    np.save(folder / "array.npy", np.zeros(4))
    (folder / "array.npy").rename(folder / MODEL)


def _nothing(folder: Path) -> None:
    del folder


REFUSED = (
    bytes_refusal("an empty file", b"", "empty"),
    bytes_refusal("a text", b"This is not a model.\n"),
    bytes_refusal("MLIR", b"module {\n}\n"),
    bytes_refusal("JSON", b'{"irVersion": "8"}\n'),
    bytes_refusal("zeros", bytes(100)),
    bytes_refusal("a byte", b"\xff"),
    bytes_refusal("a number for the graph", _field(7, 0) + b"\x05", "graph"),
    bytes_refusal("32 bits for the graph", _field(7, 5) + bytes(4), "graph"),
    bytes_refusal("bytes for ir_version", _field(1, 2) + b"\x01\x08", "ir_version"),
    bytes_refusal("an endless number", _field(1, 0) + b"\xff" * 20),
    bytes_refusal("a graph longer than the file", _field(7, 2) + b"\xff\xff\xff\x7f"),
    bytes_refusal("a group that does not end", _field(7, 3)),
    bytes_refusal("a graph of 2 GiB", _field(7, 2) + b"\xff\xff\xff\xff\x0f"),
    bytes_refusal(
        "a name that is no UTF-8 for a graph",
        _field(7, 2) + b"\x04" + _field(2, 0) + b"\x01\x08\x00",
    ),
    bytes_refusal("graphs 200 deep", _nested(200)),
    bytes_refusal("graphs 3000 deep", _nested(3000)),
    Refusal("a .npy file", _npy, (MODEL,)),
    Refusal("no file", _nothing, (MODEL,)),
    Refusal("a folder", lambda folder: (folder / MODEL).mkdir(), (MODEL,)),
    *_truncated(),
)
