"""Drawn models, what they compute, and where ONNX's evaluator differs."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
from onnxtest import evaluate
from onnxtest.build import MODEL, write_model
from onnxtest.differences import DIFFERENCES, differs
from onnxtest.draw import NEWEST_OPSET, draw_model
from onnxtest.evaluate import reference_outputs
from onnxtest.graph import Model, Node, Piece, Tensor
from onnxtest.ranks import unknown_ranks
from onnxtest.tensors import Value, difference
from onnxtest.types import INT64, TYPES


def drawn(count: int, seed: int = 9) -> list[Model]:
    return [draw_model(np.random.default_rng([seed, n]), f"m{n}") for n in range(count)]


def written(model: Model, seed: int = 1) -> onnx.ModelProto:
    with tempfile.TemporaryDirectory() as folder:
        write_model(model, Path(folder), np.random.default_rng(seed))
        return onnx.load(Path(folder) / MODEL)


def tensor(name: str, type_name: str, values: object) -> Tensor:
    array = np.array(values, TYPES[type_name].element.dtype)
    shape = array.shape
    return Tensor(name, TYPES[type_name], Value.exact(array), "input", shape=shape)


def scatter(type_name: str, data: object, indices: object, updates: object, how: str):
    """A model of one ScatterND."""
    inputs = [
        tensor("data", type_name, data),
        Tensor("indices", INT64, Value.exact(np.array(indices)), "input"),
        tensor("updates", type_name, updates),
    ]
    inputs[1].shape = inputs[1].value.array.shape
    value = evaluate.scatter(
        inputs[0].type, inputs[0].value, np.array(indices), inputs[2].value, how
    )
    return _model("ScatterND", inputs, value, reduction=how)


def gather(data: object, indices: np.ndarray, batch_dims: int = 0) -> Model:
    """A model of one GatherND of floats."""
    inputs = [
        tensor("data", "float", data),
        Tensor("indices", INT64, Value.exact(indices), "input", shape=indices.shape),
    ]
    value = evaluate.gather(inputs[0].type, inputs[0].value, indices, batch_dims)
    return _model("GatherND", inputs, value, batch_dims=batch_dims)


def _model(kind: str, inputs: list[Tensor], value: Value, **attributes) -> Model:
    output = Tensor("out", inputs[0].type, value, "node", shape=value.array.shape)
    node = Node(kind, "node", inputs, output, **attributes)
    return Model("one", 18, 8, [Piece([node], [output])])


class Draws(unittest.TestCase):
    def test_a_number_is_always_the_same_model(self) -> None:
        first, second = (
            [written(m).SerializeToString() for m in drawn(20)] for _ in range(2)
        )
        self.assertEqual(first, second)

    def test_onnx_finds_them_right(self) -> None:
        for model in drawn(100):
            for t in model.tensors():
                # The checker wants all shapes, which the format does not.
                t.shape = t.shape or t.value.array.shape
            onnx.checker.check_model(written(model))

    def test_onnx_infers_the_shapes_that_they_have(self) -> None:
        for model in drawn(60):
            proto = onnx.shape_inference.infer_shapes(written(model), strict_mode=True)
            shapes = {t.name: t.value.array.shape for t in model.tensors()}
            for info in [*proto.graph.value_info, *proto.graph.output]:
                dims = info.type.tensor_type.shape.dim
                if not info.type.tensor_type.HasField("shape"):
                    continue
                want = shapes[info.name]
                self.assertEqual(len(dims), len(want))
                for dim, extent in zip(dims, want):
                    if dim.HasField("dim_value"):
                        self.assertEqual(dim.dim_value, extent)

    def test_ranks_can_be_derived(self) -> None:
        for model in drawn(100):
            for piece in model.pieces:
                self.assertEqual(unknown_ranks(piece), [])

    def test_ranks_that_cannot(self) -> None:
        model = scatter("float", [1, 2], [[0]], [5], "none")
        (piece,) = model.pieces
        data, indices, updates = piece.nodes[0].inputs
        output = piece.nodes[0].output
        data.shape = output.shape = None
        self.assertEqual(unknown_ranks(piece), [])
        indices.shape = (1, "k")
        self.assertEqual(unknown_ranks(piece), [data, output])
        indices.shape, updates.shape = (1, 1), None
        self.assertEqual(unknown_ranks(piece), [data, updates, output])

    def test_everything_is_drawn(self) -> None:
        seen: set[object] = set()
        for model in drawn(1200):
            seen |= {("opset", model.opset), ("ir", model.ir_version)}
            for t in model.tensors():
                seen |= {t.type.name, t.origin, t.form, ("typed", t.shape is None)}
                seen |= {type(d).__name__ for d in t.shape or ()}
                if 0 in t.value.array.shape:
                    seen.add("empty")
            for node in model.nodes():
                seen |= {node.kind, node.reduction, ("named", bool(node.name))}
                if node.is_indexed:
                    seen |= self._shape(node)
        want: set[object] = {"ScatterND", "GatherND", "Identity", None, "empty"}
        want |= set(TYPES) | {"none", "add", "mul", "max", "min", "int", "str"}
        want |= {"NoneType", "input", "shadowed", "initializer", "constant", "node"}
        want |= {"raw", "typed", "external", "attribute", "negative", "equal"}
        want |= {("b", n) for n in range(3)} | {("k", n) for n in range(6)}
        want |= {("r", n) for n in range(1, 6)} | {("q", n) for n in range(1, 5)}
        want |= {(x, b) for x in ("typed", "named") for b in (False, True)}
        want |= {("opset", n) for n in (11, 12, 13, 16, 18, NEWEST_OPSET)}
        want |= {("ir", 3), ("ir", 4)}
        self.assertEqual(want - seen, set())

    def _shape(self, node: Node) -> set[object]:
        indices = node.indices
        seen: set[object] = {
            ("b", node.batch_dims or 0), ("k", indices.shape[-1]),
            ("r", node.data.ndim), ("q", indices.ndim),
        }  # fmt: skip
        if (indices < 0).any():
            seen.add("negative")
        rows = indices.reshape(-1, indices.shape[-1]) if indices.size else indices[:0]
        if len(rows) > len(np.unique(rows, axis=0)):
            seen.add("equal")
        return seen

    def test_versions_are_kept(self) -> None:
        for model in drawn(400):
            for node in model.nodes():
                if node.reduction is not None:
                    self.assertGreaterEqual(model.opset, 16)
                if node.reduction in ("max", "min"):
                    self.assertGreaterEqual(model.opset, 18)
                if node.batch_dims is not None:
                    self.assertGreaterEqual(model.opset, 12)
                if node.inputs[0].type.name == "bfloat16":
                    self.assertGreaterEqual(model.opset, 13)


class Evaluation(unittest.TestCase):
    """What is expected, by hand; the rest is valuetest's reference."""

    def test_nans_of_a_reduction_stay_marked(self) -> None:
        type_ = TYPES["float"]
        data = Value.exact(np.array([np.nan, np.nan, 1], np.float32))
        ones = Value.exact(np.ones(1, np.float32))
        added = evaluate.scatter(type_, data, np.array([[0]]), ones, "add")
        self.assertEqual(added.any_nan.tolist(), [True, False, False])
        moved = evaluate.gather(type_, added, np.array([[1], [0]]))
        self.assertEqual(moved.any_nan.tolist(), [False, True])
        over = evaluate.scatter(type_, added, np.array([[0]]), ones)
        self.assertEqual(over.any_nan.tolist(), [False, False, False])
        marked = Value(ones.array, np.array([True]))
        into = evaluate.scatter(type_, data, np.array([[2]]), marked)
        self.assertEqual(into.any_nan.tolist(), [False, False, True])

    def test_strings(self) -> None:
        type_ = TYPES["string"]
        data = Value.exact(np.array(["a", "b"], object))
        got = evaluate.scatter(
            type_, data, np.array([[-1]]), Value.exact(np.array(["x\0"], object))
        )
        self.assertEqual(got.array.tolist(), ["a", "x\0"])


