"""The interpreter of whole programs, beside values made by hand."""

import unittest

import numpy as np

from programtest.arithmetic import CONVERSIONS, EXTENDED
from programtest.ast import Argument, Block, Function, Op, Program, Region, Value
from programtest.draw import draw_program
from programtest.expect import Expectation, expect
from programtest.ops.arith import COMPUTE, CompareIntegers, Compute
from programtest.ops.body import Yield
from programtest.ops.bridges import ToTensor
from programtest.ops.calls import Call, Return
from programtest.ops.constants import Constant
from programtest.ops.flow import Condition, For, If, While
from programtest.ops.indexed import Indexed
from programtest.ops.linalg import Fill
from programtest.ops.memrefs import Allocate, Dealloc, Load, Store
from programtest.ops.slices import ExtractSlice, InsertSlice, Slice
from programtest.ops.tensors import Empty
from programtest.ops.views import Subview
from programtest.printer import print_programs
from programtest.types import MemRef, Scalar, Tensor
from programtest.values import NAN, Array, Buffer, Undefined, View, row_major
from valuetest.elements import ELEMENTS
from valuetest.operation import Clauses


def array(element: str, values: object) -> Array:
    """An array of numbers; bf16 as floats."""
    kind = ELEMENTS[element]
    parsed = np.array([kind.parse(x) for x in np.asarray(values).reshape(-1).tolist()])
    return Array(kind, parsed.astype(kind.dtype).reshape(np.shape(values)))


def tensor(element: str, values: object) -> Constant:
    """A constant tensor."""
    made = array(element, values)
    return Constant(Tensor(element, made.shape), made)


def index(n: int) -> Constant:
    return Constant(Scalar("index"), Array.index(n))


def program(ops: list[Op], results: list[Value], *arguments: Argument) -> Program:
    """One function that runs the ops and returns the values."""
    body = Region([Block(list(arguments), [*ops, Return(results)])])
    return Program("p0", [Function("", results=results, body=body)])


def run(ops: list[Op], results: list[Value], *arguments: Argument) -> Expectation:
    return expect(program(ops, results, *arguments))


def memref(element: str, values: list[float]) -> Argument:
    """A memref argument with these elements."""
    made = array(element, values)
    buffer = Buffer(made.bits.nbytes, "argument")
    view = View(buffer, made.element, made.shape, row_major(made.shape))
    view.write(made)
    argument = Argument(MemRef(element, made.shape), made.shape, input=view)
    argument.roots = frozenset([argument])
    return argument


