"""Calls compiled programs in a child process, and says what came of it."""

import ctypes
import os
import pickle
import select
import signal
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from valuetest.elements import ELEMENTS

from .ast import Program, Value
from .expect import inputs
from .memory import (
    Described,
    Guarded,
    Memory,
    descriptor,
    layout,
    size_of,
    strings_at,
)
from .types import Scalar
from .values import Array, View

#: A call takes milliseconds; one that takes so long does not end.
TIMEOUT_S = 10.0

#: What fresh memory is filled with; all bits set is a NaN in every float type.
FRESH = (0xA5, 0xFF, 0x3C)


@dataclass
class Returned:
    """A result: its descriptor, and its elements row by row."""

    described: Described | None
    elements: bytes | list[str]


@dataclass
class Observed:
    """What a call did. `end` says how it ended if it did not return."""

    end: str = ""
    results: list[Returned] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)
    #: Each argument's buffer after the call; the bytes of the elements.
    arguments: list[bytes | list[str]] = field(default_factory=list)
    #: Which argument's or earlier result's buffer a result has.
    owners: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    output: str = ""


_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_void_p)

_SCALARS: dict[str, Any] = {
    "i1": ctypes.c_bool,
    "i8": ctypes.c_int8,
    "i16": ctypes.c_int16,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
    "index": ctypes.c_int64,
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
}


class StringStruct(ctypes.Structure):
    """scatternd_string of the runtime."""

    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_int64)]


@dataclass
class Caller:
    """A library of compiled programs, in the process that calls them."""

    library: ctypes.CDLL
    runtime: ctypes.CDLL
    reports: list[str] = field(default_factory=list)
    _handler: Any = None

    @staticmethod
    def load(library: Path, runtime: Path) -> "Caller":
        loaded = ctypes.CDLL(str(runtime), mode=ctypes.RTLD_GLOBAL)
        caller = Caller(ctypes.CDLL(str(library), mode=os.RTLD_NOW), loaded)
        caller._handler = _HANDLER(
            lambda message, _: caller.reports.append(message.decode(errors="replace"))
        )
        loaded.scatternd_set_error_handler(caller._handler, None)
        caller.library.checked_end.restype = ctypes.c_char_p
        caller.library.checked_free.argtypes = [ctypes.c_void_p]
        return caller

    def call(self, program: Program) -> Observed:
        """Calls a program as C would."""
        main, memory = program.main, Memory()
        buffers: list[Guarded | None] = []
        passed: list[Any] = []
        for argument, value in zip(main.arguments, inputs(program)):
            buffer, what = _argument(memory, argument, value)
            buffers.append(buffer)
            passed.append(what)
        function = self.library[f"_mlir_ciface_{program.name}{main.name}"]
        self.reports.clear()
        self.library.checked_begin(FRESH[len(program.name) % len(FRESH)])
        results = _call(function, main.results, passed)
        observed = Observed(reports=list(self.reports))
        self._take(observed, main.results, results, buffers)
        for argument, buffer in zip(main.arguments, buffers):
            if buffer is None:
                observed.arguments.append(b"")
                continue
            data = buffer.bytes.tobytes()
            is_string = argument.element == "!scatternd.string"
            observed.arguments.append(strings_at(data) if is_string else data)
            if not buffer.is_whole:
                observed.faults.append("write outside an argument's buffer")
        faults = self.library.checked_end().decode()
        observed.faults += faults.split("; ") if faults else []
        return observed

    def _take(
        self,
        observed: Observed,
        values: Sequence[Value],
        results: list[bytes],
        buffers: list[Guarded | None],
    ) -> None:
        """Reads the results, and frees them as the caller must."""
        owners = {b.address: f"argument {i}" for i, b in enumerate(buffers) if b}
        to_free = []
        for i, (value, data) in enumerate(zip(values, results)):
            element = ELEMENTS[value.element]
            described, owner = None, ""
            if not isinstance(value.type, Scalar):
                described = Described.read(data, len(value.extents))
                data = described.elements(size_of(element))
                owner = owners.get(described.allocated, "")
                if not owner:
                    to_free.append(described.allocated)
                    owners[described.allocated] = f"result {i}"
            is_string = element.name == "!scatternd.string"
            observed.results.append(
                Returned(described, strings_at(data) if is_string else data)
            )
            observed.owners.append(owner)
        for address in to_free:
            self.library.checked_free(address)


