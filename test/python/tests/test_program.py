"""Views and the text of programs."""

import unittest

import numpy as np
from valuetest.draw import draw_operation, draw_placed
from valuetest.elements import ELEMENTS
from valuetest.operation import Clauses, Operation
from valuetest.program import Placed, ProgramBuilder, View
from valuetest.reference import compute


def example(element: str = "f32", **clauses: object) -> Operation:
    dtype = ELEMENTS[element].dtype
    return Operation(
        "scatter", ELEMENTS[element], ELEMENTS["i64"], np.zeros((4, 2), dtype),
        np.array([[1]]), np.ones((1, 2), dtype), Clauses(**clauses),
    )  # fmt: skip


class Views(unittest.TestCase):
    def test_every_second(self) -> None:
        view = View.every_second(1)
        buffer = np.zeros(view.buffer_shape((3,)), int)
        view.of(buffer, (3,))[...] = [1, 2, 3]
        self.assertEqual(buffer.tolist(), [0, 1, 0, 2, 0, 3, 0])

    def test_turned(self) -> None:
        view = View((1, 0), (0, 0), (1, 1), (0, 0))
        self.assertEqual(view.buffer_shape((2, 3)), (3, 2))
        buffer = np.zeros((3, 2), int)
        view.of(buffer, (2, 3))[...] = [[1, 2, 3], [4, 5, 6]]
        self.assertEqual(buffer.tolist(), [[1, 4], [2, 5], [3, 6]])

    def test_text_says_the_same_as_numpy(self) -> None:
        rng = np.random.default_rng(3)
        for rank in (1, 2, 3, 4):
            for _ in range(20):
                view = View.draw(rng, rank)
                shape = tuple(int(n) for n in rng.integers(1, 4, rank))
                buffer = np.arange(np.prod(view.buffer_shape(shape)), dtype=np.int64)
                buffer = buffer.reshape(view.buffer_shape(shape))
                _, type_ = view.lines("b", "v", shape, ELEMENTS["i64"])
                inside = view.of(buffer, shape)
                strides = [s // 8 for s in inside.strides]
                offset = int(inside[(0,) * rank])
                self.assertIn(f"strided<{strides}, offset: {offset}>", type_)


class Constants(unittest.TestCase):
    def test_memory(self) -> None:
        for name, values, expected in (
            ("i1", [True, False], "0100"),
            ("i4", [-1, 7], "0f07"),
            ("i2", [-2, 1], "0201"),
            ("ui4", [15, 0], "0f00"),
            ("i16", [-2], "feff"),
            ("bf16", [0x3F80], "803f"),
            ("complex<f32>", [1 + 2j], "0000803f00000040"),
        ):
            element = ELEMENTS[name]
            memory = element.memory(np.array(values, element.dtype))
            self.assertEqual(memory.hex(), expected, name)


class Text(unittest.TestCase):
    def program(self, form: str, dynamic: bool, **clauses: object) -> str:
        op = example(**clauses)
        builder = ProgramBuilder()
        builder.add(Placed.usual(op, form, dynamic), compute(op))
        return builder.finish().text

    def test_constant(self) -> None:
        text = self.program("constant", dynamic=False)
        self.assertIn(
            "%indices0 = arith.constant dense_resource<indices0> : tensor<1x1xi64>",
            text,
        )
        self.assertIn('indices0: "0x400000000100000000000000"', text)
        self.assertIn("return %r0, %data0", text)

    def test_tensor(self) -> None:
        self.assertIn(
            "%r0 = scatternd.scatter %updates0 into %data0[%indices0] : "
            "tensor<1x2xf32>, tensor<1x1xi64> into tensor<4x2xf32>",
            self.program("tensor", dynamic=False),
        )

    def test_memref_with_every_clause(self) -> None:
        self.assertIn(
            "  scatternd.scatter %updates0 into %data0[%indices0] reduction(add) "
            "out_of_bounds(drop) negative_indices(invalid) unique : "
            "memref<?x?xf32>, memref<?x?xi64> into memref<?x?xf32>",
            self.program(
                "memref", dynamic=True, reduction="add", out_of_bounds="drop",
                negative_indices="invalid", unique=True,
            ),
        )  # fmt: skip

    def test_strided(self) -> None:
        text = self.program("strided", dynamic=False)
        self.assertIn("func.func private @op0(", text)
        self.assertIn("into memref<4x2xf32, strided<[10, 2], offset: 6>>", text)
        self.assertIn(
            "into memref<?x?xf32, strided<[?, ?], offset: ?>>",
            self.program("strided", dynamic=True),
        )

    def test_locations(self) -> None:
        builder = ProgramBuilder()
        for form in ("tensor", "strided", "memref"):
            for element in ("f32", "!scatternd.string"):
                builder.add(Placed.usual(example(element), form, False), None)
        program = builder.finish()
        lines = program.text.splitlines()
        self.assertEqual(len(program.locations), 6)
        for location in program.locations:
            line, column = map(int, location.split(":"))
            op = lines[line - 1][column - 1 :]
            self.assertTrue(op.startswith("scatternd.scatter"))

    def test_outputs_follow_results(self) -> None:
        op = example()
        builder = ProgramBuilder()
        for form in ("tensor", "memref", "tensor"):
            builder.add(Placed.usual(op, form, False), compute(op))
        specs = [o.spec for o in builder.finish().outputs]
        self.assertEqual(specs, ["", "", "arg3="])


class Draws(unittest.TestCase):
    def test_a_number_is_always_the_same_operation(self) -> None:
        texts = []
        for _ in range(2):
            builder = ProgramBuilder()
            for number in range(20):
                rng = np.random.default_rng([7, number])
                placed = draw_placed(rng, draw_operation(rng, "x"))
                builder.add(placed, compute(placed.op))
            texts.append(builder.finish().text)
        self.assertEqual(*texts)

    def test_everything_is_drawn(self) -> None:
        seen: set[object] = set()
        for number in range(1500):
            rng = np.random.default_rng([8, number])
            op = draw_operation(rng, "x")
            clauses = op.clauses
            seen |= {
                op.kind, op.element.name, op.index.name, ("b", clauses.batch_dims),
                ("k", op.components), ("r", op.data.ndim), ("q", op.indices.ndim),
                clauses.reduction, clauses.out_of_bounds, clauses.negative_indices,
                clauses.unique,
            }  # fmt: skip
        want: set[object] = {"scatter", "gather", "i32", "i64", "index", True, False}
        want |= set(ELEMENTS) | {"none", "add", "mul", "max", "min"}
        want |= {"error", "drop", "clamp", "assume", "wrap", "invalid"}
        want |= {("b", n) for n in range(3)} | {("k", n) for n in range(5)}
        want |= {(x, n) for x in "rq" for n in range(1, 5)}
        self.assertEqual(want - seen, set())


if __name__ == "__main__":
    unittest.main()
