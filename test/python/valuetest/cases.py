"""Reads case files: small operations with expected values, written by hand.

A file is a list of objects:

  name, why   what the case is called, and a line on what it is for
  op          "scatter" (default) or "gather"
  data, indices, updates (init for a gather)
              {TYPE: values}: nested lists, a plain number for rank 0, or with
              "shape": [...] beside it, a number that fills the shape or a flat
              list. TYPE is MLIR's spelling, or T or I, see `types`
  clauses     {"reduction": "add", ...}, as in the op's text
  types       {"T": [...], "I": [...]}: the case stands for one of each
  result      the values of the destination afterwards
  error       or else: the run-time message after the location
  verify      or else: a part of the verifier's message. With `error` beside it,
              it holds where all extents are static, and `error` where none is

A value is a number, true, false, "nan", "inf", "-inf", "-0", a complex number
as "1-2j", or bits as "0x7fc1".
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from .elements import ELEMENTS, Element
from .operation import Clauses, Operation
from .reference import Result

_KEYS = {
    "name", "why", "op", "data", "indices", "updates", "init", "clauses", "types",
    "result", "error", "verify",
}  # fmt: skip


@dataclass
class Case:
    """One operation with what its file expects of it."""

    name: str
    op: Operation
    result: Result | None
    error: str | None
    verify: str | None


def load(path: Path) -> list[Case]:
    """The cases of a file."""
    cases: list[Case] = []
    for entry in json.loads(path.read_text()):
        unknown = set(entry) - _KEYS
        if unknown:
            raise ValueError(f"{path}: {entry['name']}: unknown keys {sorted(unknown)}")
        cases += _expand(entry)
    return cases


def _expand(entry: dict[str, Any]) -> Iterator[Case]:
    types = entry.get("types", {})
    for choice in product(*types.values()):
        suffix = f"({', '.join(choice)})" if choice else ""
        yield _case(entry, dict(zip(types, choice)), entry["name"] + suffix)


def _case(entry: dict[str, Any], types: dict[str, str], name: str) -> Case:
    kind = entry.get("op", "scatter")
    third_name = "updates" if kind == "scatter" else "init"
    element, data = _operand(entry["data"], types)
    index, indices = _operand(entry["indices"], types)
    third_element, third = _operand(entry[third_name], types)
    if third_element is not element:
        raise ValueError(f"{name}: {third_element} is not data's {element}")
    clauses = Clauses(**entry.get("clauses", {}))
    op = Operation(kind, element, index, data, indices, third, clauses, name)
    result = None
    if "result" in entry:
        shape = op.array(op.destination).shape
        value = _array(element, entry["result"], shape)
        # A NaN written in a case is any NaN, unless bits only move.
        any_nan = clauses.reduction != "none"
        result = Result(value, np.full(shape, any_nan) & element.is_nan(value))
    error, verify = entry.get("error"), entry.get("verify")
    if (result is None) == (error is None and verify is None):
        raise ValueError(f"{name}: needs a result, or else an error")
    return Case(name, op, result, error, verify)


def _operand(spec: dict[str, Any], types: dict[str, str]) -> tuple[Element, np.ndarray]:
    (name,) = (key for key in spec if key != "shape")
    element = ELEMENTS[types.get(name, name)]
    return element, _array(element, spec[name], spec.get("shape"))


def _array(element: Element, values: Any, shape: Any) -> np.ndarray:
    flat, nesting = _flatten(values)
    parsed = np.array([element.parse(v) for v in flat], element.dtype)
    if shape is None:
        return parsed.reshape(nesting)
    if not nesting:
        return np.full(shape, parsed[0], element.dtype)
    return parsed.reshape(shape)


def _flatten(values: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The values in order, and the shape of their nesting."""
    if not isinstance(values, list):
        return [values], ()
    parts = [_flatten(v) for v in values]
    shapes = {shape for _, shape in parts}
    if len(shapes) > 1:
        raise ValueError(f"lists of different lengths: {values}")
    inner = shapes.pop() if shapes else ()
    return [v for flat, _ in parts for v in flat], (len(values), *inner)
