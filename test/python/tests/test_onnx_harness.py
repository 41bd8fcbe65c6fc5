"""The ONNX drivers fail when they should: tools that are wrong on purpose."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from onnx import TensorProto
from onnxtest.tools import OPT, RUN, TRANSLATE, function_names

ONNX = Path(__file__).resolve().parents[2] / "ONNX"

_REFUSES = "import sys; sys.stderr.write({!r}); sys.exit(1)"
_CRASHES = "import os; os.kill(os.getpid(), 11)"

_ZERO = TensorProto(data_type=TensorProto.FLOAT, dims=[1], raw_data=bytes(4))

# Writes a tensor that nobody wants for each output that is asked for.
_WRITES_ZEROS = f"""
import sys
for a in sys.argv:
    if a.startswith("--output="):
        open(a.split("=", 1)[1], "wb").write({_ZERO.SerializeToString()!r})
"""


class Drivers(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_driver(self, script: str, body: str, *arguments: str) -> tuple[int, str]:
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        for tool in (RUN, TRANSLATE, OPT):
            path = tools / tool
            path.write_text(f"#!{sys.executable}\n{body}\n")
            path.chmod(0o755)
        done = subprocess.run(
            [
                *(sys.executable, ONNX / script, "--tools", tools),
                *("--keep", self.folder / "kept"),
                *arguments,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def assert_all_fail(self, script: str, body: str, *arguments: str) -> str:
        status, output = self.run_driver(script, body, *arguments)
        self.assertEqual(status, 1, output)
        self.assertTrue(output.strip().splitlines()[-1].startswith("0 passed, "))
        return output

    def test_nothing_written_fails(self) -> None:
        models = ("check_models.py", "--count=2", "--way=whole")
        output = self.assert_all_fail(models[0], "", *models[1:])
        self.assertIn("was not written", output)
        self.assertIn("--seed 1 --first NUMBER --count 1", output)

    def test_wrong_values_fail(self) -> None:
        output = self.assert_all_fail("check_models.py", _WRITES_ZEROS, "--count=3")
        self.assertIn("FAIL model-1-2", output)

    def test_signals_fail(self) -> None:
        for script, *arguments in (
            ("check_models.py", "--count=1"),
            ("check_exported.py",),
            ("check_unusual.py",),
            ("check_refused.py", "--only=an empty file"),
        ):
            output = self.assert_all_fail(script, _CRASHES, *arguments)
            self.assertIn("signal 11", output, script)

    def test_success_is_not_enough(self) -> None:
        for script in ("check_exported.py", "check_unusual.py"):
            with self.subTest(script):
                self.assert_all_fail(script, "")

    def test_no_refusal_fails(self) -> None:
        only = "--only=reduction"
        output = self.assert_all_fail("check_refused.py", "", only)
        self.assertIn("exit status 0, expected 1", output)

    def test_a_refusal_needs_its_words(self) -> None:
        only = "--only=reduction in version 13"
        right = "error: model.onnx: node 'the node': reduction exists since 16\n"
        body = _REFUSES.format(right)
        status, output = self.run_driver("check_refused.py", body, only)
        self.assertEqual(status, 0, output)
        for wrong in ("", right.replace("16", "18"), right + right, "x" + right[7:]):
            self.assert_all_fail("check_refused.py", _REFUSES.format(wrong), only)
        chatty = f"print(1); {body}"
        self.assert_all_fail("check_refused.py", chatty, only)

    def test_what_comes_of_damage(self) -> None:
        for body in (_CRASHES, _REFUSES.format("error: a\nerror: b\n"), "exit(1)"):
            self.assert_all_fail("check_damaged.py", body, "--count=2")
        for body in ("", _REFUSES.format("error: a\n")):
            status, output = self.run_driver("check_damaged.py", body, "--count=2")
            self.assertEqual(status, 0, output)

    def test_too_slow_fails(self) -> None:
        body = "import time; time.sleep(60)"
        only = "--only=reduction in version 13"
        output = self.assert_all_fail("check_refused.py", body, only)
        self.assertIn("no answer", output)

    def test_nothing_chosen_fails(self) -> None:
        self.assert_all_fail("check_refused.py", "", "--only=no entry has this name")
        self.assert_all_fail("check_unusual.py", "", "--only=no entry has this name")

    def test_no_tools_fail(self) -> None:
        status, _ = self.run_driver("check_models.py", "", "--tools=/no/such/folder")
        self.assertNotEqual(status, 0)


class FunctionNames(unittest.TestCase):
    def test_plain_and_quoted(self) -> None:
        text = (
            "module {\n"
            "  func.func @plain_1(%arg0: f32 loc(#l)) {\n"
            '  func.func @"a/b \\22c\\22 \\\\ n\\C3\\A4\\0A"() {\n'
            '  %0 = func.call @"other"() : () -> ()\n'
        )
        self.assertEqual(function_names(text), ["plain_1", 'a/b "c" \\ n\u00e4\n'])


if __name__ == "__main__":
    unittest.main()
