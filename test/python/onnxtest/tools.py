"""Calls the executables, with limits that no right answer comes near."""

import re
import resource
import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

RUN = "scatternd-run"
TRANSLATE = "scatternd-translate"
OPT = "scatternd-opt"

#: Far more than any program here takes; a hang must not stop the whole run.
TIMEOUT_S = 300.0


@dataclass
class Outcome:
    """How a process ended. `status` is negative for a signal."""

    status: int
    stdout: str
    stderr: str
    seconds: float

    def failure(self) -> str | None:
        """Why this is no success, or None."""
        if self.status < 0:
            return f"killed by signal {-self.status}: {start(self.stderr)}"
        if self.status:
            return f"exit status {self.status}: {start(self.stderr)}"
        return None


class Tools:
    """The executables of one build."""

    def __init__(self, folder: Path):
        self.folder = folder.resolve()

    def command(self, tool: str, *arguments: str) -> list[str]:
        """The command; raises FileNotFoundError if there is no such tool."""
        found = shutil.which(str(self.folder / tool))
        if not found:
            raise FileNotFoundError(f"no executable {tool!r} in {self.folder}")
        return [found, *arguments]

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        folder: Path,
        timeout_s: float = TIMEOUT_S,
    ) -> Outcome:
        """Runs a tool in a folder, and leaves the command in command.txt there."""
        command = self.command(tool, *arguments)
        with (folder / "command.txt").open("a") as file:
            file.write(f"cd {shlex.quote(str(folder))} && {shlex.join(command)}\n")
        began = time.monotonic()
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, errors="replace",
                timeout=timeout_s, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Outcome(-9, "", f"no answer in {timeout_s} s", timeout_s)
        seconds = time.monotonic() - began
        return Outcome(done.returncode, done.stdout, done.stderr, seconds)


def limit_memory(size: int | None) -> None:
    """Limits the address space, in bytes, of this process and what it starts.

    None leaves it as it is, for the sanitizers, which reserve nearly all there
    is. A limit of the children alone would cost more time than they take, as
    Python then copies itself to start one.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if size is not None:
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def start(text: str) -> str:
    """What a person needs of standard error: the first message."""
    return text.strip()[:400] or "nothing on standard error"


_FUNCTION = re.compile(r'^\s*func\.func @(?:"((?:[^"\\]|\\.)*)"|([\w$.-]+))\(', re.M)
_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|.)")


def function_names(module: str) -> list[str]:
    """The names of the functions in a module's text, in order."""
    names = []
    for quoted, plain in _FUNCTION.findall(module):
        names.append(_unescape(quoted) if quoted else plain)
    return names


def _unescape(text: str) -> str:
    def one(match: re.Match[bytes]) -> bytes:
        code = match.group(1)
        return bytes([int(code, 16)]) if len(code) == 2 else code

    return _ESCAPE.sub(one, text.encode()).decode()
