#!/usr/bin/env python3
"""Checks that the code that pages show is code that tests run.

Each ```mlir and ```c block of the pages given must stand, line by line and but
for its indentation, in an example or in a file of the lit suite.
"""

import argparse
import re
import sys
import textwrap
from pathlib import Path

SUFFIXES = {"mlir": [".mlir"], "c": [".c", ".h"]}
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w+)\n(?P<block>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)


def tested_files(root: Path, language: str) -> list[Path]:
    """What lit runs or compiles: examples, and files that tests are or use."""
    files = []
    for folder in ("examples", "test", "include"):
        for suffix in SUFFIXES[language]:
            files += sorted((root / folder).rglob("*" + suffix))
    return files


def contains(text: list[str], block: list[str]) -> bool:
    """Whether `block` stands in `text`, with any common indentation."""
    for first in range(len(text) - len(block) + 1):
        part = "\n".join(text[first : first + len(block)])
        if textwrap.dedent(part) == "\n".join(block):
            return True
    return False


def check(page: Path, root: Path) -> list[str]:
    """The blocks of `page` that no file has, each as "file:line: first line"."""
    text = page.read_text()
    missing = []
    for match in FENCE.finditer(text):
        if match["language"] not in SUFFIXES:
            continue
        block = textwrap.dedent(match["block"]).rstrip("\n").split("\n")
        files = tested_files(root, match["language"])
        if not any(contains(f.read_text().split("\n"), block) for f in files):
            line = text.count("\n", 0, match.start()) + 1
            missing.append(f"{page}:{line}: {block[0]}")
    return missing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, help="the repository")
    parser.add_argument("pages", nargs="+", help="relative to the repository")
    arguments = parser.parse_args()
    missing = []
    for page in arguments.pages:
        missing += check(arguments.root / page, arguments.root)
    for each in missing:
        print(f"{each}\n  no tested file has this block", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
