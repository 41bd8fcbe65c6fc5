"""What nodes compute, by the contract and by ONNX's own evaluator."""

from dataclasses import replace

import numpy as np
from onnx import ModelProto
from onnx.reference import ReferenceEvaluator
from valuetest.elements import ELEMENTS
from valuetest.operation import Clauses, Operation
from valuetest.reference import compute

from .graph import Model, Tensor
from .tensors import Value
from .types import OnnxType


def scatter(
    type_: OnnxType,
    data: Value,
    indices: np.ndarray,
    updates: Value,
    reduction: str = "none",
) -> Value:
    """What a ScatterND gives."""
    op = Operation(
        "scatter", type_.element, ELEMENTS["i64"], data.array, indices, updates.array,
        Clauses(reduction=reduction),
    )  # fmt: skip
    result = compute(op)
    if reduction == "none":
        return Value(result.value, _moved(op, data.any_nan, updates.any_nan))
    return Value(result.value, data.any_nan | result.combined)


def gather(
    type_: OnnxType, data: Value, indices: np.ndarray, batch_dims: int = 0
) -> Value:
    """What a GatherND gives."""
    k = indices.shape[-1]
    shape = (*indices.shape[:-1], *data.array.shape[batch_dims + k :])
    op = Operation(
        "gather", type_.element, ELEMENTS["i64"], data.array, indices,
        np.zeros(shape, type_.element.dtype), Clauses(batch_dims=batch_dims),
    )  # fmt: skip
    moved = _moved(op, data.any_nan, np.zeros(shape, bool))
    return Value(compute(op).value, moved)


def _moved(op: Operation, data: np.ndarray, third: np.ndarray) -> np.ndarray:
    """Where the NaNs of which only that much is known come to lie."""
    marks = replace(op, element=ELEMENTS["i1"], data=data, third=third)
    return compute(marks).value


def reference_outputs(model: Model, proto: ModelProto) -> list[np.ndarray]:
    """What ONNX's evaluator gives for the model's outputs."""
    given = {t.name: t.type.to_native(t.value.array) for t in model.arguments()}
    # Integers that wrap and floats that overflow are meant to.
    with np.errstate(all="ignore"):
        results = ReferenceEvaluator(proto).run(None, given)
    return [
        _from_reference(tensor, np.asarray(result))
        for tensor, result in zip(model.outputs(), results, strict=True)
    ]


def _from_reference(tensor: Tensor, result: np.ndarray) -> np.ndarray:
    if tensor.type.name == "string":
        # Stored strings come as fixed-width arrays.
        return result.astype(object)
    return tensor.type.from_native(result)
