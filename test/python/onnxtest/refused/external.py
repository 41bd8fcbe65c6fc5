"""External data that is not there, or not where it may be."""

import os
from collections.abc import Callable
from pathlib import Path

from onnx import TensorProto

from ..build import MODEL
from .refusal import FLOAT, Refusal, with_initializer

_FILE = "weights.bin"


def _refused(
    name: str,
    *words: str,
    make: Callable[[Path], object] = lambda folder: None,
    size: int | None = 64,
    **entries: str,
) -> Refusal:
    """A model with `data` in a file of `size` bytes.

    `make` adds files of its own. The model is in a folder below that of the
    test, so that there is a place outside.
    """

    def write(folder: Path) -> None:
        home = folder / "home"
        home.mkdir()
        if size is not None:
            (home / _FILE).write_bytes(bytes(size))
        tensor = TensorProto(
            data_type=FLOAT, dims=(4,), data_location=TensorProto.EXTERNAL
        )
        for key, value in entries.items():
            tensor.external_data.add(key=key, value=value)
        (home / MODEL).write_bytes(with_initializer(tensor).SerializeToString())
        make(home)

    return Refusal(f"external: {name}", write, (MODEL, "data", *words), _COMMAND)


_COMMAND = ("scatternd-translate", "--import-onnx", f"home/{MODEL}")


def _outside(home: Path) -> Path:
    outside = home.parent / "outside.bin"
    outside.write_bytes(bytes(64))
    return outside


def _link_file(home: Path) -> None:
    (home / "link.bin").symlink_to(_outside(home))


def _link_folder(home: Path) -> None:
    _outside(home)
    (home / "link").symlink_to(home.parent)


def _pipe(home: Path) -> None:
    os.mkfifo(home / "pipe")


def _device(home: Path) -> None:
    (home / "zeros").symlink_to("/dev/zero")


def _both() -> Refusal:
    def write(folder: Path) -> None:
        tensor = TensorProto(
            data_type=FLOAT, dims=(4,), data_location=TensorProto.EXTERNAL,
            raw_data=bytes(16),
        )  # fmt: skip
        tensor.external_data.add(key="location", value=_FILE)
        (folder / _FILE).write_bytes(bytes(16))
        (folder / MODEL).write_bytes(with_initializer(tensor).SerializeToString())

    return Refusal("external data and bytes", write, (MODEL, "data", "raw_data"))


REFUSED = (
    _refused("no file", _FILE, size=None, location=_FILE),
    _refused("no location", "location"),
    _refused("an empty location", "location", location=""),
    _refused("a file too short", "16", "15", size=15, location=_FILE),
    _refused("an empty file", "16", "0", size=0, location=_FILE),
    _refused("an offset past the end", "65", "64", location=_FILE, offset="65"),
    _refused("an end past the end", "49", "64", location=_FILE, offset="49"),
    _refused(
        "an offset that wraps around", _FILE, str(2**64 - 16),
        location=_FILE, offset=str(2**64 - 16),
    ),
    _refused(
        "an offset past 64 bits", "offset", str(2**64), location=_FILE,
        offset=str(2**64),
    ),
    _refused("a negative offset", "offset", "-16", location=_FILE, offset="-16"),
    _refused("an offset of letters", "offset", "'x'", location=_FILE, offset="x"),
    _refused("an empty offset", "offset", "''", location=_FILE, offset=""),
    _refused("a length too small", "16", "12", location=_FILE, length="12"),
    _refused("a length too great", "16", "20", location=_FILE, length="20"),
    _refused("a negative length", "length", "-1", location=_FILE, length="-1"),
    _refused("a path from the root", "/etc/passwd", location="/etc/passwd"),
    _refused("a path upwards", "../outside.bin", make=_outside,
             location="../outside.bin"),
    _refused("a path upwards to nothing", "../none.bin", location="../none.bin"),
    _refused("a path down and upwards", "outside.bin", make=_outside,
             location="sub/../../outside.bin"),
    _refused("a link to a file outside", "link.bin", make=_link_file,
             location="link.bin"),
    _refused("a link to a folder outside", "link/outside.bin", make=_link_folder,
             location="link/outside.bin"),
    _refused("a folder", "sub", make=lambda home: (home / "sub").mkdir(),
             location="sub"),
    _refused("the model's folder", "'.'", location="."),
    _refused("a pipe", "pipe", make=_pipe, location="pipe"),
    _refused("a device", "zeros", make=_device, location="zeros"),
    _refused("a NUL in the path", "location", location=f"{_FILE}\0x"),
    _refused("a path of 5000 letters", "x" * 100, location="x" * 5000),
    _both(),
)  # fmt: skip
