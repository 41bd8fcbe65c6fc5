"""Writes a described model as an ONNX file, with external data beside it."""

from pathlib import Path

import numpy as np
from onnx import (
    AttributeProto,
    ModelProto,
    NodeProto,
    TensorProto,
    ValueInfoProto,
    helper,
)

from .graph import Model, Node, Tensor
from .tensors import to_bytes, to_proto

MODEL = "model.onnx"

#: Offsets that other writers use: the format advises whole pages, and asks none.
_ALIGNMENTS = (1, 64, 4096)


class ExternalData:
    """Files beside a model that hold the values of its initializers."""

    def __init__(self, folder: Path, rng: np.random.Generator):
        self._folder, self._rng = folder, rng

    def add(self, tensor: Tensor) -> TensorProto:
        """Appends the values to a file; returns what refers to them."""
        relative = str(self._rng.choice(["weights.bin", "parts/more.bin"]))
        path = self._folder / relative
        path.parent.mkdir(exist_ok=True)
        start = path.stat().st_size if path.exists() else 0
        alignment = int(self._rng.choice(_ALIGNMENTS))
        start += -start % alignment
        values = to_bytes(tensor.value.array)
        with path.open("ab") as file:
            file.truncate(start)
            file.write(values)
        proto = TensorProto(
            name=tensor.name,
            data_type=tensor.type.number,
            dims=tensor.value.array.shape,
            data_location=TensorProto.EXTERNAL,
        )
        entries = {"location": relative, "offset": str(start)}
        # Without an offset a tensor starts where the file does, and without a
        # length it goes on to the end, which is still to come.
        if start == 0 and self._rng.random() < 0.5:
            del entries["offset"]
        entries["length"] = str(len(values))
        for key, value in entries.items():
            proto.external_data.add(key=key, value=value)
        return proto


def write_model(model: Model, folder: Path, rng: np.random.Generator) -> ModelProto:
    """Writes MODEL and its external data into `folder`; returns it as well."""
    external = ExternalData(folder, rng)
    outputs = {t.name for t in model.outputs()}
    graph = helper.make_graph([], model.name, [], [_info(t) for t in model.outputs()])
    for tensor in model.tensors():
        if tensor.origin in ("input", "shadowed"):
            graph.input.append(_info(tensor))
        if tensor.origin in ("initializer", "shadowed"):
            graph.initializer.append(_stored(tensor, external))
        if tensor.origin == "constant":
            graph.node.append(_constant(tensor))
        if tensor.listed and tensor.name not in outputs:
            graph.value_info.append(_info(tensor))
    graph.node.extend(_node(n) for n in model.nodes())
    proto = helper.make_model(
        graph,
        ir_version=model.ir_version,
        opset_imports=[helper.make_opsetid("", model.opset)],
    )
    (folder / MODEL).write_bytes(proto.SerializeToString())
    return proto


def _info(tensor: Tensor) -> ValueInfoProto:
    shape = None if tensor.shape is None else list(tensor.shape)
    return helper.make_tensor_value_info(tensor.name, tensor.type.number, shape)


def _stored(tensor: Tensor, external: ExternalData) -> TensorProto:
    if tensor.form == "external":
        return external.add(tensor)
    return to_proto(tensor.name, tensor.type, tensor.value.array, tensor.form)


def _constant(tensor: Tensor) -> NodeProto:
    if tensor.form != "attribute":
        proto = to_proto("", tensor.type, tensor.value.array, tensor.form)
        return helper.make_node("Constant", [], [tensor.name], value=proto)
    array = tensor.value.array
    word = {"int64": "int", "float": "float", "string": "string"}[tensor.type.name]
    if array.ndim:
        # The kind is said, as an empty list does not show it.
        attribute = helper.make_attribute(
            f"value_{word}s",
            array.tolist(),
            attr_type=AttributeProto.AttributeType.Value(f"{word}s".upper()),
        )
    else:
        attribute = helper.make_attribute(f"value_{word}", array.item())
    node = helper.make_node("Constant", [], [tensor.name])
    node.attribute.append(attribute)
    return node


def _node(node: Node) -> NodeProto:
    attributes = {"reduction": node.reduction, "batch_dims": node.batch_dims}
    given = {k: v for k, v in attributes.items() if v is not None}
    return helper.make_node(
        node.kind,
        [t.name for t in node.inputs],
        [node.output.name],
        name=node.name,
        **given,
    )
