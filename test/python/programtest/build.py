"""From programs to a library, with the tools that users have."""

import os
import platform
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

#: Far more than any module here takes; a hang must not stop the whole run.
TIMEOUT_S = 120.0

#: The status of a tool that gave no answer; no signal has this number.
HANG = -1000

MODULE = "program.mlir"
LIBRARY = "library.so"

#: What compiled code calls of C that checked_malloc.c sees.
WRAPPED = ("malloc", "free", "aligned_alloc", "calloc", "realloc")

#: A stack dump has names also without the symbolizer, which takes seconds.
_ENVIRONMENT = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"}

_ROOT = Path(__file__).resolve().parents[3]
_RUNTIME = "libscatternd_runtime.so"
_CHECKED = _ROOT / "test/Integration/checked_malloc.c"


class BuildError(Exception):
    """A tool did not do its work. `status` is negative for a signal."""

    def __init__(self, tool: str, status: int, stderr: str):
        super().__init__(f"{tool}: status {status}: {stderr.strip()[:400]}")
        self.tool, self.status, self.stderr = tool, status, stderr

    @property
    def is_message(self) -> bool:
        """Whether it is the compiler that says no, and in good order."""
        return self.tool == "scatternd-opt" and self.status == 1


@dataclass(frozen=True)
class How:
    """How a module is compiled."""

    #: The option of scatternd-opt that does all the work.
    pipeline: str = "--scatternd-to-llvm"
    #: 0 and 2 are levels of llc; 3 is opt -O2 before it.
    level: int = 0


@dataclass(eq=False)
class Tools:
    """The folders of the executables, and one to work in."""

    tools: Path
    llvm: Path
    folder: Path

    def __post_init__(self) -> None:
        self.tools, self.llvm = self.tools.resolve(), self.llvm.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder = self.folder.resolve()

    @cached_property
    def runtime(self) -> Path:
        """The library with the C functions that compiled code calls; from its
        source, as a build with sanitizers has one that Python cannot load."""
        self.run(self._compile_runtime())
        return self.folder / _RUNTIME

    @cached_property
    def _malloc(self) -> Path:
        out = self.folder / "checked_malloc.o"
        self.run(["cc", "-O1", "-fPIC", "-c", str(_CHECKED), "-o", str(out)])
        return out

    def run(self, command: Sequence[str | Path]) -> str:
        """Runs a tool; its standard error. Raises BuildError."""
        words = [str(w) for w in command]
        tool = Path(words[0]).name
        try:
            done = subprocess.run(
                words, cwd=self.folder, capture_output=True, text=True,
                errors="replace", timeout=TIMEOUT_S, check=False, env=_ENVIRONMENT,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise BuildError(tool, HANG, f"no answer in {TIMEOUT_S} s") from None
        if done.returncode:
            raise BuildError(tool, done.returncode, done.stderr)
        return done.stderr

    def lower(self, text: str, how: How, *more: str) -> None:
        """Takes a module to the LLVM dialect."""
        (self.folder / MODULE).write_text(text)
        self.run([*self._lower(how), *more])

    def build(self, text: str, how: How) -> Path:
        """The library that a module becomes."""
        (self.folder / MODULE).write_text(text)
        malloc = self._malloc
        library = self.folder / LIBRARY
        # A new file: the old one may still be in use.
        library.unlink(missing_ok=True)
        for command in (self._lower(how), *self._compile(how, malloc)):
            self.run(command)
        return library

    def commands_for(self, how: How) -> list[str]:
        """What `build` runs, for a person; the library then lacks the malloc."""
        commands = (
            self._compile_runtime(),
            self._lower(how),
            *self._compile(how, None),
        )
        folder = f"{self.folder}/"
        return [shlex.join(map(str, c)).replace(folder, "") for c in commands]

    def _compile_runtime(self) -> list[str | Path]:
        flags = ["-O1", "-fPIC", "-shared", f"-I{_ROOT / 'include'}"]
        return ["cc", *flags, _ROOT / "lib/Runtime/Runtime.c", "-o", _RUNTIME]

    def _lower(self, how: How) -> list[str | Path]:
        opt = self.tools / "scatternd-opt"
        return [opt, MODULE, how.pipeline, "-o", "llvm.mlir"]

    def _compile(self, how: How, malloc: Path | None) -> list[list[str | Path]]:
        translate = self.llvm / "mlir-translate"
        commands: list[list[str | Path]] = [
            [translate, "llvm.mlir", "--mlir-to-llvmir", "-o", "o.ll"]
        ]
        source = "o.ll"
        if how.level > 2:
            # Without a target, it would lay out structs in another way than llc.
            target = f"-mtriple={platform.machine()}-unknown-linux-gnu"
            commands.append([self.llvm / "opt", target, "-O2", "o.ll", "-o", "o.bc"])
            source = "o.bc"
        level = f"-O{min(how.level, 2)}"
        object_ = ["-relocation-model=pic", "-filetype=obj", "-o", "o.o"]
        commands.append([self.llvm / "llc", level, source, *object_])
        link: list[str | Path] = ["cc", "-shared", "-nostartfiles", "o.o"]
        if malloc:
            link += [malloc, *(f"-Wl,--wrap={name}" for name in WRAPPED)]
        link += [self.runtime, "-lm", "-Wl,--no-undefined", "-o", LIBRARY]
        return [*commands, link]
