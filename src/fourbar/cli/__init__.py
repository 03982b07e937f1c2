"""The `fourbar` command. Each sub-command is a module of this package.

A command module has `HELP` (one line), `add_arguments(parser)` and `run(args) -> exit status`.
Only the module of the command that was asked for is imported.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from .._version import __version__
from ..diagnostics import unknown
from ..formats.table import readable_text
from .failure import FAILED, INTERRUPTED, CommandError
from .options.archives import refuse_archives
from .options.own_input import refuse_own_input
from .parser import Parser, plain_help, wrapped_help
from .streams import READER_GONE, say

COMMANDS = (
    "info",
    "view",
    "check",
    "fix",
    "explain",
    "graph",
    "fk",
    "jacobian",
    "ik",
    "assemble",
    "trace",
    "dynamics",
    "simulate",
    "loads",
    "efforts",
    "inertia",
    "collide",
    "meshes",
    "convert",
    "compare",
    "edit",
    "fleet",
    "demo",
    "completion",
)

_EPILOG = """\
FILE is a {suffixes} file, gallery:NAME for a robot that ships with fourbar,
robot:NAME for one of the package robot_descriptions, or - for standard input.
Exit status: 0 success, 1 check has findings that count, compare finds
differences, or in other commands no robot can be read, --strict met errors, loops
do not close or a target is out of reach, 2 the command could not run: wrong usage,
or a file that cannot be opened or written.
"""


class Command(Protocol):
    """What a command module offers."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare options and arguments."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit status."""
        ...


def build_parser(names: Sequence[str] = COMMANDS) -> Parser:
    """The parser with these commands (all of them for help and completion)."""
    parser = Parser(
        prog="fourbar",
        description="Robot descriptions from file to motion, closed loops included.",
        epilog=_EPILOG.format(suffixes=readable_text()),
        formatter_class=plain_help,
    )
    parser.add_argument("--version", action="version", version=f"fourbar {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        module = cast(Command, import_module(f".{name}", __name__))
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.HELP,
            formatter_class=wrapped_help,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run, parser=command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["__complete"]:  # a shell asks, not a person
        from .complete import run_safely

        return run_safely(arguments[1:])
    asked = next((word for word in arguments if not word.startswith("-")), None)
    name = f"fourbar {asked}" if asked in COMMANDS else "fourbar"
    try:
        return _run(arguments, asked)
    except CommandError as error:
        say(f"{name}: {error}")
        return error.status
    except BrokenPipeError:
        return READER_GONE  # of our output, before there was a verdict (`fourbar info ... | head`)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        target = f"'{error.filename}': " if error.filename else ""
        say(f"{name}: {target}{error.strerror or error}")
        return FAILED


def _run(arguments: list[str], asked: str | None) -> int:
    """Run the command that was asked for; the exit status."""
    parser = build_parser((asked,) if asked in COMMANDS else COMMANDS)
    if asked is not None and asked not in COMMANDS:
        parser.error(unknown("command", asked, COMMANDS).message)
    if asked is not None:  # before what is missing: an option that is misspelt takes no value
        parser.command(asked).refuse_unknown_options(arguments[arguments.index(asked) + 1 :])
    args, rest = parser.parse_known_args(arguments)
    if rest:
        args.parser.refuse(rest)
    refuse_archives(args)
    refuse_own_input(args)
    if "numpy" not in sys.modules:
        # One thread for numpy's linear algebra: starting more takes longer than all of ours.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return args.run(args)
