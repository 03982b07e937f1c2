"""The robot a command works on: its arguments, and reading it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import rules
from ...diagnostics import Report, Severity, summary
from ...formats.table import READERS, Format, format_of, readable_text
from ...schemes import is_name
from ..failure import FAILED, FINDINGS, OK, CommandError
from ..streams import standard_input
from .color import add_color, colored

if TYPE_CHECKING:
    from ...reading import Reading
    from ...robot import Robot

_CONVERSION = ("E7", "F9")
"""The codes of what only conversions find."""

_NOTICES = 5
"""More notes than these are counted."""


def add_input(parser: argparse.ArgumentParser, *, several: bool = False, others: str = "") -> None:
    """Declare FILE (or FILE...) and the options that say how to read it.

    `others` is what FILE may be besides a robot.
    """
    if several:
        parser.add_argument(
            "files", metavar="FILE", nargs="+", help=f"{_robot_text()}; or a folder"
        )
    else:
        more = f"{others}, or " if others else ""
        parser.add_argument("file", metavar="FILE", help=f"{more}{_robot_text()}")
    add_reading_options(parser, strict=not several)


def add_robot(parser: argparse.ArgumentParser, name: str, metavar: str) -> None:
    """Declare an argument that is a robot."""
    parser.add_argument(name, metavar=metavar, help=_robot_text())


def _robot_text() -> str:
    return f"a {readable_text()} file, gallery:NAME, robot:NAME, or - for standard input"


def add_reading_options(parser: argparse.ArgumentParser, *, strict: bool = True) -> None:
    """Declare the options that say how to read a file; `strict` where errors do not end it."""
    group = parser.add_argument_group("reading")
    if strict:
        group.add_argument(
            "--strict",
            action="store_true",
            help="stop if the robot or its loops have errors (default: leave out the faulty parts; "
            "errors in sensors, transmissions and other side parts never stop anything)",
        )
    group.add_argument(
        "--arg",
        metavar="NAME:=VALUE",
        action="append",
        default=[],
        type=_xacro_argument,
        help="set a xacro argument (repeatable)",
    )
    group.add_argument(
        "--package",
        metavar="NAME=FOLDER",
        action="append",
        default=[],
        type=package_folder,
        help="folder of a package used in package:// addresses (repeatable)",
    )
    group.add_argument(
        "--coupling",
        choices=("paper", "parser"),
        help="which side a coupling ratio multiplies where the file does not state it",
    )
    group.add_argument(
        "--confined",
        action="store_true",
        help="use mesh and image files only from the folders of the description and its packages",
    )
    group.add_argument(
        "--gltf-up",
        choices=("auto", "y", "z"),
        default="auto",
        help="which axis is up in glTF meshes (default: y, unless only z fits the collision shapes "
        "or the parts around)",
    )
    group.add_argument("--srdf", metavar="FILE", help="read group states from this SRDF file")
    group.add_argument(
        "--input-format",
        choices=tuple(READERS),
        help="read the file as this format, regardless of its extension",
    )
    group.add_argument(
        "--loops",
        metavar="FILE",
        type=_loops,
        default=True,
        help="read closed loops from this Gepetto robot.yaml (default: the one next to the "
        "description; 'none' ignores it)",
    )
    add_color(parser)


def read_input(args: argparse.Namespace) -> tuple[Robot | None, Report]:
    """The robot of FILE without parts that do not fit, and the findings."""
    from ...formats import connected

    return connected(read_file(args), strict=args.strict)


def read_whole(args: argparse.Namespace) -> tuple[Reading, Robot, Report]:
    """What reading FILE gives, with all parts of its robot: for commands that edit the text.

    CommandError where there is no robot, or it has errors and `--strict`.
    """
    from ...formats import connected
    from ...robot.aside import own_errors

    reading = read_file(args)
    if args.strict or reading.robot is None:
        _, report = connected(reading, strict=args.strict)
        if reading.robot is None or own_errors(report):
            show_findings(report, args)
        accepted(reading.robot, report, args.file, strict=args.strict)
    assert reading.robot is not None
    return reading, reading.robot, reading.report


def read_file(args: argparse.Namespace) -> Reading:
    """What reading FILE gives; CommandError where it or a file it needs cannot be opened."""
    from ...formats import read

    name = str(args.file)
    refuse_idle_arguments(args, [name])
    reading = read(standard_input() if name == "-" else name, **reading_options(args))
    refuse_unreadable(reading)
    return reading


def refuse_unreadable(reading: Reading) -> None:
    """CommandError where the description, or a file that was asked for, could not be opened."""
    for finding in reading.report:
        if finding.code == rules.xml.UNREADABLE_FILE.code:
            raise CommandError(finding.message)


def open_robot(args: argparse.Namespace) -> tuple[Robot, Report]:
    """The robot of FILE, with its errors on standard error; CommandError where there is none."""
    robot, report = read_input(args)
    show_findings(report, args)
    return accepted(robot, report, args.file, strict=args.strict), report


def accepted(robot: Robot | None, report: Report, file: str, *, strict: bool) -> Robot:
    """The robot; CommandError where there is none, or with errors of its own and `--strict`."""
    from ...robot.aside import own_errors

    if robot is None:
        raise CommandError(f"no robot can be read from '{file}'", FINDINGS)
    if strict and (found := own_errors(report)):
        errors = "1 error" if len(found) == 1 else f"{len(found)} errors"
        raise CommandError(f"stopped because of {errors} (--strict)", FINDINGS)
    return robot


def refuse_idle_arguments(args: argparse.Namespace, files: Sequence[str]) -> None:
    """CommandError for `--arg` given twice, and where nothing takes it: only xacro files do."""
    if not args.arg:
        return
    names = [name for name, _ in args.arg]
    for name in names:
        if names.count(name) > 1:
            raise CommandError(f"--arg {name} is given twice")
    for file in files:
        if Path(file).is_dir() or _format(file, args.input_format).name == "xacro":
            return
    what = f"'{files[0]}' is not a xacro file" if len(files) == 1 else "none of them is one"
    raise CommandError(
        f"--arg is for xacro files, and {what}; use --input-format xacro to read it as one"
    )


def _format(file: str, name: str | None) -> Format:
    """The format by the file's extension, also of one that is asked for by name."""
    if is_name(file):
        from ...formats.named import named

        with suppress(OSError):  # reading says why
            file = str(named(file).path)
    return format_of(b"", file, name)


