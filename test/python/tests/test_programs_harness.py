"""What calls compiled programs sees each fault, in C code that is wrong on
purpose; and what reads the compiler's messages and pipelines."""

import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

from programtest import call
from programtest.ast import Argument, Block, Function, Program, Region, Value
from programtest.build import WRAPPED, BuildError
from programtest.call import Observed, observe
from programtest.compare import Failure, compare, compare_assertion
from programtest.expect import expect
from programtest.ops.arith import Compute
from programtest.ops.calls import Return
from programtest.ops.indexed import Indexed
from programtest.passes import Pass, insert, parse, without
from programtest.printer import print_programs
from programtest.refusals import Refusal, general, judge
from programtest.types import MemRef, Tensor
from programtest.values import Array, Buffer, View
from valuetest.elements import ELEMENTS
from valuetest.operation import Clauses

INTEGRATION = Path(__file__).resolve().parents[2] / "Integration"

#: A runtime that reports whatever it is told to.
RUNTIME = """
static void (*handler)(const char *, void *);
void scatternd_set_error_handler(void (*h)(const char *, void *), void *u) { handler = h; }
void report(const char *message) { handler(message, 0); }
"""

HEAD = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct vector { int32_t *allocated, *aligned; int64_t offset, size, stride; };
void report(const char *message);
static void give(struct vector *result, int32_t *from) {
  struct vector v = {from, from, 0, 2, 1};
  *result = v;
}
/* What the program does: a fresh sum. */
static int32_t *sum(struct vector *a) {
  int32_t *s = malloc(8);
  s[0] = 2 * a->aligned[0]; s[1] = 2 * a->aligned[1];
  return s;
}
void _mlir_ciface_p0(struct vector *result, struct vector *a) {
"""


def add_program(writable: bool | None = None) -> Program:
    """a + a of two i32."""
    argument = Argument(Tensor("i32", (2,)), (2,), writable=writable)
    argument.input = Array(ELEMENTS["i32"], np.array([3, 4], np.int32))
    add = Compute("arith.addi", argument, argument)
    block = Block([argument], [add, Return([add.result])])
    return Program("p0", [Function("", results=[add.result], body=Region([block]))])


def report_program(certain: bool) -> Program:
    """A scatter that reports, on memrefs or on tensors without a use."""
    kind = MemRef if certain else Tensor
    values: list[Value] = []
    for element, numbers, shape in (
        ("i32", [1, 2], (2,)), ("i64", [5], (1, 1)), ("i32", [7], (1,))
    ):  # fmt: skip
        argument = Argument(kind(element, shape), shape)
        dtype = ELEMENTS[element].dtype
        array = Array(ELEMENTS[element], np.array(numbers, dtype).reshape(shape))
        argument.input = array
        if certain:
            buffer = Buffer(array.bits.nbytes, "argument")
            strides = tuple(1 for _ in shape)
            argument.input = View(buffer, array.element, shape, strides)
            argument.input.write(array)
        values.append(argument)
    op = Indexed("scatter", *values, Clauses())
    block = Block(values, [op, Return([])])
    return Program("p0", [Function("", body=Region([block]))])


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def library(self, body: str, head: str = HEAD) -> tuple[Path, Path]:
        """The libraries of compiled code with this body, and of the runtime."""
        (self.folder / "code.c").write_text(f"{head}{body}\n}}\n")
        (self.folder / "runtime.c").write_text(RUNTIME)
        runtime, code = self.folder / "runtime.so", self.folder / "code.so"
        wraps = [f"-Wl,--wrap={name}" for name in WRAPPED]
        for command in (
            ["cc", "-shared", "-fPIC", "runtime.c", "-o", runtime],
            ["cc", "-w", "-shared", "-fPIC", "-fno-builtin", "code.c",
             INTEGRATION / "checked_malloc.c", *wraps, runtime, "-o", code],
        ):  # fmt: skip
            subprocess.run(command, cwd=self.folder, check=True)
        return code, runtime

    def failure(self, body: str, program: Program | None = None) -> str:
        """What is said of the code with this body; empty if it is right."""
        program = program or add_program()
        (observed,) = observe(*self.library(body), [program])
        printer = print_programs([program])
        found = compare(program, expect(program), observed, printer)
        return found.kind if found else ""

    def test_right_code(self) -> None:
        self.assertEqual(self.failure("give(result, sum(a));"), "")

    def test_wrong_value(self) -> None:
        body = "int32_t *s = sum(a); s[1]++; give(result, s);"
        self.assertEqual(self.failure(body), "wrong value")

    def test_wrong_shape(self) -> None:
        body = "give(result, sum(a)); result->size = 1;"
        self.assertEqual(self.failure(body), "wrong value")

    def test_uninitialized_memory(self) -> None:
        self.assertEqual(self.failure("give(result, malloc(8));"), "wrong value")

    def test_use_after_free(self) -> None:
        body = "int32_t *s = sum(a), *t = malloc(8); free(s); memcpy(t, s, 8); give(result, t);"
        self.assertEqual(self.failure(body), "wrong value")

    def test_leak(self) -> None:
        self.assertEqual(self.failure("malloc(16); give(result, sum(a));"), "leak")

    def test_second_free(self) -> None:
        body = "int32_t *s = malloc(8); free(s); free(s); give(result, sum(a));"
        self.assertEqual(self.failure(body), "second free of a block")

    def test_free_of_what_is_returned(self) -> None:
        body = "int32_t *s = sum(a); give(result, s); int32_t t[2] = {s[0], s[1]}; free(s); memcpy(s, t, 8);"
        self.assertIn(
            self.failure(body), ("second free of a block", "write to a freed block")
        )

    def test_free_of_an_argument(self) -> None:
        body = "give(result, sum(a)); free(a->aligned);"
        self.assertEqual(self.failure(body), "free of what is no block")

    def test_constant_as_result(self) -> None:
        body = "static int32_t c[2] = {6, 8}; give(result, c);"
        self.assertEqual(self.failure(body), "free of what is no block")

    def test_write_past_the_end(self) -> None:
        body = "int32_t *s = sum(a); s[2] = 0; give(result, s);"
        self.assertEqual(self.failure(body), "write past the end of a block")

    def test_write_before_the_start(self) -> None:
        body = "int32_t *s = sum(a); s[-1] = 0; give(result, s);"
        self.assertEqual(self.failure(body), "write before a block")

    def test_write_outside_an_argument(self) -> None:
        body = "a->aligned[2] = 0; give(result, sum(a));"
        self.assertEqual(
            self.failure(body), "write outside an argument's buffer"
        )

    def test_changed_argument(self) -> None:
        body = "give(result, sum(a)); a->aligned[0]++;"
        self.assertEqual(self.failure(body), "changed argument")
        self.assertEqual(self.failure(body, add_program(writable=True)), "")

    def test_argument_as_result(self) -> None:
        body = "a->aligned[0] *= 2; a->aligned[1] *= 2; give(result, a->aligned);"
        self.assertEqual(self.failure(body, add_program(writable=True)), "")
        program = add_program()
        assert isinstance(program.main.arguments[0].input, Array)
        program.main.arguments[0].input.bits[...] = 0
        self.assertEqual(self.failure(body, program), "returns an argument")

    def test_unexpected_report(self) -> None:
        body = 'report("hello"); give(result, sum(a));'
        self.assertEqual(self.failure(body), "unexpected report")

    def test_crash_and_the_programs_after_it(self) -> None:
        body = "if (a->aligned[0] == 3) *(volatile int *)0 = 1; give(result, sum(a));"
        programs = [add_program() for _ in range(3)]
        for number in (0, 2):
            argument = programs[number].main.arguments[0]
            assert isinstance(argument.input, Array)
            argument.input.bits[...] = 1
        observed = observe(*self.library(body), programs)
        self.assertEqual([o.end for o in observed], ["", "ended with signal 11", ""])

    def test_hang(self) -> None:
        before, call.TIMEOUT_S = call.TIMEOUT_S, 0.5
        self.addCleanup(setattr, call, "TIMEOUT_S", before)
        self.assertEqual(self.failure("for (;;) {}"), "does not end")


class Reports(unittest.TestCase):
    """With what a call may have observed, as a list."""

    def kind(self, program: Program, change: str) -> str:
        printer, expected = print_programs([program]), expect(program)
        (report,) = expected.reports
        text = f"program.mlir:{printer.places[report.op]}: {report.message}"
        reports = {"": [text], "none": [], "two": [text] * 2}[change]
        arguments: list[bytes | list[str]] = []
        for value in expected.arguments:
            array = value.read() if isinstance(value, View) else value
            arguments.append(array.bits.tobytes())
        observed = Observed(reports=reports, arguments=arguments)
        found = compare(program, expected, observed, printer)
        return found.kind if found else ""

    def test_on_memrefs_it_must_come(self) -> None:
        program = report_program(certain=True)
        self.assertEqual(self.kind(program, ""), "")
        self.assertEqual(self.kind(program, "none"), "missing report")
        self.assertEqual(self.kind(program, "two"), "unexpected report")

    def test_on_tensors_it_may_vanish(self) -> None:
        program = report_program(certain=False)
        self.assertEqual(self.kind(program, ""), "")
        self.assertEqual(self.kind(program, "none"), "")

    def test_assertions(self) -> None:
        program = report_program(certain=True)
        printer, expected = print_programs([program]), expect(program)
        place = printer.places[expected.reports[0].op]
        right = f"program.mlir:{place}: index out of bounds\n"
        for end, output, kind in (
            ("ended with signal 6", right, ""),
            ("ended with signal 6", "something else\n", "another assertion"),
            ("ended with signal 11", right, "ended with signal 11"),
            ("", "", "missing assertion"),
        ):
            observed = Observed(end=end, output=output)
            found, _ = compare_assertion(expected, observed, printer)
            self.assertEqual(found.kind if found else "", kind)


class Messages(unittest.TestCase):
    def kind(self, stderr: str, status: int = 1, tool: str = "scatternd-opt") -> str:
        found = judge(BuildError(tool, status, stderr))
        assert isinstance(found, Failure)
        return found.kind

    def test_what_is_a_clear_message(self) -> None:
        one = "program.mlir:3:4: error: 'scf.for' op is too long\n"
        self.assertEqual(self.kind(one), "refused: 'scf.for' op is too long")
        self.assertTrue(self.kind(one * 2).startswith("several errors"))
        self.assertTrue(self.kind("error: what\n").startswith("unclear error"))
        self.assertEqual(self.kind("", -11), "scatternd-opt crashes")
        self.assertTrue(self.kind("no", 1, "llc").startswith("llc failed"))

    def test_what_folds_of_added_passes_may_cost(self) -> None:
        text = "p:3:4: error: 'arith.constant' op has type x, whose extents nobody knows"
        error = BuildError("scatternd-opt", 1, text)
        self.assertIsInstance(judge(error), Failure)
        self.assertIsInstance(judge(error, passes=True), Refusal)

    def test_messages_without_what_is_of_one_program(self) -> None:
        message = "'x.y' op has 'memref<2x?xf32, strided<[3, 1]>>' of @p17_0 at 5"
        self.assertEqual(general(message), "'x.y' op has TYPE of NAME at N")


class Passes(unittest.TestCase):
    TEXT = (
        "Pass Manager with 3 passes:\nbuiltin.module(\n  a{x=1 y={z}},\n  func.func(\n"
        "    b,\n    c-d{e=f}\n  ),\n  scatternd-bufferize,\n  g\n)\n"
    )

    def test_parse(self) -> None:
        self.assertEqual(
            str(parse(self.TEXT)),
            "builtin.module(a{x=1 y={z}},func.func(b,c-d{e=f}),scatternd-bufferize,g)",
        )

    def leaves(self, root: Pass) -> list[str]:
        return [t for p in root.inner for t in self.leaves(p)] or [root.text]

    def test_insert_keeps_what_was_there(self) -> None:
        root = parse(self.TEXT)
        for seed in range(50):
            more = insert(root, random.Random(seed), 0.5)
            rest = iter(self.leaves(more))
            self.assertTrue(all(text in rest for text in self.leaves(root)))
            self.assertEqual(str(parse(str(more))), str(more))
        self.assertEqual(str(insert(root, random.Random(1), 0.0)), str(root))

    def test_without(self) -> None:
        root = parse(self.TEXT)
        for seed in range(50):
            more = insert(root, random.Random(seed), 0.5)
            added = frozenset(self.leaves(more)) - frozenset(self.leaves(root))
            self.assertEqual(str(without(more, added)), str(root))


if __name__ == "__main__":
    unittest.main()
