"""`fourbar convert`: from one format to another, by extension."""

from __future__ import annotations

import argparse
from pathlib import Path

from .inputs import add_input, read_input, show_findings

HELP = "Convert a robot description to the format of the output's extension"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    parser.add_argument("output", metavar="OUTPUT", help="the file to write: .urdf or .srdf")
    parser.add_argument(
        "--force", action="store_true", help="write what could be read, even if there are errors"
    )


def run(args: argparse.Namespace) -> int:
    """Read, then write; nothing is written when the input has errors."""
    from ..formats import save, writable
    from . import fail

    if Path(args.output).suffix.lower() not in writable():
        return fail(args, f"cannot write '{args.output}'; known are {', '.join(writable())}")
    robot, report = read_input(args)
    show_findings(report, args.file)
    if robot is None or not (report.ok or args.force):
        return 1
    save(robot, args.output)
    return 0 if report.ok else 1
