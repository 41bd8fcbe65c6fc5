"""Writes down what failed, so that it can be looked at and repeated."""

from pathlib import Path

from .ast import Program
from .compare import Failure
from .expect import expect
from .printer import print_programs
from .values import Array, View


def keep(
    where: Path, program: Program, failure: Failure, commands: list[str]
) -> None:
    """A folder with the program, what goes in, what must come out, and the
    commands that repeat it."""
    where.mkdir(parents=True, exist_ok=True)
    text = print_programs([program]).text
    (where / "program.mlir").write_text(f"{text}\n{_described(program, failure)}")
    (where / "command.txt").write_text("".join(f"{c}\n" for c in commands))


def _described(program: Program, failure: Failure) -> str:
    """Failure, inputs and expectations, as comments."""
    lines = [str(failure)]
    for i, argument in enumerate(program.main.arguments):
        lines.append(f"argument {i}: {_text(argument.input)}")
    expected = expect(program)
    for i, result in enumerate(expected.results):
        lines.append(f"result {i}: {_text(result)}")
    for report in expected.reports:
        lines.append(f"reports{'' if report.certain else ', perhaps'}: {report.message}")
    text = "\n".join(lines)
    return "".join(f"// {line}\n" for line in text.splitlines())


def _text(value: object) -> str:
    if isinstance(value, View):
        value = value.read()
    if not isinstance(value, Array):
        return "nothing"
    element = value.element
    shown = [element.show(x) for x in value.bits.reshape(-1)]
    return f"{list(value.shape)} of {element.name} = {', '.join(shown)}"
