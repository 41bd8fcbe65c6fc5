"""What the tables of refused models are made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from onnx import ModelProto, NodeProto, TensorProto, ValueInfoProto, helper

from ..build import MODEL

#: The node that most of the models have.
NODE = "the node"

FLOAT, INT32, INT64 = TensorProto.FLOAT, TensorProto.INT32, TensorProto.INT64


@dataclass(frozen=True)
class Refusal:
    """Files, and a command that must fail on them with one line."""

    name: str
    #: Writes the files into a folder.
    write: Callable[[Path], object]
    #: What the error must contain, whatever the case of its letters.
    words: tuple[str, ...]
    #: The tool's name and its arguments. Without one, the model is imported as
    #: a whole, by each tool that does so.
    command: Sequence[str] = ()


def model_refusal(name: str, model: ModelProto, *words: str) -> Refusal:
    """A model that cannot be imported; the error names its file as well."""
    return Refusal(
        name,
        lambda folder: (folder / MODEL).write_bytes(model.SerializeToString()),
        (MODEL, *words),
    )


def node_refusal(name: str, model: ModelProto, *words: str) -> Refusal:
    """A model whose NODE is at fault: the error names it, too."""
    return model_refusal(name, model, NODE, *words)


def bytes_refusal(name: str, content: bytes, *words: str) -> Refusal:
    """A file of these bytes, given as a model."""
    return Refusal(
        name, lambda folder: (folder / MODEL).write_bytes(content), (MODEL, *words)
    )


def info(name: str, type_: int, shape: Sequence[int | str] | None) -> ValueInfoProto:
    """A graph's input or output; `shape` is None where it has none."""
    return helper.make_tensor_value_info(name, type_, shape)


def scatter_node(**attributes: object) -> NodeProto:
    """NODE as a ScatterND."""
    return helper.make_node(
        "ScatterND", ["data", "indices", "updates"], ["output"], name=NODE, **attributes
    )


def gather_node(**attributes: object) -> NodeProto:
    """NODE as a GatherND."""
    return helper.make_node(
        "GatherND", ["data", "indices"], ["output"], name=NODE, **attributes
    )


def scatter_model(
    opset: int | None = 18,
    type_: int = FLOAT,
    index_type: int = INT64,
    data: Sequence[int | str] | None = (4,),
    indices: Sequence[int | str] | None = (2, 1),
    updates: Sequence[int | str] | None = (2,),
    **attributes: object,
) -> ModelProto:
    """A right model of one ScatterND, but for what is given."""
    inputs = [
        info("data", type_, data),
        info("indices", index_type, indices),
        info("updates", type_, updates),
    ]
    outputs = [info("output", type_, data)]
    return make_model([scatter_node(**attributes)], inputs, outputs, opset)


def gather_model(
    opset: int | None = 18,
    type_: int = FLOAT,
    index_type: int = INT64,
    data: Sequence[int | str] | None = (4,),
    indices: Sequence[int | str] | None = (2, 1),
    output: Sequence[int | str] | None = (2,),
    **attributes: object,
) -> ModelProto:
    """A right model of one GatherND, but for what is given."""
    inputs = [info("data", type_, data), info("indices", index_type, indices)]
    outputs = [info("output", type_, output)]
    return make_model([gather_node(**attributes)], inputs, outputs, opset)


def make_model(
    nodes: Sequence[NodeProto],
    inputs: Sequence[ValueInfoProto],
    outputs: Sequence[ValueInfoProto],
    opset: int | None = 18,
    initializers: Sequence[TensorProto] = (),
) -> ModelProto:
    """A model of these parts; without an opset it imports none."""
    graph = helper.make_graph(nodes, "graph", inputs, outputs, initializers)
    model = helper.make_model(
        graph, ir_version=8, opset_imports=[helper.make_opsetid("", opset or 18)]
    )
    if opset is None:
        model.ClearField("opset_import")
    return model


def with_initializer(tensor: TensorProto) -> ModelProto:
    """A right model, but for what is wrong with its `data`."""
    inputs = [info("indices", INT64, (2, 1)), info("updates", FLOAT, (2,))]
    outputs = [info("output", FLOAT, (4,))]
    tensor.name = "data"
    return make_model([scatter_node()], inputs, outputs, initializers=[tensor])
