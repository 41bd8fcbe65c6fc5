"""Upstream's passes at random places, before and inside the pipeline."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from .ast import Op, Program, ops_of
from .build import Tools
from .ops.flow import For
from .ops.memrefs import Dealloc, Realloc
from .ops.packs import Pack
from .ops.parallel import Forall
from .ops.slices import ANY, Slice

#: Passes for any place, on functions and on modules.
ANYWHERE = (
    "canonicalize",
    "cse",
    "sccp",
    "loop-invariant-code-motion",
    "control-flow-sink",
)
#: Passes for any place in the module.
OF_MODULES = ("inline", "symbol-dce")
#: Passes for where buffers are, but before they are freed.
OF_BUFFERS = (
    "buffer-hoisting",
    "buffer-loop-hoisting",
    "promote-buffers-to-stack",
    "fold-memref-alias-ops",
)

#: Where nothing may be put: from behind the one pass to before the other; with
#: the reason.
CLOSED: tuple[tuple[str, str, str], ...] = (
    (
        "scatternd-expand-tensor-ops", "scatternd-bufferize",
        "upstream's folders make constants of dynamic types, which are gone by then",
    ),
)  # fmt: skip

@dataclass(frozen=True)
class Unsuited:
    """Passes that are wrong themselves on some programs, which get none of them."""

    passes: frozenset[str]
    programs: Callable[[Program], bool]
    reason: str


def _has(kind: type[Op]) -> Callable[[Program], bool]:
    return lambda program: any(isinstance(op, kind) for _, op in ops_of(program))


def _varies(program: Program) -> bool:
    loops = (op for _, op in ops_of(program) if isinstance(op, For))
    return any(ANY in a.extents for op in loops for a in op.regions[0].entry.arguments)


def _has_strings(program: Program) -> bool:
    values = (v for _, op in ops_of(program) for v in (*op.operands, *op.results))
    return any(v.element.startswith("!") for v in values)


def _slices_by_steps(program: Program) -> bool:
    """Whether there is a slice whose strides are values."""
    ops = (op for _, op in ops_of(program))
    slices = (s for op in ops for s in vars(op).values() if isinstance(s, Slice))
    return any(None in s.strides for s in slices)


def _shares_dynamic(program: Program) -> bool:
    """Whether there is a scf.forall that shares a tensor of unknown extents."""
    loops = [op for _, op in ops_of(program) if isinstance(op, Forall)]
    return any(None in v.shape for op in loops for v in op.results)


def _drops_of_dynamic(program: Program) -> bool:
    """Whether there is a slice that drops dimensions and has values for sizes or
    strides, which may be constants."""
    ops = (op for _, op in ops_of(program))
    slices = (s for op in ops for s in vars(op).values() if isinstance(s, Slice))
    return any(s.dropped and None in (*s.sizes, *s.strides) for s in slices)


#: Inlining cleans up with canonicalize.
_CANONICALIZES = frozenset(["canonicalize", "inline"])

UNSUITED = (
    Unsuited(
        _CANONICALIZES | {"sccp"}, _has_strings, "crashes on reshapes of their constants"
    ),
    Unsuited(
        frozenset(["fold-memref-alias-ops"]), _slices_by_steps, "gives other strides"
    ),
    Unsuited(_CANONICALIZES, _varies, "takes the extents of the first round for all"),
    Unsuited(_CANONICALIZES, _drops_of_dynamic, "drops another dimension"),
    Unsuited(_CANONICALIZES, _has(Realloc), "leaves out an unused one, which frees"),
    Unsuited(_CANONICALIZES, _shares_dynamic, "folds a cast of one of two types"),
    Unsuited(frozenset(["sccp"]), _has(Forall), "takes shared outs for constants"),
    Unsuited(frozenset(["control-flow-sink"]), _has(Pack), "moves linalg.index"),
    Unsuited(frozenset(OF_BUFFERS), _has(Dealloc), "moves what the author frees"),
)


def unsuited(program: Program) -> frozenset[str]:
    """The passes that are not for a program."""
    return frozenset().union(*(u.passes for u in UNSUITED if u.programs(program)))


_BUFFERIZES = re.compile(r"^(scatternd-bufferize|one-shot-bufferize)\b")
_FREES = re.compile(r"^scatternd-deallocate\b")
#: From here on, canonicalize does not end on loops of branches that are never run.
_BRANCHES = re.compile(r"^convert-scf-to-cf\b")


@dataclass
class Pass:
    """A pass with its options, or a list of passes for one kind of op."""

    text: str
    inner: list["Pass"] = field(default_factory=list)
    #: Whether the pipeline did not have it.
    added: bool = False

    def __str__(self) -> str:
        if not self.inner:
            return self.text
        return f"{self.text}({','.join(map(str, self.inner))})"

    @property
    def name(self) -> str:
        return self.text.split("{")[0]


@cache
def pipeline_of(tools: Tools, option: str) -> str:
    """The pipeline as scatternd-opt prints it."""
    empty = tools.folder / "empty.mlir"
    empty.write_text("")
    opt = tools.tools / "scatternd-opt"
    return tools.run([opt, empty, option, "--dump-pass-pipeline", "-o", "empty.out"])


def parse(text: str) -> Pass:
    """The tree of passes that a pipeline's text describes."""
    text = text[text.index("builtin.module(") :]
    root, rest = _parse_one(text)
    if rest.strip():
        raise ValueError(f"left of the pipeline: {rest!r}")
    return root


