"""Refusing to write what a command makes over what it reads."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...formats.table import readable_suffixes
from ..failure import CommandError

_INPUTS = ("file", "files", "srdf", "config", "baseline", "loops", "trajectory")
"""Where the arguments of commands have files that are read."""

_OUTPUTS = ("output", "plot", "write_baseline")
"""And files that are written."""

_RENEWED = {"write_baseline": ("baseline",)}
"""What an output may replace because it is the same again, brought up to date."""


def add_rewriting(parser: argparse.ArgumentParser, *names: str) -> None:
    """Declare that OUTPUT may be one of these arguments: it is the same file, changed."""
    parser.set_defaults(rewrites=names)


def refuse_own_input(args: argparse.Namespace, *, rewrites: Iterable[str] | None = None) -> None:
    """CommandError where an output is a file that the command reads, by whatever name.

    A report, a drawing or a conversion is not the robot it was made from: that one stays.
    """
    allowed = getattr(args, "rewrites", ()) if rewrites is None else tuple(rewrites)
    inputs = [(name, file) for name in _INPUTS for file in _paths(getattr(args, name, None))]
    inputs += [("attach", file) for file in _attached(args)]
    for kind in _OUTPUTS:
        free = (*allowed, *_RENEWED.get(kind, ()))
        others = [file for name, file in inputs if name not in free]
        for output in _paths(getattr(args, kind, None)):
            refuse_same(output, others)


def refuse_same(output: str, inputs: Iterable[str]) -> None:
    """CommandError where the output is one of these files."""
    target = Path(output)
    if not target.is_file():  # a device takes what is written and keeps what it had
        return
    for source in inputs:
        try:
            same = target.samefile(source)
        except OSError:
            continue  # not a file: standard input, a robot by name, or missing, which reading says
        if same:
            raise CommandError(f"'{output}' is the input; write to another file")


def refuse_robot(output: str | None, what: str, instead: str = "") -> None:
    """CommandError for a file that is a robot by its extension, where none is written."""
    if output is not None and output.lower().endswith(readable_suffixes()):
        raise CommandError(f"'{output}' would be a robot, and this is {what}{instead}")


def _paths(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            if isinstance(each, str):
                yield each


def _attached(args: argparse.Namespace) -> Iterator[str]:
    """The files of the robots that `edit` adds."""
    for name, value in getattr(args, "operations", ()):
        if name == "attach":
            yield str(value[0])
