"""Writes operations as one MLIR module that scatternd-run can run.

Several operations share the function `@main`, so that starting a process and
compiling are paid once for all of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from .elements import Element
from .operation import Operation
from .reference import Result

FORMS = ("tensor", "memref", "strided")

#: The form in which the operands are constants of the module: on tensors, with
#: the data in resources. All its extents are static.
CONSTANT = "constant"

#: Where an op begins; a type may have the dialect's name in it, too.
_OP = re.compile(r"scatternd\.(scatter|gather) ")

#: What a function on tensors does with the op; see `ProgramBuilder._tensor`.
TENSOR_VARIANTS = ("plain", "keep", "writable", "loop")


@dataclass(frozen=True)
class View:
    """How an operand lies in a larger buffer: `axes[i]` is the buffer's
    dimension that the operand's dimension i steps through, from `offsets[i]`
    by `steps[i]`, with `pads[i]` elements behind it."""

    axes: tuple[int, ...]
    offsets: tuple[int, ...]
    steps: tuple[int, ...]
    pads: tuple[int, ...]

    @staticmethod
    def every_second(rank: int) -> "View":
        """Elements 1, 3, 5, ... of each dimension."""
        ones = (1,) * rank
        return View(tuple(range(rank)), ones, (2,) * rank, ones)

    @staticmethod
    def draw(rng: np.random.Generator, rank: int) -> "View":
        """A random view; half of them keep the order of the dimensions."""
        axes = np.arange(rank) if rng.random() < 0.5 else rng.permutation(rank)
        # A last dimension without steps is the common case in programs.
        steps = rng.integers(1, 4, rank) if rng.random() < 0.6 else np.ones(rank, int)
        offsets, pads = rng.integers(0, 3, rank), rng.integers(0, 3, rank)
        return View(
            tuple(axes.tolist()),
            tuple(offsets.tolist()),
            tuple(steps.tolist()),
            tuple(pads.tolist()),
        )

    def _by_axis(self, of_dimension: Sequence[int]) -> list[int]:
        """Reorders something said of the operand's dimensions to the buffer's."""
        out = [0] * len(self.axes)
        for i, axis in enumerate(self.axes):
            out[axis] = of_dimension[i]
        return out

    def buffer_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The buffer's shape for an operand of `shape`."""
        if not shape:
            return (3,)
        extents = [
            offset + max(extent - 1, 0) * step + 1 + pad
            for extent, offset, step, pad in zip(
                shape, self.offsets, self.steps, self.pads
            )
        ]
        return tuple(self._by_axis(extents))

    def of(self, buffer: np.ndarray, shape: Sequence[int]) -> np.ndarray:
        """The operand as a numpy view of the buffer."""
        if not shape:
            return buffer[1:2].reshape(())
        slices = [
            slice(o, o + n * s, s) for n, o, s in zip(shape, self.offsets, self.steps)
        ]
        ordered = [slices[self.axes.index(axis)] for axis in range(len(shape))]
        return buffer[tuple(ordered)].transpose(self.axes)

    def lines(
        self, source: str, name: str, shape: Sequence[int], element: Element
    ) -> tuple[list[str], str]:
        """Ops that make the view `%name` of `%source`, and its static type."""
        buffer = self.buffer_shape(shape)
        source_type = _type("memref", buffer, None, element)
        if not shape:
            view = _type("memref", (), None, element, _layout([], 1))
            slice_ = "[1] [1] [1]"
            line = (
                f"%{name} = memref.subview %{source}{slice_} : {source_type} to {view}"
            )
            return [line], view
        offsets, steps = self._by_axis(self.offsets), self._by_axis(self.steps)
        extents = self._by_axis(shape)
        unit = [
            int(np.prod(buffer[i + 1 :], dtype=np.int64)) for i in range(len(buffer))
        ]
        strides = [u * s for u, s in zip(unit, steps)]
        offset = sum(u * o for u, o in zip(unit, offsets))
        view = _type("memref", extents, None, element, _layout(strides, offset))
        straight = list(self.axes) == sorted(self.axes)
        subview = (
            f"%{name}{'' if straight else '_s'} = memref.subview %{source}{offsets} "
            f"{extents} {steps} : {source_type} to {view}"
        )
        if straight:
            return [subview], view
        dims = [f"d{i}" for i in range(len(shape))]
        turned = _type(
            "memref",
            shape,
            None,
            element,
            _layout([strides[a] for a in self.axes], offset),
        )
        transpose = (
            f"%{name} = memref.transpose %{name}_s ({', '.join(dims)}) -> "
            f"({', '.join(dims[a] for a in self.axes)}) : {view} to {turned}"
        )
        return [subview, transpose], turned


