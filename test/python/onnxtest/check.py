"""Runs a described model in each way that the tools offer, and compares."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from .build import MODEL, write_model
from .differences import differs
from .evaluate import reference_outputs
from .graph import Model, Node, Tensor
from .tensors import difference, file_difference, to_proto, write_pb
from .tools import OPT, RUN, TRANSLATE, Outcome, Tools, function_names

#: As a whole; as MLIR, printed by either tool; one node of it, by its number;
#: one node, as the function of its own that --extract prints.
WAYS = ("whole", "translate", "opt", "node", "extract")


@dataclass
class Failure:
    """What did not hold, and where its files are."""

    name: str
    reason: str
    folder: Path


@dataclass
class Checker:
    """How to run models, and where to keep what failed."""

    tools: Tools
    work: Path
    extra: Sequence[str] = ()

    def check(self, model: Model, ways: Sequence[str]) -> list[Failure]:
        """Runs a model; where it fails, each of its pieces by itself."""
        failures = self._run(model, ways)
        if failures and len(model.pieces) > 1:
            alone: list[Failure] = []
            for i, piece in enumerate(model.pieces):
                part = replace(model, name=f"{model.name}-{i}", pieces=[piece])
                alone += self._run(part, ways)
            # Where none fails alone, it is the company that matters.
            return alone or failures
        return failures

    def _run(self, model: Model, ways: Sequence[str]) -> list[Failure]:
        folder = self.work / model.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # The same files for a piece alone as for the whole.
        rng = np.random.default_rng(1)
        write_model(model, folder, rng)
        reasons = [f"ONNX's evaluator: {r}" for r in self._against_reference(model)]
        inputs = _write_inputs(model, folder, rng)
        for way in ways:
            outcome, outputs = self._start(way, model, inputs, folder, rng)
            reason = outcome.failure() or _compare(folder, outputs)
            if reason:
                reasons.append(f"{way}: {reason}")
        if not reasons:
            shutil.rmtree(folder)
        return [Failure(model.name, r, folder) for r in reasons]

    def _against_reference(self, model: Model) -> list[str]:
        """How our own expectation differs from what ONNX's evaluator gives."""
        kept = [p for p in model.pieces if not differs(p)]
        if not kept:
            return []
        folder = self.work / f"{model.name}-reference"
        folder.mkdir(parents=True, exist_ok=True)
        part = replace(model, pieces=kept)
        write_model(part, folder, np.random.default_rng(1))
        results = reference_outputs(part, onnx.load(folder / MODEL))
        shutil.rmtree(folder)
        reasons = []
        for tensor, got in zip(part.outputs(), results):
            reason = difference(tensor.type.element, got, tensor.value)
            if reason:
                reasons.append(f"{tensor.name}: {reason}")
        return reasons

    def _start(
        self,
        way: str,
        model: Model,
        inputs: dict[str, str],
        folder: Path,
        rng: np.random.Generator,
    ) -> tuple[Outcome, list[tuple[Tensor, str]]]:
        """Runs one way; returns how it ended, and the file of each output."""
        indexed = [n for n in model.nodes() if n.is_indexed]
        number = int(rng.integers(len(indexed)))
        arguments, outputs = model.arguments(), model.outputs()
        source, options = MODEL, []
        if way == "node":
            node = indexed[number]
            arguments, outputs = node.inputs, [node.output]
            options = [f"--node={_reference_to(node, number, indexed)}"]
        elif way != "whole":
            source = f"{way}.mlir"
            done = self._print(way, source, folder)
            if done.failure():
                return done, []
        if way == "extract":
            extracted = [
                n for i, n in enumerate(indexed) if not _is_skipped(n, i, done.stderr)
            ]
            names = function_names(done.stdout)
            (folder / source).write_text(done.stdout)
            if len(names) != len(extracted):
                text = f"expected {len(extracted)} functions, but got {names}"
                return Outcome(1, "", text, 0), []
            if not names:
                return done, []
            number %= len(names)
            node = extracted[number]
            arguments, outputs = node.inputs, [node.output]
            options = [f"--entry={names[number]}"]
        written = [(t, _file(f"{way}{i}", t, rng)) for i, t in enumerate(outputs)]
        command = [source, "--print=none", *options, *self.extra]
        command += [f"--input={_input(t, inputs, folder, rng)}" for t in arguments]
        command += [f"--output={file}" for _, file in written]
        return self.tools.run(RUN, command, folder), written

    def _print(self, way: str, file: str, folder: Path) -> Outcome:
        if way == "opt":
            return self.tools.run(OPT, [MODEL, "-o", file], folder)
        options = ["--extract", MODEL] if way == "extract" else [MODEL, "-o", file]
        return self.tools.run(TRANSLATE, ["--import-onnx", *options], folder)