class Numbers(unittest.TestCase):
    def check(self, got: Array, element: str, values: object) -> None:
        self.assertEqual(got.bits.tolist(), array(element, values).bits.tolist())

    def compute(self, function: str, element: str, *operands: object) -> Array:
        return COMPUTE[function](*(array(element, x) for x in operands))

    def test_integers_wrap(self) -> None:
        self.check(self.compute("arith.addi", "i8", [127], [1]), "i8", [-128])
        self.check(self.compute("arith.muli", "i16", [300], [300]), "i16", [24464])

    def test_i1_is_modulo_two(self) -> None:
        self.check(self.compute("arith.addi", "i1", [1, 1], [1, 0]), "i1", [0, 1])

    def test_divisions_round_as_they_say(self) -> None:
        sevens = ([7, -7, 7, -7], [2, 2, -2, -2])
        for function, quotients in (
            ("arith.divsi", [3, -3, -3, 3]),
            ("arith.floordivsi", [3, -4, -4, 3]),
            ("arith.ceildivsi", [4, -3, -3, 4]),
            ("arith.remsi", [1, -1, 1, -1]),
        ):
            self.check(self.compute(function, "i32", *sevens), "i32", quotients)
        self.check(self.compute("arith.divui", "i8", [-1], [2]), "i8", [127])

    def test_what_has_no_result_is_undefined(self) -> None:
        for function, operands in (
            ("arith.divsi", ([1], [0])),
            ("arith.divsi", ([-128], [-1])),
            ("arith.remui", ([1], [0])),
            ("arith.shli", ([1], [8])),
        ):
            with self.assertRaises(Undefined):
                self.compute(function, "i8", *operands)

    def test_overflow_that_was_promised_not_to_be(self) -> None:
        a = tensor("i8", [127])
        add = Compute("arith.addi", a.result, a.result, flags="nuw")
        self.check(run([a, add], [add.result]).results[0], "i8", [-2])
        add.flags = "nsw"
        with self.assertRaises(Undefined):
            run([a, add], [add.result])

    def test_both_halves(self) -> None:
        low, high = EXTENDED["arith.mulsi_extended"](array("i8", [-2]), array("i8", [100]))
        self.check(low, "i8", [56])
        self.check(high, "i8", [-1])
        total, carry = EXTENDED["arith.addui_extended"](array("i8", [-1]), array("i8", [2]))
        self.check(total, "i8", [1])
        self.assertTrue(carry.bits[0])

    def convert(self, function: str, source: Array, to: str) -> Array:
        return CONVERSIONS[function](source, ELEMENTS[to])

    def test_conversions_to_bf16_round_once(self) -> None:
        # Just above the middle of two bf16 numbers: by way of f32 it is the middle,
        # and that is rounded down.
        middle = float(np.float64(1.00390625) + 2.0**-40)
        got = self.convert("arith.truncf", array("f64", [middle]), "bf16")
        self.check(got, "bf16", [1.0078125])
        number = (1 << 62) + (1 << 54) + 1
        got = self.convert("arith.sitofp", array("i64", [number]), "bf16")
        self.check(got, "bf16", [float((1 << 62) + (1 << 55))])
        least = self.convert("arith.sitofp", array("i64", [-(1 << 63)]), "f64")
        self.check(least, "f64", [-(2.0**63)])

    def test_index_casts_cut_and_extend(self) -> None:
        narrow = self.convert("arith.index_cast", array("index", [300]), "i8")
        self.check(narrow, "i8", [44])
        negative = array("i8", [-1])
        signed = self.convert("arith.index_cast", negative, "index")
        unsigned = self.convert("arith.index_castui", negative, "index")
        self.assertEqual((signed.bits[0], unsigned.bits[0]), (-1, 255))

    def test_floats_out_of_the_integers_range(self) -> None:
        self.check(self.convert("arith.fptosi", array("f32", [-1.5]), "i8"), "i8", [-1])
        for value in (128.0, float("nan"), float("inf")):
            with self.assertRaises(Undefined):
                self.convert("arith.fptosi", array("f32", [value]), "i8")

    def test_a_nan_that_was_computed_has_no_bits(self) -> None:
        got = self.compute("arith.subf", "f32", [np.inf], [np.inf])
        self.assertEqual(got.states.tolist(), [NAN])
        with self.assertRaises(Undefined):
            self.convert("arith.bitcast", got, "i32")
        with self.assertRaises(Undefined):
            COMPUTE["math.copysign"](array("f32", [1.0]), got)

    def test_zeros_that_no_one_orders(self) -> None:
        self.check(self.compute("arith.maxnumf", "f32", [np.nan], [1.0]), "f32", [1.0])
        with self.assertRaises(Undefined):
            self.compute("arith.maxnumf", "f32", [0.0], [-0.0])
        greater = self.compute("arith.maximumf", "f32", [-0.0], [0.0])
        self.assertFalse(np.signbit(greater.bits[0]))