@dataclass
class Placed:
    """An operation and how it is written down.

    `static` says of each operand's dimensions whether the type shows them;
    `views` are used, and `wide_layout` hides their strides, where the form is
    "strided". `witness` adds a gather whose indices are the destination.
    """

    op: Operation
    form: str
    static: dict[str, list[bool]]
    variant: str = "plain"
    views: dict[str, View] = field(default_factory=dict)
    wide_layout: bool = False
    witness: bool = False

    @staticmethod
    def usual(op: Operation, form: str, dynamic: bool) -> "Placed":
        """All extents shown, or none."""
        static = {n: [not dynamic] * op.array(n).ndim for n in op.names}
        views = {n: View.every_second(op.array(n).ndim) for n in op.names}
        # Where the operands are constants, they must stay what they are.
        variant = "keep" if form == CONSTANT else "plain"
        return Placed(op, form, static, variant, views=views, wide_layout=dynamic)


@dataclass
class Output:
    """One thing to compare: `spec` stands before the file in `--output=`."""

    placed: Placed
    spec: str
    want: Result


@dataclass
class Program:
    """A module, what goes into `@main`, and what must come out of it."""

    text: str
    inputs: list[np.ndarray]
    outputs: list[Output]
    #: "line:column" of each operation.
    locations: list[str]


def _type(
    kind: str,
    shape: Sequence[int],
    static: Sequence[bool] | None,
    element: Element,
    layout: str = "",
) -> str:
    shown = static if static is not None else [True] * len(shape)
    dims = "".join(f"{n if s else '?'}x" for n, s in zip(shape, shown))
    return f"{kind}<{dims}{element.name}{layout}>"


def _layout(strides: Sequence[int | str], offset: int | str) -> str:
    return f", strided<[{', '.join(map(str, strides))}], offset: {offset}>"


