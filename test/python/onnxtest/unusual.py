"""Models whose graphs are unusual but right, with values worked out by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from onnx import GraphProto, ModelProto, NodeProto, TensorProto, helper

from .tensors import to_proto
from .types import TYPES

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


@dataclass(frozen=True)
class Run:
    """Options, inputs, and what must come out, of which all bits count."""

    options: Sequence[str]
    inputs: Sequence[TensorProto]
    outputs: Sequence[TensorProto]


@dataclass(frozen=True)
class Unusual:
    """A model and how it is run; `functions` are the names that --extract gives."""

    name: str
    model: ModelProto
    runs: Sequence[Run]
    functions: Sequence[str] | None = field(default=None)


def _floats(values: object) -> TensorProto:
    return to_proto("", TYPES["float"], np.array(values, np.float32))


def _ints(values: object) -> TensorProto:
    return to_proto("", TYPES["int64"], np.array(values, np.int64))


def _bools(values: object) -> TensorProto:
    return to_proto("", TYPES["bool"], np.array(values, bool))


def _info(name: str, shape: Sequence[int | str] | None, type_: int = FLOAT):
    return helper.make_tensor_value_info(name, type_, shape)


def _scatter(output: str, name: str = "", data: str = "data", **more: str) -> NodeProto:
    return helper.make_node(
        "ScatterND", [data, "indices", "updates"], [output], name=name, **more
    )


def _model(graph: GraphProto, domain: str = "", **more: object) -> ModelProto:
    imports = [helper.make_opsetid(domain, 18)]
    return helper.make_model(graph, opset_imports=imports, ir_version=8, **more)


_INPUTS = [_info("data", [3]), _info("indices", [2, 1], INT64), _info("updates", [2])]
_VALUES = [_floats([1, 2, 3]), _ints([[0], [0]]), _floats([10, 20])]

#: What each reduction makes of _VALUES.
_RESULTS = {
    "none": _floats([20, 2, 3]),
    "add": _floats([31, 2, 3]),
    "mul": _floats([200, 2, 3]),
    "max": _floats([20, 2, 3]),
    "min": _floats([1, 2, 3]),
}


def _node_runs(*reductions: str) -> list[Run]:
    """Each of the nodes by its number, where no two in a row give the same."""
    return [
        Run([f"--node=#{i}"], _VALUES, [_RESULTS[r]]) for i, r in enumerate(reductions)
    ]


def _subgraphs() -> Unusual:
    """Nodes count in the order of the file, those of a branch where it stands."""

    def branch(name: str, reduction: str) -> GraphProto:
        inner = _scatter(f"{name}_out", name, "first", reduction=reduction)
        return helper.make_graph([inner], name, [], [_info(f"{name}_out", [3])])

    choice = helper.make_node(
        "If", ["condition"], ["chosen"], name="choice",
        then_branch=branch("then", "mul"), else_branch=branch("else", "min"),
    )  # fmt: skip
    nodes = [
        _scatter("first", "before", reduction="add"),
        choice,
        _scatter("last", "after", "chosen", reduction="none"),
    ]
    graph = helper.make_graph(
        nodes, "g", [*_INPUTS, _info("condition", [], TensorProto.BOOL)],
        [_info("last", [3])],
    )  # fmt: skip
    by_name = [
        Run([f"--node={name}"], _VALUES, [_RESULTS[reduction]])
        for name, reduction in (("then", "mul"), ("else", "min"), ("after", "none"))
    ]
    # Attributes stand in the order of their names in the file.
    order = [a.name for a in choice.attribute]
    inner = {"then_branch": ("then", "mul"), "else_branch": ("else", "min")}
    reductions = ["add", *(inner[a][1] for a in order), "none"]
    names = ["before", *(inner[a][0] for a in order), "after"]
    return Unusual("subgraphs", _model(graph), _node_runs(*reductions) + by_name, names)


def _function() -> Unusual:
    """The model's own functions are looked into, after the graph."""
    body = helper.make_function(
        "example", "twice", ["data", "indices", "updates"], ["out"],
        [_scatter("between", "inner", reduction="mul"),
         _scatter("out", "outer", "between", reduction="add")],
        [helper.make_opsetid("", 18)],
    )  # fmt: skip
    call = helper.make_node(
        "twice", ["data", "indices", "updates"], ["called"], domain="example"
    )
    graph = helper.make_graph(
        [_scatter("scattered", "plain", reduction="min"), call], "g", _INPUTS,
        [_info("scattered", [3]), _info("called", [3])],
    )  # fmt: skip
    model = _model(graph, functions=[body])
    model.opset_import.append(helper.make_opsetid("example", 1))
    return Unusual("function", model, _node_runs("min", "mul", "add"))


