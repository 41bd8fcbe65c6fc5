#!/usr/bin/env python3
"""Compiles resources of every element type ahead of time and compares bytes.

One module has a function for each element type that returns a constant; it goes
through scatternd-opt, mlir-translate, llc and the C compiler to a library,
whose C entries are called from here.
"""

import argparse
import ctypes
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from valuetest.elements import ELEMENTS

SHAPE = (3, 5)


class Matrix(ctypes.Structure):
    """What a tensor of rank 2 is at the C entry."""

    _fields_ = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
        ("sizes", ctypes.c_int64 * 2),
        ("strides", ctypes.c_int64 * 2),
    ]


def write_module(data: dict[str, bytes]) -> str:
    """The module with function `constantN` and resource `rN` for type N."""
    functions, resources = [], []
    for i, (name, memory) in enumerate(data.items()):
        type_ = f"tensor<{SHAPE[0]}x{SHAPE[1]}x{name}>"
        functions.append(
            f"func.func @constant{i}() -> {type_} {{\n"
            f"  %c = arith.constant dense_resource<r{i}> : {type_}\n"
            f"  return %c : {type_}\n}}\n"
        )
        blob = (16).to_bytes(4, "little") + memory
        resources.append(f'r{i}: "0x{blob.hex()}"')
    return "".join(functions) + (
        "{-# dialect_resources: { builtin: { " + ", ".join(resources) + " } } #-}\n"
    )


def build(folder: Path, module: str, tools: Path, llvm: Path) -> ctypes.CDLL:
    """The library that `module` becomes."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "in.mlir").write_text(module)
    for command in (
        [tools / "scatternd-opt", "in.mlir", "--scatternd-to-llvm", "-o", "llvm.mlir"],
        [llvm / "mlir-translate", "llvm.mlir", "--mlir-to-llvmir", "-o", "out.ll"],
        [llvm / "llc", "out.ll", "-relocation-model=pic", "-filetype=obj", "-o", "o.o"],
        ["cc", "-shared", "o.o", "-o", "library.so"],
    ):
        subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "library.so"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=Path, required=True, help="with scatternd-opt")
    parser.add_argument("--llvm", type=Path, required=True, help="LLVM's tools")
    parser.add_argument("--folder", type=Path, required=True, help="to work in")
    args = parser.parse_args()

    rng = np.random.default_rng(1)
    data = {
        e.name: e.memory(e.draw(rng, SHAPE))
        for e in ELEMENTS.values()
        if e.plain
    }
    library = build(args.folder, write_module(data), args.tools, args.llvm)
    free = ctypes.CDLL(None).free
    free.argtypes = [ctypes.c_void_p]
    failed = 0
    for i, (name, memory) in enumerate(data.items()):
        result = Matrix()
        library[f"_mlir_ciface_constant{i}"](ctypes.byref(result))
        got = ctypes.string_at(result.aligned, len(memory))
        free(result.allocated)
        shape = (tuple(result.sizes), tuple(result.strides), result.offset)
        if got != memory or shape != (SHAPE, (SHAPE[1], 1), 0):
            failed += 1
            print(f"{name}: got {got.hex()} in {shape}, expected {memory.hex()}")
    print(f"{len(data) - failed} passed, {failed} failed")
    return 1 if failed or not data else 0


if __name__ == "__main__":
    sys.exit(main())