class ProgramBuilder:
    """Collects operations with their expected results."""

    def __init__(self, rng: np.random.Generator | None = None) -> None:
        self._rng = rng or np.random.default_rng(0)
        self._parameters: list[str] = []
        self._results: list[tuple[str, str]] = []
        self._body: list[str] = []
        self._functions: list[list[str]] = []
        self._resources: list[str] = []
        self._inputs: list[np.ndarray] = []
        self._outputs: list[Output] = []
        self._count = 0

    def add(self, placed: Placed, want: Result | None) -> None:
        """Adds one operation; `want` is None where it must report an error."""
        write = {
            "tensor": self._tensor,
            "memref": self._memref,
            "strided": self._strided,
            CONSTANT: self._tensor,
        }[placed.form]
        write(placed, want)
        self._count += 1

    def finish(self) -> Program:
        """The module and everything that belongs to it."""
        signature = ", ".join(self._parameters)
        types = ", ".join(t for _, t in self._results)
        arrow = f" -> ({types})" if self._results else ""
        lines: list[str] = []
        for function in self._functions:
            lines += function
        lines.append(f"func.func @main({signature}){arrow} {{")
        lines += ["  " + line for line in self._body]
        names = ", ".join(n for n, _ in self._results)
        lines += [f"  return {names} : {types}" if self._results else "  return", "}"]
        if self._resources:
            lines += ["{-#", "  dialect_resources: {", "    builtin: {"]
            lines += [",\n".join("      " + line for line in self._resources)]
            lines += ["    }", "  }", "#-}"]
        locations = [
            f"{number}:{op.start() + 1}"
            for number, line in enumerate(lines, 1)
            if (op := _OP.search(line)) and "// witness" not in line
        ]
        # Results come before memref arguments: `--output` is matched in order.
        return Program("\n".join(lines) + "\n", self._inputs, self._outputs, locations)

    def _parameter(
        self, name: str, type_: str, value: np.ndarray, note: str = ""
    ) -> int:
        self._parameters.append(f"%{name}: {type_}{note}")
        self._inputs.append(value)
        return len(self._inputs) - 1

    def _operands(
        self, placed: Placed, kind: str
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Adds a parameter or a constant for each operand; their names and types."""
        values, types = {}, {}
        for name in placed.op.names:
            array, element = placed.op.array(name), placed.op.element_of(name)
            values[name] = f"%{name}{self._count}"
            types[name] = _type(kind, array.shape, placed.static[name], element)
            if placed.form == CONSTANT:
                self._constant(values[name], types[name], element, array)
                continue
            writable = placed.variant == "writable" and name == placed.op.destination
            note = " {bufferization.writable = true}" if writable else ""
            self._parameter(values[name][1:], types[name], element.save(array), note)
        return values, types

    def _constant(
        self, value: str, type_: str, element: Element, array: np.ndarray
    ) -> None:
        if not element.plain:
            text = f"dense<{element.literal(array)}>"
            self._body.append(f"{value} = arith.constant {text} : {type_}")
            return
        key, data = value[1:], element.memory(array)
        self._body.append(f"{value} = arith.constant dense_resource<{key}> : {type_}")
        # Four bytes before the data say how it is aligned.
        blob = (64).to_bytes(4, "little") + data
        self._resources.append(f'{key}: "0x{blob.hex()}"')

    def _tensor(self, placed: Placed, want: Result | None) -> None:
        """On tensors: `plain`; `keep` returns the destination's operand too,
        `writable` lets its buffer be used, and `loop` runs the op two times."""
        op, n = placed.op, self._count
        values, types = self._operands(placed, "tensor")
        result_type = types[op.destination]
        if placed.variant == "loop":
            self._loop(op, values, types)
        else:
            self._body.append(f"%r{n} = {op.text(values, types)}")
        self._result(placed, f"%r{n}", result_type, want)
        if placed.variant == "keep":
            before = op.array(op.destination)
            kept = Result(before, np.zeros(before.shape, bool)) if want else None
            self._result(placed, values[op.destination], result_type, kept)
        if placed.witness:
            self._witness(placed, f"%r{n}", result_type)

    def _loop(
        self, op: Operation, values: dict[str, str], types: dict[str, str]
    ) -> None:
        n, type_ = self._count, types[op.destination]
        inner = {**values, op.destination: f"%carried{n}"}
        loop = (
            f"%r{n} = scf.for %i{n} = %zero{n} to %two{n} step %one{n} "
            f"iter_args(%carried{n} = {values[op.destination]}) -> ({type_}) {{"
        )
        self._body += [
            f"%zero{n} = arith.constant 0 : index",
            f"%one{n} = arith.constant 1 : index",
            f"%two{n} = arith.constant 2 : index",
            loop,
            f"  %next{n} = {op.text(inner, types)}",
            f"  scf.yield %next{n} : {type_}",
            "}",
        ]

    def _result(
        self, placed: Placed, value: str, type_: str, want: Result | None
    ) -> None:
        self._results.append((value, type_))
        if want:
            position = sum(1 for o in self._outputs if not o.spec)
            self._outputs.insert(position, Output(placed, "", want))

    def _memref(self, placed: Placed, want: Result | None) -> None:
        op = placed.op
        first = len(self._inputs)
        values, types = self._operands(placed, "memref")
        self._body.append(op.text(values, types))
        if want:
            argument = first + op.names.index(op.destination)
            self._outputs.append(Output(placed, f"arg{argument}=", want))
        if placed.witness:
            self._witness(placed, values[op.destination], types[op.destination])

    def _strided(self, placed: Placed, want: Result | None) -> None:
        """The op in a function of its own on views that @main makes: so its
        types are these, whatever a cast could be folded into."""
        op, n = placed.op, self._count
        types, values, argument, buffers = {}, {}, {}, {}
        for name in op.names:
            array, element = op.array(name), op.element_of(name)
            view = placed.views[name]
            # Between the elements of indices lie values that no extent admits.
            shape = view.buffer_shape(array.shape)
            buffer = element.draw(self._rng, shape)
            if name == "indices" and element.dtype.kind == "i":
                buffer[...] = np.iinfo(element.dtype).max
            view.of(buffer, array.shape)[...] = array
            buffers[name] = buffer
            whole = f"{name}{n}"
            argument[name] = self._parameter(
                f"{whole}_buffer",
                _type("memref", shape, None, element),
                element.save(buffer),
            )
            lines, exact = view.lines(
                f"{whole}_buffer", f"{whole}_view", array.shape, element
            )
            self._body += lines
            types[name] = self._view_type(placed, name, exact)
            values[name] = f"%{whole}_view"
            if types[name] != exact:
                values[name] = f"%{whole}"
                self._body.append(
                    f"%{whole} = memref.cast %{whole}_view : {exact} to {types[name]}"
                )
        parameters = ", ".join(f"%{k}: {types[k]}" for k in op.names)
        inner = {k: f"%{k}" for k in op.names}
        self._functions.append(
            [
                f"func.func private @op{n}({parameters}) {{",
                f"  {op.text(inner, types)}",
                "  return",
                "}",
            ]
        )
        operands = ", ".join(values[k] for k in op.names)
        signature = ", ".join(types[k] for k in op.names)
        self._body.append(f"call @op{n}({operands}) : ({signature}) -> ()")
        if want:
            whole_want = _inside(
                placed.views[op.destination], buffers[op.destination], want
            )
            spec = f"arg{argument[op.destination]}="
            self._outputs.append(Output(placed, spec, whole_want))

    def _view_type(self, placed: Placed, name: str, exact: str) -> str:
        array, element = placed.op.array(name), placed.op.element_of(name)
        if placed.wide_layout:
            layout = _layout(["?"] * array.ndim, "?")
        else:
            layout = exact[exact.index(", strided") : -1]
        return _type("memref", array.shape, placed.static[name], element, layout)

    def _witness(self, placed: Placed, value: str, type_: str) -> None:
        """Gathers with the destination as indices: a second report says that
        it changed, since every other value would be out of bounds."""
        n, op = self._count, placed.op
        shape = op.array(op.destination).shape
        kind = type_[: type_.index("<")]
        table = _type(kind, (WITNESS_EXTENT,) * shape[-1], None, op.element)
        out = _type(kind, shape[:-1], [False] * (len(shape) - 1), op.element)
        self._parameter(
            f"table{n}", table, _zeros(op.element, (WITNESS_EXTENT,) * shape[-1])
        )
        self._parameter(f"seen{n}", out, _zeros(op.element, shape[:-1]))
        gather = (
            f"scatternd.gather %table{n}[{value}] into %seen{n} : "
            f"{table}, {type_} into {out}"
        )
        if kind == "tensor":
            self._body.append(f"%seen{n}_r = {gather} // witness")
            self._results.append((f"%seen{n}_r", out))
        else:
            self._body.append(f"{gather} // witness")


#: Destinations with a witness hold values from 0 to below this only.
WITNESS_EXTENT = 4


def _zeros(element: Element, shape: Sequence[int]) -> np.ndarray:
    return element.save(np.zeros(shape, element.dtype))


def _inside(view: View, buffer: np.ndarray, want: Result) -> Result:
    """The whole buffer as it must be once its view holds `want`."""
    value, combined = buffer.copy(), np.zeros(buffer.shape, bool)
    view.of(value, want.value.shape)[...] = want.value
    view.of(combined, want.value.shape)[...] = want.combined
    return Result(value, combined)