class Tensors(unittest.TestCase):
    def values(self, got: object) -> object:
        assert isinstance(got, Array)
        return got.bits.tolist()

    def test_slices(self) -> None:
        source = tensor("i32", [[0, 1, 2, 3], [4, 5, 6, 7]])
        row = index(1)
        slice_ = Slice((None, 0), (1, 2), (1, 2), frozenset([0]), (1, 2))
        taken = ExtractSlice(source.result, slice_, [row.result])
        put = InsertSlice(taken.result, source.result, slice_, [row.result])
        changed = Compute("arith.addi", put.result, put.result)
        got = run([source, row, taken, put, changed], [taken.result, changed.result])
        self.assertEqual(self.values(got.results[0]), [4, 6])
        self.assertEqual(
            self.values(got.results[1]), [[0, 2, 4, 6], [8, 10, 12, 14]]
        )

    def test_slice_out_of_bounds(self) -> None:
        source, row = tensor("i32", [1, 2]), index(1)
        slice_ = Slice((None,), (2,), (1,), frozenset(), (2,))
        taken = ExtractSlice(source.result, slice_, [row.result])
        with self.assertRaises(Undefined):
            run([source, row, taken], [taken.result])

    def test_what_was_never_written(self) -> None:
        empty = Empty("i32", (2,), (2,), [])
        whole = Slice((0,), (1,), (1,), frozenset(), (1,))
        one = tensor("i32", [5])
        put = InsertSlice(one.result, empty.result, whole, [])
        # It may be moved, and nothing is compared.
        got = run([empty, one, put], [put.result]).results[0]
        assert isinstance(got, Array)
        self.assertEqual(got.states.tolist(), [0, 2])
        add = Compute("arith.addi", put.result, put.result)
        with self.assertRaises(Undefined):
            run([empty, one, put, add], [add.result])

    def scatter(self, clauses: Clauses, places: list[list[int]]) -> Expectation:
        data, indices = tensor("i32", [1, 2, 3]), tensor("i64", places)
        updates = tensor("i32", [10] * len(places))
        op = Indexed("scatter", data.result, indices.result, updates.result, clauses)
        return run([data, indices, updates, op], [op.result])

    def test_scatter(self) -> None:
        got = self.scatter(Clauses(reduction="add"), [[0], [-1], [0]])
        self.assertEqual(self.values(got.results[0]), [21, 2, 13])

    def test_a_report_leaves_the_destination(self) -> None:
        got = self.scatter(Clauses(), [[0], [3]])
        self.assertEqual(self.values(got.results[0]), [1, 2, 3])
        (report,) = got.reports
        self.assertTrue(report.certain)
        self.assertIn("indices[1, 0] = 3", report.message)

    def test_a_report_that_nothing_depends_on_may_vanish(self) -> None:
        data, indices, updates = tensor("i32", [1]), tensor("i64", [[7]]), tensor("i32", [2])
        op = Indexed("scatter", data.result, indices.result, updates.result, Clauses())
        got = run([data, indices, updates, op], [data.result])
        self.assertEqual([r.certain for r in got.reports], [False])

    def test_broken_promises(self) -> None:
        with self.assertRaises(Undefined):
            self.scatter(Clauses(unique=True), [[0], [-3]])
        with self.assertRaises(Undefined):
            self.scatter(Clauses(out_of_bounds="assume"), [[5]])
        self.scatter(Clauses(unique=True), [[0], [1]])


class Flow(unittest.TestCase):
    def test_a_loop_swaps_what_it_carries(self) -> None:
        a, b = tensor("i32", [1]), tensor("i32", [2])
        bounds = [index(0), index(3), index(1)]
        block = Block([Value(Scalar("index")), Value(a.result.type, (1,)), Value(b.result.type, (1,))])
        block.ops.append(Yield("scf.yield", [block.arguments[2], block.arguments[1]]))
        results = [Value(a.result.type, (1,)) for _ in range(2)]
        loop = For([x.result for x in bounds], [a.result, b.result], Region([block]), results)
        got = run([a, b, *bounds, loop], results)
        self.assertEqual([r.bits.tolist() for r in got.results], [[2], [1]])

    def test_a_loop_without_end(self) -> None:
        before, after = Block(), Block()
        true = Constant(Scalar("i1"), Array.bool(True))
        before.ops = [true, Condition(true.result, [])]
        after.ops = [Yield("scf.yield")]
        loop = While([], [], Region([before]), Region([after]))
        with self.assertRaises(Undefined):
            run([loop], [])

    def test_recursion_has_values_of_its_own(self) -> None:
        # f(n) = n > 0 ? f(n - 1) + n : 0
        n = Argument(Scalar("index"))
        zero, one = index(0), index(1)
        positive = CompareIntegers("sgt", n, zero.result)
        less = Compute("arith.subi", n, one.result)
        call = Call("_0", [less.result], [Value(Scalar("index"))])
        total = Compute("arith.addi", call.result, n)
        again = Block([], [less, call, total, Yield("scf.yield", [total.result])])
        stop = Block([], [Yield("scf.yield", [zero.result])])
        result = Value(Scalar("index"))
        branch = If(positive.result, [result], [Region([again]), Region([stop])])
        ops: list[Op] = [zero, one, positive, branch, Return([result])]
        helper = Function("_0", True, [result], Region([Block([n], ops)]))
        four = index(4)
        outer = Call("_0", [four.result], [Value(Scalar("index"))])
        made = program([four, outer], [outer.result])
        made.functions.insert(0, helper)
        got = expect(made).results[0]
        assert isinstance(got, Array)
        self.assertEqual(got.item(), 10)


