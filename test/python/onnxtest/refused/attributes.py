"""Versions and attributes."""

from onnx import ModelProto, helper

from .refusal import gather_model, model_refusal, node_refusal, scatter_model


def _twice() -> ModelProto:
    model = scatter_model(reduction="add")
    node = model.graph.node[0]
    node.attribute.add().CopyFrom(node.attribute[0])
    return model


def _of_a_function() -> ModelProto:
    model = scatter_model(reduction="add")
    attribute = model.graph.node[0].attribute[0]
    attribute.ClearField("s")
    attribute.ref_attr_name = "how"
    return model


def _imports(*imports: tuple[str, int]) -> ModelProto:
    model = scatter_model(None)
    model.opset_import.extend(helper.make_opsetid(*i) for i in imports)
    return model


REFUSED = (
    model_refusal("no opset import", scatter_model(None), "opset_import", "ai.onnx"),
    model_refusal(
        "an opset of another domain", _imports(("ai.onnx.ml", 3)), "opset_import"
    ),
    model_refusal("two opsets", _imports(("", 13), ("ai.onnx", 18)), "13", "18"),
    node_refusal("ScatterND before its time", scatter_model(10), "11", "10"),
    node_refusal("GatherND before its time", gather_model(10), "11", "10"),
    node_refusal("opset 0", _imports(("", 0)), "11", "0"),
    node_refusal("a negative opset", _imports(("", -1)), "11", "-1"),
    node_refusal(
        "reduction in version 11", scatter_model(11, reduction="add"), "reduction", "16"
    ),
    node_refusal(
        "reduction in version 13", scatter_model(13, reduction="add"), "reduction", "16"
    ),
    node_refusal(
        "reduction none in version 13",
        scatter_model(15, reduction="none"),
        *("reduction", "16"),
    ),
    node_refusal(
        "max in version 16", scatter_model(16, reduction="max"), "reduction", "max"
    ),
    node_refusal(
        "min in version 16", scatter_model(17, reduction="min"), "reduction", "min"
    ),
    node_refusal(
        "an unknown reduction", scatter_model(reduction="sub"), "reduction", "sub"
    ),
    node_refusal("another case", scatter_model(reduction="Add"), "reduction", "'Add'"),
    node_refusal("an empty reduction", scatter_model(reduction=""), "reduction", "''"),
    node_refusal("a number for reduction", scatter_model(reduction=1), "reduction"),
    node_refusal("reduction twice", _twice(), "reduction", "twice"),
    node_refusal("a parameter outside of a function", _of_a_function(), "reduction"),
    node_refusal("an unknown attribute", scatter_model(axis=0), "axis"),
    node_refusal(
        "batch_dims of a ScatterND", scatter_model(batch_dims=1), "batch_dims"
    ),
    node_refusal("reduction of a GatherND", gather_model(reduction="add"), "reduction"),
    node_refusal(
        "batch_dims in version 11", gather_model(11, batch_dims=0), "batch_dims", "12"
    ),
    node_refusal("batch_dims below 0", gather_model(batch_dims=-1), "batch_dims", "-1"),
    node_refusal("too many batch_dims", gather_model(batch_dims=2), "batch_dims", "2"),
    node_refusal(
        "batch_dims past 32 bits",
        gather_model(batch_dims=(1 << 32) + 1),
        *("batch_dims", "4294967297"),
    ),
    node_refusal("text for batch_dims", gather_model(batch_dims="1"), "batch_dims"),
)