def _names() -> Unusual:
    """Names that MLIR has to quote, that two nodes share, and none at all."""
    names = ['a "quoted" one', "back\\slash", "näme\n", "", "shared", "shared", "#0"]
    reductions = ["add", "mul", "min", "none", "add", "mul", "min"]
    nodes = [
        _scatter(f"out{i}", name, reduction=reduction)
        for i, (name, reduction) in enumerate(zip(names, reductions))
    ]
    outputs = [_info(f"out{i}", [3]) for i in range(len(nodes))]
    graph = helper.make_graph(nodes, "g", _INPUTS, outputs)
    runs = [
        # A number comes before a name.
        *_node_runs(*reductions),
        *(
            Run([f"--node={name}"], _VALUES, [_RESULTS[reduction]])
            for name, reduction in list(zip(names, reductions))[:3]
        ),
        Run([], _VALUES, [_RESULTS[r] for r in reductions]),
    ]
    return Unusual("names", _model(graph), runs)


def _passed_through() -> Unusual:
    """Outputs that are an input, an initializer, a constant, or another output."""
    constant = helper.make_node("Constant", [], ["c"], value_ints=[4, 5])
    stored = to_proto("w", TYPES["float"], np.array([7, 8], np.float32))
    same = helper.make_node("Identity", ["x"], ["same"])
    outputs = [
        _info("x", [2]),
        _info("w", [2]),
        _info("c", [2], INT64),
        _info("same", [2]),
        _info("x", [2]),
    ]
    graph = helper.make_graph(
        [constant, same], "g", [_info("x", [2])], outputs, [stored]
    )
    x = _floats([1, 2])
    runs = [Run([], [x], [x, _floats([7, 8]), _ints([4, 5]), x, x])]
    return Unusual("passed through", _model(graph), runs, [])


def _unread() -> Unusual:
    """Inputs, initializers and nodes that nothing reads."""
    unread = [
        helper.make_node("Constant", [], ["lonely"], value_float=1.0),
        _scatter("unread", "dead", reduction="mul"),
    ]
    stored = to_proto("spare", TYPES["double"], np.zeros((2, 0)))
    graph = helper.make_graph(
        [*unread, _scatter("out", "alive", reduction="add")], "g",
        [_info("idle", ["n"]), *_INPUTS], [_info("out", [3])], [stored],
    )  # fmt: skip
    inputs = [_floats([0] * 5), *_VALUES]
    return Unusual(
        "unread", _model(graph), [Run([], inputs, [_RESULTS["add"]])], ["dead", "alive"]
    )


def _domain() -> Unusual:
    """ONNX's own domain, written out on the import and on the node."""
    node = _scatter("out", "spelled", reduction="add")
    node.domain = "ai.onnx"
    graph = helper.make_graph([node], "g", _INPUTS, [_info("out", [3])])
    model = _model(graph, "ai.onnx")
    model.opset_import.append(helper.make_opsetid("com.example", 99))
    return Unusual("domain", model, [Run([], _VALUES, [_RESULTS["add"]])], ["spelled"])


def _order() -> Unusual:
    """Initializers are no arguments, and others keep their order."""
    stored = to_proto("indices", TYPES["int64"], np.array([[0], [0]]))
    inputs = [_INPUTS[2], _INPUTS[1], _INPUTS[0]]
    graph = helper.make_graph(
        [_scatter("out", "scatter", reduction="add")], "g", inputs,
        [_info("out", [3])], [stored],
    )  # fmt: skip
    runs = [
        Run([], [_VALUES[2], _VALUES[0]], [_RESULTS["add"]]),
        # A node alone has all of its inputs, in its own order.
        Run(["--node=scatter"], _VALUES, [_RESULTS["add"]]),
    ]
    return Unusual("order", _model(graph), runs, ["scatter"])


def _truth() -> Unusual:
    """Any byte but 0, and any number but 0, is true, and comes out as 1."""
    raw = TensorProto(data_type=TensorProto.BOOL, dims=[3], raw_data=b"\x00\x02\xff")
    typed = TensorProto(data_type=TensorProto.BOOL, dims=[3], int32_data=[0, 2, -256])
    raw.name, typed.name = "raw", "typed"
    nodes = [
        helper.make_node("ScatterND", [name, "indices", "updates"], [f"{name}_out"])
        for name in ("raw", "typed")
    ]
    graph = helper.make_graph(
        nodes, "g",
        [_info("indices", [1, 1], INT64), _info("updates", [1], TensorProto.BOOL)],
        [_info(f"{n}_out", [3], TensorProto.BOOL) for n in ("raw", "typed")],
        [raw, typed],
    )  # fmt: skip
    want = _bools([True, True, True])
    runs = [Run([], [_ints([[0]]), _bools([True])], [want, want])]
    return Unusual("truth", _model(graph), runs)


def _huge_rank() -> Unusual:
    """Tensors of rank 40."""
    rank = 40
    node = helper.make_node("GatherND", ["data", "indices"], ["out"])
    graph = helper.make_graph(
        [node], "g", [_info("data", [1] * rank), _info("indices", [1, 2], INT64)],
        [_info("out", [1] * (rank - 1))],
    )  # fmt: skip
    data, out = np.full([1] * rank, 3.0), np.full([1] * (rank - 1), 3.0)
    runs = [Run([], [_floats(data), _ints([[0, -1]])], [_floats(out)])]
    return Unusual("rank 40", _model(graph), runs)