class Memory(unittest.TestCase):
    def test_views_share_their_buffer(self) -> None:
        argument = memref("i32", [0, 1, 2, 3])
        slice_ = Slice((1,), (2,), (2,), frozenset(), (2,))
        view = Subview(argument, slice_, [])
        nine, one = Constant(Scalar("i32"), array("i32", 9)), index(1)
        store = Store(nine.result, view.result, [one.result])
        got = run([view, nine, one, store], [], argument)
        (after,) = got.arguments
        assert isinstance(after, View)
        self.assertEqual(after.read().bits.tolist(), [0, 1, 2, 9])
        # The program can be run again.
        assert isinstance(argument.input, View)
        self.assertEqual(argument.input.read().bits.tolist(), [0, 1, 2, 3])

    def allocation(self) -> tuple[Allocate, list[Op]]:
        alloc = Allocate("alloc", "i32", (2,), (2,), [])
        one = Constant(Scalar("i32"), array("i32", 1))
        return alloc, [one, alloc, Fill(one.result, alloc.result)]

    def test_the_author_must_free_once(self) -> None:
        alloc, ops = self.allocation()
        with self.assertRaises(Undefined):
            run(ops, [])
        free = Dealloc(alloc.result)
        run([*ops, free], [])
        run(ops, [alloc.result])
        with self.assertRaises(Undefined):
            run([*ops, free, Dealloc(alloc.result)], [])

    def test_use_after_free(self) -> None:
        alloc, ops = self.allocation()
        zero = index(0)
        load = Load(alloc.result, [zero.result])
        run([*ops, zero, load, Dealloc(alloc.result)], [load.result])
        with self.assertRaises(Undefined):
            run([*ops, zero, Dealloc(alloc.result), load], [load.result])

    def test_a_tensor_of_a_memref_that_is_written(self) -> None:
        argument = memref("i32", [1, 2])
        taken = ToTensor(argument, writable=False)
        add = Compute("arith.addi", taken.result, taken.result)
        zero, one = index(0), Constant(Scalar("i32"), array("i32", 1))
        store = Store(one.result, argument, [zero.result])
        run([taken, add, zero, one, store], [], argument)
        with self.assertRaises(Undefined):
            run([taken, add, zero, one, store], [add.result, taken.result], argument)

    def test_operands_that_share_memory(self) -> None:
        argument = memref("i64", [0, 1])
        indices = memref("i64", [0])
        indices.type = MemRef("i64", (1, 1))
        assert isinstance(indices.input, View)
        buffer = indices.input.buffer
        indices.input = View(buffer, ELEMENTS["i64"], (1, 1), (1, 1))
        slice_ = Slice((1,), (1,), (1,), frozenset(), (1,))
        updates = Subview(argument, slice_, [])
        op = Indexed("scatter", argument, indices, updates.result, Clauses())
        with self.assertRaises(Undefined):
            run([updates, op], [], argument, indices)


class Drawing(unittest.TestCase):
    def test_a_number_is_always_the_same_program(self) -> None:
        first = print_programs([draw_program(5, n) for n in range(20)]).text
        again = "".join(print_programs([draw_program(5, n)]).text for n in range(20))
        self.assertEqual(first, again)
        self.assertNotEqual(first, print_programs([draw_program(6, 0)]).text)


if __name__ == "__main__":
    unittest.main()