def _argument(
    memory: Memory, argument: Value, value: Array | View
) -> tuple[Guarded | None, Any]:
    """An argument's buffer, and what is passed to the C entry."""
    element = ELEMENTS[argument.element]
    if isinstance(argument.type, Scalar):
        assert isinstance(value, Array)
        if element.name == "!scatternd.string":
            data, size = struct.unpack("<QQ", memory.bytes_of(element, value.bits))
            return None, StringStruct(data, size)
        return None, _SCALARS[element.name](value.bits[()].item())
    if isinstance(value, Array):
        buffer = memory.guarded(memory.bytes_of(element, value.bits))
        data = descriptor(buffer.address, 0, value)
    else:
        whole = value.buffer.bytes.view(element.dtype)
        buffer = memory.guarded(memory.bytes_of(element, whole))
        data = descriptor(buffer.address, value.offset, value)
    held = ctypes.create_string_buffer(data, len(data))
    memory.kept.append(held)
    return buffer, held


def _call(function: Any, results: list[Value], passed: list[Any]) -> list[bytes]:
    """Calls the C entry; the bytes of each result."""
    if len(results) == 1 and isinstance(results[0].type, Scalar):
        kind = _SCALARS.get(results[0].element)
        if kind:
            function.restype = kind
            return [bytes(kind(function(*passed)))]
    function.restype = None
    if not results:
        function(*passed)
        return []
    offsets, size = layout(results)
    held = ctypes.create_string_buffer(size)
    function(held, *passed)
    ends = [*offsets[1:], size]
    raw = held.raw
    parts = [raw[a:b] for a, b in zip(offsets, ends)]
    return [_cut(part, value) for part, value in zip(parts, results)]


def _cut(data: bytes, value: Value) -> bytes:
    if isinstance(value.type, Scalar):
        return data[: size_of(ELEMENTS[value.element])]
    return data[: 24 + 16 * len(value.extents)]


# The child process.


def observe(
    library: Path, runtime: Path, programs: Sequence[Program], alone: bool = False
) -> list[Observed]:
    """Calls each program; one that stops its process does not stop the others.

    With `alone`, each has a process of its own, whose standard output is kept.
    """
    observed: list[Observed] = []
    while len(observed) < len(programs):
        rest = programs[len(observed) :]
        observed += _in_child(library, runtime, rest[:1] if alone else rest)
    return observed


def _in_child(
    library: Path, runtime: Path, programs: Sequence[Program]
) -> list[Observed]:
    """What the child said, and how the program ended that it stopped at."""
    reader, writer = os.pipe()
    printed, print_to = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.close(printed)
        os.dup2(print_to, 1)
        os.dup2(print_to, 2)
        _run_child(writer, library, runtime, programs)
    os.close(writer)
    os.close(print_to)
    observed, hangs = _read(reader, len(programs))
    if hangs:
        os.kill(child, signal.SIGKILL)
    with os.fdopen(printed, "rb") as file:
        output = file.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if len(observed) < len(programs):
        end = "does not end" if hangs else f"ended with {_end_text(status)}"
        observed.append(Observed(end=end, output=output))
    return observed


def _run_child(
    writer: int, library: Path, runtime: Path, programs: Sequence[Program]
) -> None:
    """Never returns."""
    status = 1
    try:
        with os.fdopen(writer, "wb") as file:
            caller = Caller.load(library, runtime)
            for program in programs:
                data = pickle.dumps(caller.call(program))
                file.write(struct.pack("<Q", len(data)) + data)
                file.flush()
        status = 0
    except BaseException as error:  # noqa: BLE001: all of it is for the parent
        print(f"{type(error).__name__}: {error}", flush=True)
    finally:
        os._exit(status)


def _read(reader: int, count: int) -> tuple[list[Observed], bool]:
    """What the child wrote, and whether it came to no end."""
    observed: list[Observed] = []
    with os.fdopen(reader, "rb", buffering=0) as file:
        pending = b""
        last = time.monotonic()
        while len(observed) < count:
            wait = last + TIMEOUT_S - time.monotonic()
            if wait <= 0 or not select.select([file], [], [], wait)[0]:
                return observed, True
            data = os.read(file.fileno(), 1 << 20)
            if not data:
                return observed, False
            pending += data
            while len(pending) >= 8:
                (size,) = struct.unpack("<Q", pending[:8])
                if len(pending) < 8 + size:
                    break
                observed.append(pickle.loads(pending[8 : 8 + size]))
                pending = pending[8 + size :]
                last = time.monotonic()
    return observed, False


def _end_text(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"signal {os.WTERMSIG(status)}"
    return f"exit status {os.WEXITSTATUS(status)}"
