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
from ..formats.table import readable_text
from .failure import FAILED, OK, CommandError

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
    "convert",
    "demo",
    "completion",
)

_EPILOG = """\
FILE is a {suffixes} file, gallery:NAME for a robot that ships with fourbar, or
- for standard input.
Exit status: 0 success, 1 the description has errors, 2 the command could not run.
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


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser with these commands (all of them for help and completion)."""
    parser = argparse.ArgumentParser(
        prog="fourbar",
        description="Robot descriptions from file to motion, closed loops included.",
        epilog=_EPILOG.format(suffixes=readable_text()),
        formatter_class=lambda prog: argparse.RawDescriptionHelpFormatter(prog, width=_width()),
    )
    parser.add_argument("--version", action="version", version=f"fourbar {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        module = cast(Command, import_module(f".{name}", __name__))
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.HELP,
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=_width()),
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run, parser=command)
    return parser


def _width() -> int:
    """Columns of help texts. `argparse` would ask `shutil`, which imports archive formats."""
    try:
        columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size().columns
    except (ValueError, OSError):
        columns = 0
    return (columns if columns > 0 else 80) - 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    asked = next((word for word in arguments if not word.startswith("-")), None)
    parser = build_parser((asked,) if asked in COMMANDS else COMMANDS)
    args, unknown = parser.parse_known_args(_with_negative_values(arguments))
    if unknown:
        args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        return args.run(args)
    except CommandError as error:
        print(f"fourbar {args.command}: {error}", file=sys.stderr)
        return error.status
    except BrokenPipeError:
        # The reader of our output has gone (`fourbar info ... | head`): not our failure.
        sys.stderr.close()
        return OK
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        target = f"'{error.filename}': " if error.filename else ""
        print(f"fourbar {args.command}: {target}{error.strerror or error}", file=sys.stderr)
        return FAILED


def _with_negative_values(arguments: Sequence[str]) -> list[str]:
    """`--from -40deg` as `--from=-40deg`: argparse takes what begins with a dash for an option."""
    joined: list[str] = []
    for word in arguments:
        is_negative = word[:1] == "-" and word[1:2] != "" and word[1] in "0123456789."
        if is_negative and joined and joined[-1].startswith("--") and "=" not in joined[-1]:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined
