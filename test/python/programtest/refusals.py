"""What the pipeline may refuse, and what else it says no to."""

import re
from dataclasses import dataclass

from .build import HANG, BuildError
from .compare import Failure

#: Parts of messages that are no failure where passes of upstream's were put in,
#: each with the reason.
OF_PASSES: dict[str, str] = {
    "whose extents nobody knows": "a folder made a constant of a dynamic type",
    "'scatternd.scatter' op expected": "a folded cast makes a bad shape static",
    "'scatternd.gather' op expected": "a folded cast makes a bad shape static",
}

_ERROR = re.compile(r"^[^\n]*?error: (.*)$", re.M)
_OP = re.compile(r"'[\w.]+' op|op '[\w.]+'|'[\w]+\.[\w.]+'")


@dataclass(frozen=True)
class Refusal:
    """One clear message that names an op, of a kind that may be refused."""

    message: str


def judge(error: BuildError, passes: bool = False) -> Failure | Refusal:
    """What it means that a program alone did not compile, with or without more
    passes of upstream's."""
    messages = _ERROR.findall(error.stderr)
    if not error.is_message or not messages:
        kind = f"{error.tool} {_how(error)}"
        return Failure(kind, _place(error.stderr) or _start(error), alone=True)
    if len(messages) > 1:
        return Failure(f"several errors: {general(messages[0])}", _start(error))
    for part in OF_PASSES if passes else ():
        if part in messages[0]:
            return Refusal(part)
    if not _OP.search(messages[0]):
        return Failure(f"unclear error: {general(messages[0])}", _start(error))
    return Failure(f"refused: {general(messages[0])}", _start(error))


def _how(error: BuildError) -> str:
    """How a tool ended; with what it said, for what is no crash."""
    if error.status < 0:
        return "hangs" if error.status == HANG else "crashes"
    lines = error.stderr.strip().splitlines() or ["nothing on standard error"]
    return f"failed: {general(lines[0])}"


#: A frame of a stack dump that is not of the handler itself.
_FRAME = re.compile(r"^\d+ +\S+ 0x[0-9a-f]+ (?:.* )?((?:mlir|llvm)::[\w:~]+)", re.M)


def _place(stderr: str) -> str:
    frames = [f for f in _FRAME.findall(stderr) if "sys::" not in f]
    assertion = re.search(r"Assertion `(.*?)' failed", stderr)
    if assertion:
        return assertion.group(1)
    return f"in {frames[0]}" if frames else ""


def general(message: str) -> str:
    """A message without what is only of one program: types, names, numbers."""
    message = re.sub(r"\S*program\.mlir:\d+:\d+", "LOCATION", message)
    message = re.sub(r"'[^']*[<(][^']*'", "TYPE", message)
    message = re.sub(r"(tensor|memref|vector)<[^>]*(<[^>]*>)?[^>]*>", "TYPE", message)
    message = re.sub(r"@?\bp\d+(_\d+)?\b", "NAME", message)
    return re.sub(r"-?\b\d+\b", "N", message)[:160]


def _start(error: BuildError) -> str:
    text = error.stderr.strip()
    return text[: min(300, text.find("Stack dump") % 300)]