def _parse_one(text: str) -> tuple[Pass, str]:
    match = re.match(r"\s*([\w.-]+)", text)
    if not match:
        raise ValueError(f"no pass at {text[:40]!r}")
    name, rest = match[1], text[match.end() :]
    if rest.startswith("{"):
        end = _closing(rest)
        return Pass(name + rest[:end]), rest[end:]
    if not rest.startswith("("):
        return Pass(name), rest
    inner: list[Pass] = []
    rest = rest[1:]
    while True:
        part, rest = _parse_one(rest)
        inner.append(part)
        rest = rest.lstrip()
        separator, rest = rest[0], rest[1:]
        if separator == ")":
            return Pass(name, inner), rest


def _closing(text: str) -> int:
    depth = 0
    for i, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            return i + 1
    raise ValueError("options without an end")


def without(root: Pass, names: frozenset[str]) -> Pass:
    """The pipeline without those of the passes that were put into it."""
    inner = []
    for part in root.inner:
        rest = without(part, names)
        is_empty = bool(part.inner) and not rest.inner
        if not (part.added and (part.name in names or is_empty)):
            inner.append(rest)
    return replace(root, inner=inner)


def without_one(root: Pass) -> Iterator[Pass]:
    """The pipeline with one less of the passes that were put into it."""
    for i, part in enumerate(root.inner):
        before, after = root.inner[:i], root.inner[i + 1 :]
        if part.added:
            yield replace(root, inner=[*before, *after])
        else:
            for other in without_one(part):
                yield replace(root, inner=[*before, other, *after])


def insert(root: Pass, rng: random.Random, share: float) -> Pass:
    """The pipeline with more passes; `share` of the places get one."""
    return _Inserter(rng, share).insert(root)


@dataclass
class _Inserter:
    rng: random.Random
    share: float
    has_buffers: bool = False
    has_freed: bool = False
    has_branches: bool = False
    #: The passes before which nothing may be put.
    closed: set[str] = field(default_factory=set)

    def insert(self, parent: Pass) -> Pass:
        passes: list[Pass] = []
        before = ""
        for part in parent.inner:
            self.closed -= {end for end in self.closed if part.name == end}
            self.closed |= {end for begin, end, _ in CLOSED if before == begin}
            if not self.closed:
                passes += self._more(parent.text)
            passes.append(self.insert(part) if part.inner else part)
            self.has_buffers |= bool(_BUFFERIZES.match(part.text))
            self.has_freed |= bool(_FREES.match(part.text))
            self.has_branches |= bool(_BRANCHES.match(part.text))
            before = part.name
        return Pass(parent.text, passes)

    def _more(self, anchor: str) -> list[Pass]:
        if self.rng.random() >= self.share:
            return []
        names = list(ANYWHERE)
        if anchor == "builtin.module":
            names += OF_MODULES
        if self.has_buffers and not self.has_freed:
            # On functions only.
            names += OF_BUFFERS * (anchor == "func.func")
            if anchor == "builtin.module" and self.rng.random() < 0.5:
                inner = [Pass(self.rng.choice(OF_BUFFERS), added=True)]
                return [Pass("func.func", inner, added=True)]
        if self.has_branches:
            names = [name for name in names if name not in _CANONICALIZES]
        count = self.rng.randint(1, 2)
        return [Pass(self.rng.choice(names), added=True) for _ in range(count)]
