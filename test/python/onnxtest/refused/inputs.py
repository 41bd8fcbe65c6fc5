"""What is given beside a model, or asked of it, and does not suit it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from onnx import ModelProto, TensorProto, helper

from ..build import MODEL
from ..tensors import to_proto, write_pb
from ..types import TYPES
from .refusal import FLOAT, INT64, NODE, Refusal, info, make_model, scatter_model
from .refusal import scatter_node


def _pb(path: Path, type_: str, array: np.ndarray) -> None:
    write_pb(path, to_proto("", TYPES[type_], array))


def _write(folder: Path, model: ModelProto | None = None) -> None:
    """The model with right inputs and the output that it gives."""
    model = model or scatter_model()
    (folder / MODEL).write_bytes(model.SerializeToString())
    _pb(folder / "data.pb", "float", np.arange(4, dtype=np.float32))
    _pb(folder / "indices.pb", "int64", np.array([[1], [-1]]))
    _pb(folder / "updates.pb", "float", np.array([5, 6], np.float32))
    _pb(folder / "output.pb", "float", np.array([0, 5, 2, 6], np.float32))


_FILES = ("data.pb", "indices.pb", "updates.pb")


def _refused(
    name: str,
    *words: str,
    options: Sequence[str] = (),
    files: Sequence[str] = _FILES,
    change: Callable[[Path], object] = lambda folder: None,
    model: ModelProto | None = None,
    source: str = MODEL,
) -> Refusal:
    def write(folder: Path) -> None:
        _write(folder, model)
        change(folder)

    inputs = [f"--input={file}" for file in files]
    command = ("scatternd-run", source, "--print=none", *inputs, *options)
    return Refusal(f"inputs: {name}", write, words, command)


def _pb_change(file: str, type_: str, array: object) -> Callable[[Path], object]:
    return lambda folder: _pb(folder / file, type_, np.asarray(array))


def _content(file: str, content: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / file).write_bytes(content)


def _tensor(file: str, **fields: object) -> Callable[[Path], object]:
    return lambda folder: write_pb(folder / file, TensorProto(**fields))


def _two_slices(folder: Path) -> None:
    """Slices of 2 elements in data and of 3 in updates."""
    _pb(folder / "data.pb", "float", np.zeros((4, 2), np.float32))
    _pb(folder / "updates.pb", "float", np.zeros((2, 3), np.float32))


def _two_of_one_name() -> ModelProto:
    first, second = scatter_node(), scatter_node()
    second.input[0], first.output[0] = "between", "between"
    values = scatter_model().graph
    return make_model([first, second], values.input, values.output)


def _of_other_operators() -> ModelProto:
    return make_model(
        [helper.make_node("Add", ["data", "data"], ["output"], name="plus")],
        [info("data", FLOAT, (4,))],
        [info("output", FLOAT, (4,))],
    )


_F4 = np.zeros(4, np.float32)
_ONE = ("data.pb",)
_NODE_OPTION = (f"--node={NODE}",)
_MLIR = b"func.func @main() {\n  return\n}\n"

REFUSED = (
    # Of a right tensor that the model does not want.
    _refused("another element type", "data.pb", "DOUBLE", "FLOAT",
             change=_pb_change("data.pb", "double", np.zeros(4))),
    _refused("int32 indices", "indices.pb", "INT32", "INT64",
             change=_pb_change("indices.pb", "int32", np.zeros((2, 1), np.int32))),
    _refused("another extent", "data.pb", "4", "5",
             change=_pb_change("data.pb", "float", np.zeros(5, np.float32))),
    _refused("another rank", "data.pb", "1", "2",
             change=_pb_change("data.pb", "float", np.zeros((2, 2), np.float32))),
    _refused("an index out of bounds", MODEL, NODE, "[1, 0] = 4", "extent 4",
             change=_pb_change("indices.pb", "int64", [[0], [4]])),
    _refused("a shape known at run time", MODEL, NODE, "updates", "3", "2",
             model=scatter_model(data=(4, "m"), updates=(2, "n")),
             change=_two_slices),
    # Of files that are no right tensors.
    _refused("a model for a tensor", "model.pb", files=("model.pb", *_FILES[1:]),
             change=_content("model.pb", scatter_model().SerializeToString())),
    _refused("an empty file", "data.pb", "empty", change=_content("data.pb", b"")),
    _refused("a text", "data.pb", change=_content("data.pb", b"not a tensor\n")),
    _refused("half a tensor", "data.pb", change=lambda folder: _content(
        "data.pb", (folder / "data.pb").read_bytes()[:-3])(folder)),
    _refused("too few bytes", "data.pb", "16", "12",
             change=_tensor("data.pb", data_type=FLOAT, dims=[4], raw_data=bytes(12))),
    _refused("too few values", "data.pb", "4", "3",
             change=_tensor("data.pb", data_type=FLOAT, dims=[4], float_data=[1] * 3)),
    _refused("a negative extent", "data.pb", "-4",
             change=_tensor("data.pb", data_type=FLOAT, dims=[-4])),
    _refused("extents past 64 bits", "data.pb", str(1 << 40),
             change=_tensor("data.pb", data_type=FLOAT, dims=[1 << 40] * 2)),
    _refused("no element type", "data.pb",
             change=_tensor("data.pb", dims=[4], raw_data=bytes(16))),
    _refused("no file", "none.pb", files=("none.pb", *_FILES[1:])),
    _refused("a folder", "folder.pb", files=("folder.pb", *_FILES[1:]),
             change=lambda folder: (folder / "folder.pb").mkdir()),
    _refused("another ending", "data.txt", ".npy", ".pb",
             files=("data.txt", *_FILES[1:])),
    # Of the wrong number.
    _refused("no inputs", "3", "0", files=()),
    _refused("too few inputs", "3", "2", files=_FILES[:2]),
    _refused("too many inputs", "3", "4", files=(*_FILES, "data.pb")),
    # Of outputs.
    _refused("another result", "output.pb", "5", "0", options=("--expect=output.pb",),
             change=_pb_change("output.pb", "float", _F4)),
    _refused("a result of another type", "output.pb", "DOUBLE", "FLOAT",
             options=("--expect=output.pb",),
             change=_pb_change("output.pb", "double", np.zeros(4))),
    _refused("a result of another shape", "output.pb", "5", "4",
             options=("--expect=output.pb",),
             change=_pb_change("output.pb", "float", np.zeros(5, np.float32))),
    _refused("another ending of an output", "o.txt", ".npy", ".pb",
             options=("--output=o.txt",)),
    _refused("an output in no folder", "none/o.pb", options=("--output=none/o.pb",)),
    # Of --node.
    _refused("an unknown node", "nobody", NODE, options=("--node=nobody",)),
    _refused("a number too great", "#1", options=("--node=#1",)),
    _refused("a negative number", "#-1", options=("--node=#-1",)),
    _refused("a number of letters", "#x", options=("--node=#x",)),
    _refused("no number", "'#'", options=("--node=#",)),
    _refused("a number past 64 bits", "#18446744073709551616",
             options=("--node=#18446744073709551616",)),
    _refused("two nodes of that name", NODE, "#0", "#1", options=_NODE_OPTION,
             model=_two_of_one_name()),
    _refused("no nodes", "#0", files=_ONE, options=("--node=#0",),
             model=_of_other_operators()),
    _refused("a node of another operator", "plus", files=_ONE, options=("--node=plus",),
             model=_of_other_operators()),
    _refused("a node with too few inputs", NODE, "3", "2", files=_FILES[:2],
             options=_NODE_OPTION),
    _refused("a node with an input of another type", "data.pb", "DOUBLE", "FLOAT",
             options=_NODE_OPTION,
             change=_pb_change("data.pb", "double", np.zeros(4))),
    _refused("a node of MLIR", "--node", source="module.mlir", options=("--node=#0",),
             change=_content("module.mlir", _MLIR)),
    _refused("a model with other operators", MODEL, "plus", "Add", "--node", files=_ONE,
             model=_of_other_operators()),
    _refused("a node whose model says another type", "data.pb", "INT64", "FLOAT",
             options=_NODE_OPTION, model=scatter_model(type_=INT64)),
)  # fmt: skip