def _open_types() -> Unusual:
    """Ranks that only the files of the inputs tell."""
    node = helper.make_node("GatherND", ["data", "indices"], ["out"], name="g")
    graph = helper.make_graph(
        [node], "g", [_info("data", None), _info("indices", ["a", "b"], INT64)],
        [_info("out", None)],
    )  # fmt: skip
    inputs, out = [_floats([[1, 2], [3, 4]]), _ints([[1], [0]])], _floats(
        [[3, 4], [1, 2]]
    )
    runs = [Run(options, inputs, [out]) for options in ([], ["--node=g"])]
    return Unusual("open types", _model(graph), runs, [])


def _narrow(name: str) -> TensorProto:
    return helper.make_tensor(name, TensorProto.INT4, [2], [1, 2])


def _unused() -> Unusual:
    """What nothing reads may be of any type, and of none."""
    sparse = TensorProto(name="sparse", data_type=FLOAT, dims=[0])
    nodes = [
        helper.make_node("GatherND", ["data", "places"], ["dead"], name="dead"),
        helper.make_node("Constant", [], ["also"], value=_narrow("value")),
        _scatter("out", reduction="add"),
    ]
    graph = helper.make_graph(
        nodes, "g", [*_INPUTS, _info("places", ["a", "b"], INT64)], [_info("out", [3])],
        [_narrow("narrow")],
        value_info=[_info("narrow", [2], TensorProto.INT4)],
        sparse_initializer=[helper.make_sparse_tensor(sparse, _ints([]), [3])],
    )  # fmt: skip
    runs = [Run([], [*_VALUES, _ints([[0]])], [_RESULTS["add"]])]
    return Unusual("unused", _model(graph), runs)


def _unknown_operator() -> Unusual:
    """A subgraph of an operator that ONNX does not give one, and ONNX's domain
    by its long name."""
    inner = helper.make_graph([_scatter("x", "inner")], "b", [], [_info("x", [3])])
    nodes = [
        helper.make_node("Relu", ["data"], ["positive"], body=inner),
        _scatter("out", "outer", "positive", reduction="mul"),
    ]
    for node in nodes:
        node.domain = "ai.onnx"
    graph = helper.make_graph(nodes, "g", _INPUTS, [_info("out", None)])
    runs = _node_runs("none", "mul")
    return Unusual(
        "unknown operator", _model(graph, "ai.onnx"), runs, ["inner", "outer"]
    )


def _changed_operators() -> Unusual:
    """Operators whose types ONNX's library in Debian 12 gets wrong: where no
    version since then says how, the files do."""
    nodes = [
        helper.make_node("DequantizeLinear", ["q", "scale"], ["half"]),
        _scatter("kept", "kept", "half"),
        helper.make_node(
            "MaxPool", ["data", ], ["pooled"],
            kernel_shape=[1], strides=[2], pads=[0, 1], ceil_mode=1,
        ),
        _scatter("out", "pool", "pooled"),
    ]  # fmt: skip
    graph = helper.make_graph(
        nodes, "g",
        [_info("q", [3], TensorProto.UINT8), _info("scale", [], TensorProto.FLOAT16),
         _info("data", [1, 1, 8]), _info("indices", None, INT64),
         _info("updates", None, TensorProto.UNDEFINED)],
        [],
    )  # fmt: skip
    half = [
        to_proto("", TYPES["float16"], np.array(values, np.float16))
        for values in ([1, 2, 3], [10, 20], [20, 2, 3])
    ]
    pooled = np.arange(4, dtype=np.float32).reshape(1, 1, 4)
    moved = pooled.copy()
    moved[0, 0, 1] = 7
    runs = [
        Run(["--node=kept"], [half[0], _ints([[0], [0]]), half[1]], [half[2]]),
        Run(
            ["--node=pool"],
            [_floats(pooled), _ints([[0, 0, 1]]), _floats([7])],
            [_floats(moved)],
        ),
    ]
    model = _model(graph)
    model.opset_import[0].version = 22
    return Unusual("changed operators", model, runs)


def _no_elements() -> Unusual:
    """Extents that only an extent of 0 makes small."""
    shape = (2**40, 0)
    nothing = to_proto("nothing", TYPES["float"], np.zeros(shape, np.float32))
    node = helper.make_node("Identity", ["nothing"], ["out"])
    graph = helper.make_graph([node], "g", [], [_info("out", shape)], [nothing])
    return Unusual("no elements", _model(graph), [Run([], [], [nothing])])


ALL = (
    _subgraphs(),
    _function(),
    _names(),
    _passed_through(),
    _unread(),
    _domain(),
    _order(),
    _truth(),
    _huge_rank(),
    _open_types(),
    _unused(),
    _unknown_operator(),
    _changed_operators(),
    _no_elements(),
)
