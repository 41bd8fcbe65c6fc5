#!/usr/bin/env python3
"""Runs the commands of pages' ```console blocks and compares what they print.

A line after "$ " is a command, with the lines that it goes on with after a
backslash; what follows up to the next one is what it prints, standard error
included. Commands run in an empty folder that looks like the repository after
a build.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def read_commands(text: str) -> list[tuple[str, str]]:
    """The commands of a page, each with what it should print."""
    commands: list[tuple[str, str]] = []
    for block in BLOCK.findall(text):
        goes_on = False
        for line in block.splitlines(keepends=True):
            if goes_on or line.startswith("$ "):
                command = line if goes_on else line[2:]
                goes_on = command.endswith("\\\n")
                if line.startswith("$ "):
                    commands.append((command, ""))
                else:
                    commands[-1] = (commands[-1][0] + command, "")
            else:
                commands[-1] = (commands[-1][0], commands[-1][1] + line)
    return commands


def make_repository(folder: Path, root: Path, tools: Path, python: Path) -> None:
    """Links what the pages' commands name."""
    for name in ("examples", "include", "test"):
        (folder / name).symlink_to(root / name)
    (folder / "build" / "venv" / "bin").mkdir(parents=True)
    (folder / "build" / "bin").symlink_to(tools)
    (folder / "build" / "lib").symlink_to(tools.parent / "lib")
    # A link to a virtual environment's Python would leave its packages behind.
    stub = folder / "build" / "venv" / "bin" / "python3"
    stub.write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
    stub.chmod(0o755)


def check(page: Path, folder: Path) -> bool:
    """Whether every command of `page`, run in `folder`, prints what it says."""
    commands = read_commands(page.read_text())
    good = bool(commands)
    if not good:
        print(f"{page}: no console block", file=sys.stderr)
    for command, expected in commands:
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=os.environ | {"LC_ALL": "C"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if result.stdout != expected:
            good = False
            difference = difflib.unified_diff(
                expected.splitlines(), result.stdout.splitlines(), "page", "run", lineterm=""
            )
            print(f"{page}: $ {command}" + "\n".join(difference), file=sys.stderr)
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, required=True, help="the repository")
    parser.add_argument("--tools", type=Path, required=True, help="build/bin")
    parser.add_argument("pages", nargs="+", help="relative to the repository")
    arguments = parser.parse_args()
    good = True
    for page in arguments.pages:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            make_repository(
                folder, arguments.root.resolve(), arguments.tools.resolve(), Path(sys.executable)
            )
            good = check(arguments.root / page, folder) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
