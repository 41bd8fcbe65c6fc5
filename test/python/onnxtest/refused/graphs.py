"""Names, nodes and how they hang together."""

from onnx import ModelProto, NodeProto, SparseTensorProto, TensorProto, helper

from .refusal import (
    FLOAT,
    INT64,
    NODE,
    info,
    make_model,
    model_refusal,
    node_refusal,
    scatter_model,
    scatter_node,
)

_INPUTS = (
    info("data", FLOAT, (4,)),
    info("indices", INT64, (2, 1)),
    info("updates", FLOAT, (2,)),
)
_OUTPUTS = (info("output", FLOAT, (4,)),)


def _nodes(*nodes: NodeProto) -> ModelProto:
    return make_model(nodes, _INPUTS, _OUTPUTS)


def _scatter(*inputs: str, outputs: tuple[str, ...] = ("output",)) -> NodeProto:
    return helper.make_node("ScatterND", inputs, outputs, name=NODE)


def _constant(**attributes: object) -> ModelProto:
    node = helper.make_node("Constant", [], ["data"], name=NODE, **attributes)
    return make_model([node, scatter_node()], _INPUTS[1:], _OUTPUTS)


def _constant_of_kind(name: str, kind: int) -> ModelProto:
    model = _constant(value_float=1.0)
    attribute = model.graph.node[0].attribute[0]
    attribute.name, attribute.type = name, kind
    return model


def _if() -> NodeProto:
    branch = helper.make_graph([scatter_node()], "branch", [], _OUTPUTS)
    return helper.make_node(
        "If",
        ["data"],
        ["result"],
        name="choice",
        then_branch=branch,
        else_branch=branch,
    )


def _initializers(*names: str) -> ModelProto:
    tensors = [helper.make_tensor(n, FLOAT, [4], [0] * 4) for n in names]
    return make_model([scatter_node()], _INPUTS[1:], _OUTPUTS, initializers=tensors)


def _sparse_initializer() -> ModelProto:
    model = make_model([scatter_node()], _INPUTS[1:], _OUTPUTS)
    model.graph.sparse_initializer.add().CopyFrom(_sparse())
    return model


def _sparse() -> SparseTensorProto:
    return helper.make_sparse_tensor(
        helper.make_tensor("data", FLOAT, [1], [1.0]),
        helper.make_tensor("", INT64, [1], [0]),
        [4],
    )


def _input_twice() -> ModelProto:
    return make_model([scatter_node()], (*_INPUTS, _INPUTS[0]), _OUTPUTS)


def _input_without_name() -> ModelProto:
    return make_model([scatter_node()], (*_INPUTS, info("", FLOAT, (1,))), _OUTPUTS)


def _input_of_other_type() -> ModelProto:
    tensor = helper.make_tensor("data", TensorProto.DOUBLE, [4], [0] * 4)
    return make_model([scatter_node()], _INPUTS, _OUTPUTS, initializers=[tensor])


_ADD = helper.make_node("Add", ["data", "data"], ["sum"], name="plus")
_ADVICE = ("--extract", "--node")

REFUSED = (
    model_refusal("another operator", _nodes(_ADD, scatter_node()), "plus", "Add",
                  *_ADVICE),
    model_refusal("another operator that nothing reads", _nodes(scatter_node(), _ADD),
                  "plus", "Add", *_ADVICE),
    model_refusal("a node with a graph", _nodes(_if(), scatter_node()), "choice", "If",
                  *_ADVICE),
    node_refusal(
        "ScatterND of another domain",
        _nodes(helper.make_node("ScatterND", ["data", "indices", "updates"],
                                ["output"], name=NODE, domain="com.example")),
        "ScatterND", *_ADVICE,
    ),
    node_refusal("an unknown input", _nodes(_scatter("dada", "indices", "updates")),
                 "dada"),
    model_refusal("an unknown output",
                  make_model([scatter_node()], _INPUTS, [info("put", FLOAT, (4,))]),
                  "put"),
    node_refusal("two inputs", _nodes(_scatter("data", "indices")), "3", "2"),
    node_refusal("four inputs", _nodes(_scatter("data", "indices", "updates", "data")),
                 "3", "4"),
    node_refusal("an input left out", _nodes(_scatter("data", "", "updates")),
                 "input 1"),
    node_refusal("no output",
                 _nodes(_scatter("data", "indices", "updates", outputs=())),
                 "output", "0"),
    node_refusal(
        "two outputs",
        _nodes(_scatter("data", "indices", "updates", outputs=("output", "more"))),
        "output", "2",
    ),
    node_refusal("its own input", _nodes(_scatter("output", "indices", "updates")),
                 "cycle"),
    model_refusal(
        "a cycle",
        _nodes(_scatter("b", "indices", "updates", outputs=("a",)),
               helper.make_node("Identity", ["a"], ["b"], name="back"), scatter_node()),
        "cycle",
    ),
    model_refusal(
        "one output of two nodes",
        _nodes(scatter_node(), helper.make_node("Identity", ["data"], ["output"])),
        "output",
    ),
    node_refusal("an output that is an input",
                 _nodes(_scatter("data", "indices", "updates", outputs=("updates",))),
                 "updates"),
    model_refusal("two inputs of one name", _input_twice(), "data"),
    model_refusal("an input without a name", _input_without_name(), "input", "name"),
    model_refusal("two initializers of one name", _initializers("data", "data"),
                  "data"),
    model_refusal("an initializer without a name", _initializers("data", ""), "name"),
    model_refusal("an initializer of another type than its input",
                  _input_of_other_type(), "data", "DOUBLE", "FLOAT"),
    model_refusal("a sparse initializer", _sparse_initializer(), "sparse"),
    node_refusal("a Constant of nothing", _constant(), "attribute", "0"),
    node_refusal("a Constant of two things", _constant(value_int=1, value_float=1.0),
                 "attribute", "2"),
    node_refusal("a sparse Constant", _constant(sparse_value=_sparse()), "sparse"),
    node_refusal("a Constant of an unknown attribute", _constant(values=1), "values"),
    node_refusal("a Constant of another kind than its attribute",
                 _constant_of_kind("value_int", helper.AttributeProto.FLOAT),
                 "value_int", "INT", "FLOAT"),
    node_refusal("a Constant of rank 0", _constant(value_float=1.0), "data", "rank"),
    model_refusal("an Identity of two",
                  _nodes(helper.make_node("Identity", ["data", "updates"], ["x"],
                                          name="same"), scatter_node()),
                  "same", "2"),
)  # fmt: skip


def _plain_value_in_11() -> ModelProto:
    model = _constant(value_floats=[1.0] * 4)
    model.opset_import[0].version = 11
    return model


REFUSED += (
    node_refusal("value_floats in version 11", _plain_value_in_11(), "value_floats",
                 "12"),
    model_refusal("an IR version and nothing else", ModelProto(ir_version=8), "graph"),
    node_refusal("no inputs at all", make_model([_scatter()], [], _OUTPUTS), "3", "0"),
    node_refusal("a graph without inputs", make_model([scatter_node()], [], _OUTPUTS),
                 "data"),
    node_refusal("an output of the wrong rank in value_info",
                 scatter_model(data=(4,), indices=(2, 1), updates=()), "updates"),
)  # fmt: skip