def compare(model: Model) -> str | None:
    """How ONNX's evaluator differs from what is expected; None if it does not."""
    proto = written(model)
    try:
        results = reference_outputs(model, proto)
    except (ValueError, TypeError) as error:
        return str(error)
    for t, got in zip(model.outputs(), results):
        reason = difference(t.type.element, got, t.value)
        if reason:
            return reason
    return None


class Differences(unittest.TestCase):
    """Each entry is needed, and models aside from them agree."""

    def assert_differs(self, model: Model, entry: int) -> None:
        node = model.nodes()[0]
        applying = [d for d in DIFFERENCES if d.applies(node)]
        self.assertEqual(applying, [DIFFERENCES[entry]])
        self.assertIsNotNone(compare(model))

    def assert_agrees(self, model: Model) -> None:
        self.assertFalse(differs(model.pieces[0]))
        self.assertIsNone(compare(model))

    def test_empty_tuples(self) -> None:
        self.assert_differs(gather([1, 2], np.zeros((2, 0), np.int64)), 0)
        empty = np.zeros((0, 2, 1), np.int64)
        self.assert_differs(gather(np.zeros((0, 3)), empty, batch_dims=1), 0)
        self.assert_agrees(gather([1, 2], np.zeros((0, 1), np.int64)))

    def test_zeros_of_both_signs(self) -> None:
        for type_name in ("float16", "float", "double"):
            with self.subTest(type_name):
                # Which zero numpy takes depends on the type and the order.
                found = [
                    compare(scatter(type_name, [a, 1], [[0]], [b], how))
                    for how in ("max", "min")
                    for a, b in ((0.0, -0.0), (-0.0, 0.0))
                ]
                self.assertTrue(any(found))
                model = scatter(type_name, [0.0], [[0]], [-0.0], "max")
                self.assertTrue(differs(model.pieces[0]))
                self.assert_agrees(scatter(type_name, [0.0, 1], [[0]], [0.0], "max"))
                self.assert_agrees(scatter(type_name, [0.0, 1], [[0]], [-0.0], "add"))
                self.assert_agrees(scatter(type_name, [0.0, 1], [[0]], [np.nan], "min"))

    def test_products_of_complex_numbers(self) -> None:
        # Whether they are fused depends on the processor: none must be counted on.
        model = scatter("complex64", [1 + 1j], [[0]], [2j], "mul")
        self.assertTrue(differs(model.pieces[0]))
        self.assert_agrees(scatter("complex64", [1 + 1j], [[0]], [2j], "add"))

    def test_stored_strings_that_end_in_nul(self) -> None:
        model = scatter("string", ["a\0", "b"], [[1]], ["c"], "none")
        self.assert_agrees(model)
        model.nodes()[0].inputs[0].origin = "initializer"
        model.nodes()[0].inputs[0].form = "typed"
        self.assert_differs(model, 3)

    def test_drawn_models_agree(self) -> None:
        compared = 0
        for model in drawn(200, seed=4):
            for i, piece in enumerate(model.pieces):
                if differs(piece):
                    continue
                part = Model(
                    f"{model.name}-{i}", model.opset, model.ir_version, [piece]
                )
                self.assertIsNone(compare(part), part.name)
                compared += 1
        self.assertGreater(compared, 300)

    def test_the_page_lists_each(self) -> None:
        page = Path(__file__).resolve().parents[3] / "docs" / "ONNX.md"
        text = page.read_text()
        section = text.split("## Where results differ from other runtimes")[1]
        section = section.split("\n## ")[0]
        for entry in DIFFERENCES:
            self.assertIn(entry.name, section)


if __name__ == "__main__":
    unittest.main()
