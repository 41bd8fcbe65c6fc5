"""Models of many nodes and of gigabytes, for tests and for measurements."""

import struct
from pathlib import Path

from onnx import TensorProto, helper

from .build import MODEL

#: Where the values of a model of gigabytes are.
WEIGHTS = "weights.bin"


def write_chain(folder: Path, count: int) -> None:
    """MODEL: a chain of `count` ScatterND nodes with reduction add.

    Each has names of its own, as exporters give them, and value_info has a type
    for each value between. Inputs: data [8, 4], indices [2, 1], updates [2, 4].
    """
    value, nodes, infos = "data", [], []
    for i in range(count):
        output = f"/layers.{i}/ScatterND_output_0"
        nodes.append(
            helper.make_node(
                "ScatterND", [value, "indices", "updates"], [output],
                name=f"/layers.{i}/ScatterND", reduction="add",
            )
        )  # fmt: skip
        value = output
        infos.append(_info(output, [8, 4]))
    inputs = [
        _info("data", [8, 4]),
        helper.make_tensor_value_info("indices", TensorProto.INT64, [2, 1]),
        _info("updates", [2, 4]),
    ]
    graph = helper.make_graph(
        nodes, "chain", inputs, [infos[-1]], value_info=infos[:-1]
    )
    _write(folder, graph)


def write_weights(folder: Path, elements: int) -> None:
    """MODEL: a GatherND of an initializer of `elements` floats, 4 bytes each.

    They are external data in a file that has a hole instead of its zeros, so
    that it takes no space; the last is 7. Input: indices ["n", 1].
    """
    path = folder / WEIGHTS
    with path.open("wb") as file:
        file.truncate(4 * elements)
        file.seek(-4, 2)
        file.write(struct.pack("<f", 7.0))
    tensor = TensorProto(
        name="weights",
        data_type=TensorProto.FLOAT,
        dims=[elements],
        data_location=TensorProto.EXTERNAL,
    )
    tensor.external_data.add(key="location", value=WEIGHTS)
    node = helper.make_node("GatherND", ["weights", "indices"], ["out"], name="lookup")
    indices = helper.make_tensor_value_info("indices", TensorProto.INT64, ["n", 1])
    graph = helper.make_graph(
        [node], "weights", [indices], [_info("out", ["n"])], [tensor]
    )
    _write(folder, graph)


def _info(name: str, shape: list):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def _write(folder: Path, graph) -> None:
    model = helper.make_model(
        graph, ir_version=8, opset_imports=[helper.make_opsetid("", 18)]
    )
    (folder / MODEL).write_bytes(model.SerializeToString())
