"""Element types, ranks and extents that do not go together."""

from onnx import ModelProto, TensorProto

from .refusal import (
    FLOAT,
    INT32,
    INT64,
    gather_model,
    info,
    make_model,
    model_refusal,
    node_refusal,
    scatter_model,
    scatter_node,
)


def _changed(model: ModelProto, value: str, type_: int, shape: object) -> ModelProto:
    """The model with another type for one of its inputs or outputs."""
    graph = model.graph
    for values in (graph.input, graph.output):
        for known in values:
            if known.name == value:
                known.CopyFrom(info(value, type_, shape))
    return model


def _without_type(value: str) -> ModelProto:
    model = scatter_model()
    for known in model.graph.input:
        if known.name == value:
            known.ClearField("type")
    return model


def _sequence() -> ModelProto:
    model = scatter_model()
    of_tensors = model.graph.input[0].type.sequence_type
    of_tensors.elem_type.tensor_type.elem_type = FLOAT
    return model


_UNKNOWN_RANKS = make_model(
    [scatter_node()],
    [info("data", FLOAT, None), info("indices", INT64, (2, "k")),
     info("updates", FLOAT, (2,))],
    [info("output", FLOAT, None)],
)  # fmt: skip

REFUSED = (
    node_refusal("int32 indices", scatter_model(index_type=INT32), "INT64", "INT32"),
    node_refusal(
        "int32 indices of a GatherND", gather_model(index_type=INT32), "INT64", "INT32"
    ),
    node_refusal("float indices", scatter_model(index_type=FLOAT), "INT64", "FLOAT"),
    node_refusal(
        "bfloat16 in version 11", scatter_model(11, TensorProto.BFLOAT16), "BFLOAT16",
    ),
    node_refusal(
        "bfloat16 in version 11 of a GatherND",
        gather_model(11, TensorProto.BFLOAT16), "BFLOAT16",
    ),
    node_refusal(
        "bfloat16 in version 12 of a GatherND",
        gather_model(12, TensorProto.BFLOAT16), "BFLOAT16",
    ),
    model_refusal(
        "float8", scatter_model(19, TensorProto.FLOAT8E4M3FN), "FLOAT8E4M3FN"
    ),
    model_refusal("int4", scatter_model(21, TensorProto.INT4), "INT4"),
    model_refusal("an unknown element type", scatter_model(type_=99), "99"),
    node_refusal(
        "add of strings",
        scatter_model(type_=TensorProto.STRING, reduction="add"), "add",
    ),
    node_refusal(
        "max of strings",
        scatter_model(type_=TensorProto.STRING, reduction="max"), "max",
    ),
    node_refusal(
        "max of complex numbers",
        scatter_model(type_=TensorProto.COMPLEX64, reduction="max"), "max",
    ),
    node_refusal(
        "updates of another type",
        _changed(scatter_model(), "updates", TensorProto.DOUBLE, (2,)), "updates",
    ),
    node_refusal(
        "an output of another type",
        _changed(scatter_model(), "output", TensorProto.DOUBLE, (4,)),
        "output", "FLOAT", "DOUBLE",
    ),
    node_refusal(
        "an output of another shape",
        _changed(scatter_model(), "output", FLOAT, (5,)), "output", "4", "5",
    ),
    node_refusal(
        "a GatherND's output of another rank",
        _changed(gather_model(), "output", FLOAT, (2, 1)), "output",
    ),
    node_refusal(
        "data of rank 0", scatter_model(data=(), updates=(2,)), "data", "rank"
    ),
    node_refusal("indices of rank 0", scatter_model(indices=()), "indices", "rank"),
    node_refusal("too many components", scatter_model(indices=(2, 3)), "3"),
    node_refusal(
        "too many components of a GatherND",
        gather_model(indices=(2, 2)), "indices", "2",
    ),
    node_refusal("updates too long", scatter_model(updates=(3,)), "updates", "3", "2"),
    node_refusal(
        "updates of another rank", scatter_model(updates=(2, 1, 1)), "updates"
    ),
    node_refusal(
        "a slice too long",
        scatter_model(data=(4, 5), updates=(2, 6)), "updates", "6", "5",
    ),
    node_refusal(
        "batches that differ",
        gather_model(data=(3, 4), indices=(2, 1), output=(2,), batch_dims=1), "2", "3",
    ),
    model_refusal("a negative extent", scatter_model(data=(-4,)), "data", "-4"),
    model_refusal(
        "extents past 64 bits", scatter_model(data=(1 << 40, 1 << 40)), "data",
        str(1 << 40),
    ),
    model_refusal("ranks that nothing fixes", _UNKNOWN_RANKS, "data", "rank"),
    model_refusal("no type at all", _without_type("indices"), "indices"),
    model_refusal("a sequence of tensors", _sequence(), "data", "tensor"),
)  # fmt: skip
