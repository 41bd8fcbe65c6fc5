#!/usr/bin/env python3
"""Writes an ONNX model, inputs for it and the result that ONNX's own evaluator
gives, as a data set of ONNX's tests has them: histogram.onnx, input_0.pb,
input_1.pb and output_0.pb."""

import argparse
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save
from onnx.reference import ReferenceEvaluator

INPUTS = {
    "bins": np.array([[0], [3], [1], [3], [7], [3]], np.int64),
    "weights": np.array([1, 0.5, 2, 0.25, 4, 8], np.float32),
}


def make_model():
    """Weights added to 8 counts, which the model holds; `bins` may repeat."""
    counts = numpy_helper.from_array(np.ones(8, np.float32), "counts")
    node = helper.make_node(
        "ScatterND",
        ["counts", "bins", "weights"],
        ["histogram"],
        name="add_weights",
        reduction="add",
    )
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        [node],
        "histogram",
        [
            value("bins", TensorProto.INT64, ["n", 1]),
            value("weights", TensorProto.FLOAT, ["n"]),
        ],
        [value("histogram", TensorProto.FLOAT, [8])],
        [counts],
    )
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)

    model = make_model()
    save(model, folder / "histogram.onnx")
    arrays = {f"input_{i}": array for i, array in enumerate(INPUTS.values())}
    arrays["output_0"] = ReferenceEvaluator(model).run(None, INPUTS)[0]
    arrays["bad_bins"] = np.where(INPUTS["bins"] == 7, 8, INPUTS["bins"])
    for name, array in arrays.items():
        tensor = numpy_helper.from_array(array)
        (folder / f"{name}.pb").write_bytes(tensor.SerializeToString())


if __name__ == "__main__":
    main()