def exit_status(report: Report) -> int:
    """0, or 2 where a file that was asked for cannot be opened; `check` alone counts errors."""
    unreadable = rules.xml.UNREADABLE_FILE.code
    return FAILED if any(finding.code == unreadable for finding in report) else OK


def reading_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of `fourbar.read` that the command line gave."""
    return {
        "packages": dict(args.package),
        "arguments": dict(args.arg),
        "coupling": args.coupling,
        "srdf": args.srdf,
        "format": args.input_format,
        "loops": args.loops,
        "confined": args.confined,
        "gltf_up": args.gltf_up,
        "lossless": getattr(args, "lossless", True),
    }


def show_findings(report: Report, args: argparse.Namespace, file: str | None = None) -> None:
    """Errors in full on standard error, the rest as a count: for commands other than `check`.

    Warnings about the conversion itself are shown in full too: `check` does not convert. What
    makes the robot another than the file alone describes is a note.
    """
    shown, counted = Report(), Report()
    shown.sources = report.sources
    for finding in report:
        if finding.rule.notice:
            continue
        own = finding.severity is Severity.WARNING and finding.code.startswith(_CONVERSION)
        into = shown if own or finding.severity is Severity.ERROR else counted
        into.keep(finding)
    if len(shown):
        color = colored(args, sys.stderr)
        print(shown.render("text", color=color), end="", file=sys.stderr)
    name = args.file if file is None else file
    show_notices(report, _check_command(args, name))
    if shown.ok and counted.count(Severity.WARNING):
        print(f"{summary(counted)}; see: {_check_command(args, name)}", file=sys.stderr)


def _check_command(args: argparse.Namespace, file: str) -> str:
    """The command that shows all findings of what was read, as it would be typed."""
    import shlex

    words = ["fourbar", "check", file]
    for name, value in args.arg:
        words += ["--arg", f"{name}:={value}"]
    for name, folder in args.package:
        words += ["--package", f"{name}={folder}"]
    for option in ("input_format", "coupling", "srdf"):
        value = getattr(args, option)
        if value is not None:
            words += [f"--{option.replace('_', '-')}", str(value)]
    return f"{shlex.join(words)} < FILE" if file == "-" else shlex.join(words)


def show_notices(report: Report, command: str) -> None:
    """What every command says about the robot it has read, on standard error."""
    found = [finding for finding in report if finding.rule.notice]
    for finding in found[:_NOTICES]:
        where = f"{finding.span}: " if finding.span else ""
        print(f"note: {where}{finding.message} [{finding.code}]", file=sys.stderr)
    if len(found) > _NOTICES:
        rest = len(found) - _NOTICES
        print(f"note: {rest} more like these; see: {command}", file=sys.stderr)


def _loops(text: str) -> str | bool:
    if text in ("joint", "anchor") and not Path(text).exists():
        raise argparse.ArgumentTypeError(
            f"file '{text}' does not exist; how loops are written to MJCF is --loop-style {text}"
        )
    return False if text == "none" else text


def _xacro_argument(text: str) -> tuple[str, str]:
    name, sign, value = text.partition(":=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form NAME:=VALUE")
    return name, value


def package_folder(text: str) -> tuple[str, str]:
    """NAME=FOLDER as the command line has it; the folder must be there."""
    name, sign, folder = text.partition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form NAME=FOLDER")
    if not Path(folder).is_dir():
        raise argparse.ArgumentTypeError(f"folder '{folder}' of package '{name}' does not exist")
    return name, folder
