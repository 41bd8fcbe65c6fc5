#!/usr/bin/env python3
"""Runs models whose graphs are unusual, see python/onnxtest/unusual.py.

Which number and which name means which node, what is an argument and what a
result; each by --expect and, so that --expect is not its own judge, by a
comparison here.
"""

import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from onnxtest.build import MODEL
from onnxtest.check import Failure, check_named
from onnxtest.tensors import Value, file_difference, from_proto, write_pb
from onnxtest.tools import RUN, TRANSLATE, Tools, function_names
from onnxtest.unusual import ALL, Run, Unusual


def check(tools: Tools, unusual: Unusual, work: Path) -> list[Failure]:
    """Runs one model in all of its ways."""
    folder = work / unusual.name.replace(" ", "-")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / MODEL).write_bytes(unusual.model.SerializeToString())
    reasons = []
    for run in unusual.runs:
        reason = check_run(tools, run, folder)
        if reason:
            reasons.append(f"{' '.join(run.options) or 'as a whole'}: {reason}")
    if unusual.functions is not None:
        options = ["--import-onnx", "--extract", MODEL]
        done = tools.run(TRANSLATE, options, folder)
        names = function_names(done.stdout)
        if done.failure() or names != list(unusual.functions):
            reasons.append(
                f"--extract: expected {unusual.functions}, but got {names}; "
                f"{done.failure()}"
            )
    if not reasons:
        shutil.rmtree(folder)
    return [Failure(unusual.name, reason, folder) for reason in reasons]


def check_run(tools: Tools, run: Run, folder: Path) -> str | None:
    """What is wrong with one run, or None."""
    arguments = [MODEL, "--print=none", "--check", *run.options]
    for i, proto in enumerate(run.inputs):
        write_pb(folder / f"in{i}.pb", proto)
        arguments.append(f"--input=in{i}.pb")
    for i, proto in enumerate(run.outputs):
        (folder / f"got{i}.pb").unlink(missing_ok=True)
        write_pb(folder / f"out{i}.pb", proto)
        arguments += [f"--output=got{i}.pb", f"--expect=out{i}.pb"]
    reason = tools.run(RUN, arguments, folder).failure()
    if reason:
        return reason
    for i, proto in enumerate(run.outputs):
        type_, want = from_proto(proto)
        reason = file_difference(folder / f"got{i}.pb", type_, Value.exact(want))
        if reason:
            return reason
    return None


if __name__ == "__main__":
    sys.exit(check_named(__doc__, lambda: ALL, check))
