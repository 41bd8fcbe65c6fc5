#!/usr/bin/env python3
"""Runs ONNX's own tests of ScatterND and GatherND, bit for bit.

They come from onnx.backend.test, found by the operators in their models. Each
is written out as its files and run three times: compared by --expect, compared
by --expect with --check beside it, and compared here, so that --expect is not
its own judge; as a whole and as --node=#0.
"""

import shutil
import sys
from pathlib import Path

import numpy as np
from onnx import ModelProto, TensorProto, numpy_helper

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from onnxtest.build import MODEL
from onnxtest.check import Failure, check_named
from onnxtest.tensors import Value, file_difference, write_pb
from onnxtest.tools import RUN, Tools
from onnxtest.types import by_number

OPERATORS = {"ScatterND", "GatherND"}

#: How many tests the pinned version has; another number is one that is missed.
EXPECTED_TESTS = 10


def backend_tests() -> list:
    """The node tests whose model has one of the operators.

    The loader makes the values of all operators' tests, which takes seconds; it
    is called once for all that is done with them.
    """
    # Imported here, as it is what takes the time.
    from onnx.backend.test.loader import load_model_tests

    with np.errstate(all="ignore"):
        tests = load_model_tests(kind="node")
    found = [t for t in tests if t.model and operators(t.model) & OPERATORS]
    if len(found) != EXPECTED_TESTS:
        sys.exit(f"expected {EXPECTED_TESTS} tests, but got {len(found)}")
    return found


def operators(model: ModelProto) -> set[str]:
    """The operators of a model's nodes."""
    return {node.op_type for node in model.graph.node}


def as_proto(value: np.ndarray | TensorProto) -> TensorProto:
    """A value of a test as its file has it."""
    if isinstance(value, TensorProto):
        return value
    return numpy_helper.from_array(np.asarray(value))


def check(tools: Tools, test, folder: Path) -> list[Failure]:
    """Runs one test."""
    failures: list[Failure] = []
    for number, (inputs, outputs) in enumerate(test.data_sets):
        place = folder / f"{test.name}-{number}"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        (place / MODEL).write_bytes(test.model.SerializeToString())
        arguments = [MODEL, "--print=none"]
        for i, value in enumerate(inputs):
            write_pb(place / f"input_{i}.pb", as_proto(value))
            arguments.append(f"--input=input_{i}.pb")
        expects = []
        for i, value in enumerate(outputs):
            write_pb(place / f"output_{i}.pb", as_proto(value))
            expects.append(f"--expect=output_{i}.pb")
        reasons = []
        for options in (expects, [*expects, "--check"], [*expects, "--node=#0"]):
            reason = tools.run(RUN, [*arguments, *options], place).failure()
            if reason:
                reasons.append(f"{' '.join(options)}: {reason}")
        for ending in ("pb", "npy"):
            written = [f"got_{i}.{ending}" for i in range(len(outputs))]
            options = [f"--output={file}" for file in written]
            reason = tools.run(RUN, [*arguments, *options], place).failure()
            reasons += [reason] if reason else compare(place, written, outputs)
        if not reasons:
            shutil.rmtree(place)
        failures += [Failure(place.name, reason, place) for reason in reasons]
    return failures


def compare(place: Path, written: list[str], outputs: list) -> list[str]:
    """How the files that were written differ from a test's outputs."""
    reasons = []
    for file, value in zip(written, outputs, strict=True):
        proto = as_proto(value)
        type_ = by_number(proto.data_type)
        want = type_.from_native(numpy_helper.to_array(proto))
        reason = file_difference(place / file, type_, Value.exact(want))
        if reason:
            reasons.append(reason)
    return reasons


if __name__ == "__main__":
    sys.exit(check_named(__doc__, backend_tests, check))
