"""The drivers fail when they should: runners that are wrong on purpose."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

INTEGRATION = Path(__file__).resolve().parents[2] / "Integration"

# Copies each input that is an argument written in place to its output; with
# nothing to do that is the right answer.
_COPIES_ARGUMENTS = """
import shutil, sys
inputs = [a.split("=", 1)[1] for a in sys.argv if a.startswith("--input=")]
for a in sys.argv:
    if a.startswith("--output=arg"):
        n, path = a[len("--output=arg"):].split("=")
        shutil.copy(inputs[int(n)], path)
"""

_NOTHING_TO_DO = {
    "name": "no_tuples",
    "why": "data stays",
    "data": {"f32": [1, 2]},
    "indices": {"i64": [], "shape": [0, 1]},
    "updates": {"f32": [], "shape": [0]},
    "result": [1, 2],
}

_ERROR = {
    "name": "error",
    "why": "an index out of bounds",
    "data": {"f32": [1, 2]},
    "indices": {"i64": [[2]]},
    "updates": {"f32": [5]},
    "error": "index out of bounds: indices[0, 0] = 2, but data dimension 0 has "
    "extent 2 (valid: -2 to 1)",
}


class Harness(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def runner(self, body: str) -> str:
        path = self.folder / "runner"
        path.write_text(f"#!{sys.executable}\n{body}\n")
        path.chmod(0o755)
        return str(path)

    def run_driver(self, script: str, *arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [
                *(sys.executable, INTEGRATION / script),
                *("--keep", self.folder / "kept"),
                *arguments,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def run_cases(self, body: str, *cases: dict) -> tuple[int, str]:
        path = self.folder / "cases.json"
        path.write_text(json.dumps(cases))
        return self.run_driver(
            "check_cases.py",
            "--runner",
            self.runner(body),
            "--form=memref-static",
            str(path),
        )

    def last_line(self, output: str) -> str:
        return output.strip().splitlines()[-1]

    def test_right_answer_passes(self) -> None:
        status, output = self.run_cases(_COPIES_ARGUMENTS, _NOTHING_TO_DO)
        self.assertEqual((status, self.last_line(output)), (0, "1 passed, 0 failed"))

    def test_wrong_expectation_fails(self) -> None:
        wrong = {**_NOTHING_TO_DO, "name": "wrong", "result": [1, 3]}
        status, output = self.run_cases(_COPIES_ARGUMENTS, _NOTHING_TO_DO, wrong)
        self.assertEqual((status, self.last_line(output)), (1, "1 passed, 1 failed"))
        self.assertIn("FAIL wrong", output)
        self.assertIn("first at [1]: got 2.0, expected 3.0", output)

    def test_no_output_fails(self) -> None:
        status, output = self.run_cases("", _NOTHING_TO_DO)
        self.assertEqual(status, 1)
        self.assertIn("was not written", output)

    def test_exit_status_fails(self) -> None:
        status, output = self.run_cases("raise SystemExit('error: x')", _NOTHING_TO_DO)
        self.assertEqual(status, 1)
        self.assertIn("exit status 1: error: x", output)

    def test_signal_fails(self) -> None:
        crash = "import os; os.kill(os.getpid(), 11)"
        for case in (_NOTHING_TO_DO, _ERROR):
            status, output = self.run_cases(crash, case)
            self.assertEqual(status, 1)
            self.assertIn("killed by signal 11", output)

    def test_error_that_does_not_come_fails(self) -> None:
        status, output = self.run_cases(_COPIES_ARGUMENTS, _ERROR)
        self.assertEqual(status, 1)
        self.assertIn("exit status 0, expected 1", output)

    def test_other_error_fails(self) -> None:
        for message in (
            "error: program.mlir:2:3: something else\n",
            f"error: program.mlir:9:9: {_ERROR['error']}\n",
            f"error: program.mlir:2:3: {_ERROR['error']}\nnote: 1 more\n",
        ):
            body = f"import sys; sys.stderr.write({message!r}); sys.exit(1)"
            status, output = self.run_cases(body, _ERROR)
            self.assertEqual(status, 1, message)
            self.assertIn("but got", output)

    def test_right_error_passes(self) -> None:
        message = f"error: program.mlir:2:3: {_ERROR['error']}\n"
        body = f"import sys; sys.stderr.write({message!r}); sys.exit(1)"
        status, output = self.run_cases(body, _ERROR)
        self.assertEqual((status, self.last_line(output)), (0, "1 passed, 0 failed"))

    def test_no_cases_fails(self) -> None:
        status, output = self.run_cases(_COPIES_ARGUMENTS)
        self.assertEqual((status, self.last_line(output)), (1, "0 passed, 0 failed"))

    def test_unknown_key_fails(self) -> None:
        typo = {**_NOTHING_TO_DO, "claused": {}}
        status, output = self.run_cases(_COPIES_ARGUMENTS, typo)
        self.assertNotEqual(status, 0)
        self.assertIn("claused", output)

    def test_no_runner_fails(self) -> None:
        path = self.folder / "cases.json"
        path.write_text(json.dumps([_NOTHING_TO_DO]))
        status, _ = self.run_driver(
            "check_cases.py", "--runner=/no/such/file", str(path)
        )
        self.assertNotEqual(status, 0)

    def test_random_fails_and_says_how_to_repeat(self) -> None:
        runner = self.runner("raise SystemExit('error: x')")
        status, output = self.run_driver(
            "check_random.py", "--runner", runner, "--seed=5", "--count=3"
        )
        self.assertEqual((status, self.last_line(output)), (1, "0 passed, 3 failed"))
        self.assertIn("--kind valid --seed 5 --first 2 --count 1", output)
        kept = list((self.folder / "kept").glob("*/command.txt"))
        self.assertEqual(len(kept), 3)


if __name__ == "__main__":
    unittest.main()