def _reference_to(node: Node, number: int, indexed: Sequence[Node]) -> str:
    """How --node says which: its name, if no other has it, or its number."""
    same = [n for n in indexed if n.name == node.name]
    return node.name if node.name and len(same) == 1 else f"#{number}"


def _is_skipped(node: Node, number: int, warnings: str) -> bool:
    """Whether --extract says that it leaves a node out.

    It only may where the model does not show a rank itself; a node that is left
    out all the same is missed among the functions.
    """
    if all(t.shows_rank for t in (*node.inputs, node.output)):
        return False
    called = f"'{node.name}'" if node.name else f"#{number}"
    return f"skipped node {called} (" in warnings


def _write_inputs(
    model: Model, folder: Path, rng: np.random.Generator
) -> dict[str, str]:
    """Writes a file for each argument; returns their names by the tensors'."""
    files: dict[str, str] = {}
    for tensor in model.arguments():
        _input(tensor, files, folder, rng)
    return files


def _input(
    tensor: Tensor, files: dict[str, str], folder: Path, rng: np.random.Generator
) -> str:
    """The file of a value, which is written when it is first asked for."""
    if tensor.name not in files:
        name = _file(f"in{len(files)}", tensor, rng)
        files[tensor.name] = name
        array = tensor.value.array
        if name.endswith(".npy"):
            np.save(folder / name, tensor.type.element.save(array))
        else:
            form = "typed" if tensor.form == "typed" else "raw"
            write_pb(folder / name, to_proto("", tensor.type, array, form))
    return files[tensor.name]


def _file(stem: str, tensor: Tensor, rng: np.random.Generator) -> str:
    """A name of either kind of file that can hold the value."""
    if tensor.type.name == "string" and tensor.ends_in_nul:
        return stem + ".pb"
    return stem + (".npy" if rng.random() < 0.5 else ".pb")


def _compare(folder: Path, outputs: Sequence[tuple[Tensor, str]]) -> str | None:
    reasons = []
    for tensor, file in outputs:
        reason = file_difference(folder / file, tensor.type, tensor.value)
        if reason:
            reasons.append(f"{tensor.name}: {reason}")
    return "; ".join(reasons) or None


def report(passed: int, failures: Sequence[Failure], again: str) -> int:
    """Prints the failures and the counts; the exit status."""
    for failure in failures:
        print(f"FAIL {failure.name}: {failure.reason}")
        print(f"  files: {failure.folder} (command.txt runs it)")
    if failures:
        print(f"  again: {again}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0


def check_named(
    description: str,
    load: Callable[[], Sequence[Any]],
    check: Callable[[Tools, Any, Path], list[Failure]],
) -> int:
    """What a script does that checks things with names: its command line, the
    things of `load` one after the other, the report. The exit status."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--tools", type=Path, required=True, help="their folder")
    parser.add_argument("--only", metavar="NAME", help="what has this name")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    args = parser.parse_args()
    script = Path(sys.argv[0]).name
    work = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-onnx-"))
    tools, passed, failures = Tools(args.tools), 0, []
    for item in load():
        if args.only in (None, item.name):
            found = check(tools, item, work)
            passed += not found
            failures += found
    return report(passed, failures, f"{script} --tools {args.tools} --only NAME")
