#!/usr/bin/env python3
"""Runs each ScatterND of models that exporters made, node by node.

A folder of exported/ holds a model as an exporter wrote it, nodes.json with its
nodes in the order of --node=#N, and the values that each node read and gave
when the whole model ran (nodeN_inI.pb, nodeN_out.pb). Each node runs by its
name, by its number and as the function that --extract makes of it, is compared
by --expect and, so that --expect is not its own judge, here as well.
"""

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

from onnx import TensorProto

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from onnxtest.build import MODEL
from onnxtest.check import Failure, report
from onnxtest.tensors import Value, file_difference, from_proto
from onnxtest.tools import RUN, TRANSLATE, Tools, function_names

EXPORTED = Path(__file__).resolve().parent / "exported"


def check_folder(tools: Tools, source: Path, work: Path) -> tuple[int, list[Failure]]:
    """Runs all nodes of one model; how many passed, and the failures."""
    nodes = json.loads((source / "nodes.json").read_text())
    place = work / source.name
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(source, place)
    done = tools.run(TRANSLATE, ["--import-onnx", "--extract", MODEL], place)
    if done.failure() or done.stderr:
        reason = done.failure() or done.stderr
        return 0, [Failure(source.name, f"--extract: {reason}", place)]
    (place / "extracted.mlir").write_text(done.stdout)
    functions = function_names(done.stdout)
    names = [node["name"] for node in nodes]
    if functions != names:
        reason = f"--extract: expected the functions {names}, but got {functions}"
        return 0, [Failure(source.name, reason, place)]
    failures: list[Failure] = []
    for number, node in enumerate(nodes):
        for selection in (
            [MODEL, f"--node={node['name']}"],
            [MODEL, f"--node=#{number}"],
            ["extracted.mlir", f"--entry={node['name']}"],
        ):
            reason = check_node(tools, place, number, node["inputs"], selection)
            if reason:
                name = f"{source.name} {' '.join(selection)}"
                failures.append(Failure(name, reason, place))
    if not failures:
        shutil.rmtree(place)
    return 3 * len(nodes) - len(failures), failures


def check_node(
    tools: Tools, place: Path, number: int, inputs: int, selection: list[str]
) -> str | None:
    """Runs one node; what is wrong, or None."""
    expected = place / f"node{number}_out.pb"
    arguments = [*selection, "--print=none", f"--expect={expected.name}"]
    arguments += [f"--input=node{number}_in{i}.pb" for i in range(inputs)]
    got = place / "got.pb"
    got.unlink(missing_ok=True)
    done = tools.run(RUN, [*arguments, f"--output={got.name}"], place)
    if done.failure() or done.stderr:
        return done.failure() or f"standard error: {done.stderr}"
    proto = TensorProto()
    proto.ParseFromString(expected.read_bytes())
    type_, want = from_proto(proto)
    return file_difference(got, type_, Value.exact(want))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=Path, required=True, help="their folder")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for what failed")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    work = args.keep or Path(tempfile.mkdtemp(prefix="scatternd-exported-"))
    tools, passed, failures = Tools(args.tools), 0, []
    for source in args.folders or sorted(EXPORTED.iterdir()):
        count, found = check_folder(tools, source.resolve(), work)
        passed += count
        failures += found
    again = f"{Path(__file__).name} --tools {args.tools} {EXPORTED}/FOLDER"
    return report(passed, failures, again)


if __name__ == "__main__":
    sys.exit(main())
