"""`fourbar compare`: what two descriptions do not share physically."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ..formats.table import format_of
from ..numerics import (
    COMPARE_ANGLE,
    COMPARE_COLOR,
    COMPARE_LENGTH,
    COMPARE_RELATIVE,
    COMPARE_SURFACE,
)
from .failure import FINDINGS, OK, CommandError
from .options.json_output import add_json, json_text
from .options.names import old_and_new
from .options.numbers import not_negative, whole_number
from .options.robot import (
    accepted,
    add_reading_options,
    add_robot,
    read_input,
    refuse_idle_arguments,
    show_findings,
)

if TYPE_CHECKING:
    from ..comparison import Category
    from ..robot import Robot

HELP = "Compare two robot descriptions physically, in any two formats"

_TOLERANCES = {
    "length": (COMPARE_LENGTH, "lengths and positions [m]"),
    "angle": (COMPARE_ANGLE, "angles [rad]"),
    "relative": (COMPARE_RELATIVE, "masses, inertia, limits and ratios, as a share"),
    "color": (COMPARE_COLOR, "red, green, blue and alpha, each 0 to 1"),
    "surface": (COMPARE_SURFACE, "the surfaces of mesh files, as a share"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_robot(parser, "file", "A")
    add_robot(parser, "other", "B")
    parser.add_argument(
        "--map",
        metavar="OLD=NEW",
        action="append",
        default=[],
        type=old_and_new,
        help="a part of A and its name in B, where structure does not tell (repeatable)",
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="count other names, and links that only one robot has, as differences",
    )
    parser.add_argument(
        "--ignore",
        metavar="CATEGORIES",
        type=_categories,
        default=(),
        help="what not to look at, such as color,visual",
    )
    parser.add_argument(
        "--poses",
        metavar="N",
        type=whole_number(0),
        default=20,
        help="random configurations to compare all links at (default: 20)",
    )
    parser.add_argument(
        "--seed",
        metavar="SEED",
        type=whole_number(0),
        default=0,
        help="for the configurations (default: 0)",
    )
    group = parser.add_argument_group("tolerances")
    for name, (default, what) in _TOLERANCES.items():
        group.add_argument(
            f"--{name}-tolerance",
            metavar="VALUE",
            type=not_negative,
            default=default,
            help=f"for {what} (default: {default:g})",
        )
    add_json(parser)
    parser.add_argument(
        "--markdown", action="store_true", help="print a table for the text of a pull request"
    )
    add_reading_options(parser)


def run(args: argparse.Namespace) -> int:
    """Compare; 0 where nothing differs, 1 where something does."""
    from ..comparison import Tolerances, as_facts, as_markdown, as_text, compare
    from ..error import FourbarError

    if args.json and args.markdown:
        raise CommandError("--json and --markdown cannot be combined")
    if args.file == args.other == "-":
        raise CommandError("only one of the two robots can come from standard input")
    refuse_idle_arguments(args, [args.file, args.other])
    robots = [_read(args, name) for name in (args.file, args.other)]
    names: dict[str, str] = {}
    for old, new in args.map:
        if old in names:
            raise CommandError(f"--map has two names for '{old}'")
        names[old] = new
    values = {name: getattr(args, f"{name}_tolerance") for name in _TOLERANCES}
    try:
        found = compare(
            robots[0],
            robots[1],
            names=names,
            tolerances=Tolerances(**values),
            ignore=args.ignore,
            strict_names=args.names,
            poses=args.poses,
            seed=args.seed,
            packages=dict(args.package),
        )
    except FourbarError as error:
        raise CommandError(str(error)) from error
    if args.json:
        sys.stdout.write(json_text("compare", 1, as_facts(found)))
    else:
        sys.stdout.write(as_markdown(found) if args.markdown else as_text(found))
    return OK if found.equal else FINDINGS


def _read(args: argparse.Namespace, file: str) -> Robot:
    """One of the two robots; CommandError with status 2 where there is none."""
    takes = format_of(b"", file, args.input_format).name == "xacro"
    given: dict[str, object] = {"file": file, "arg": args.arg if takes else [], "lossless": False}
    one = argparse.Namespace(**{**vars(args), **given})
    robot, report = read_input(one)
    show_findings(report, one)
    try:
        return accepted(robot, report, file, strict=args.strict)
    except CommandError as error:  # 1 means that the robots differ
        raise CommandError(str(error)) from error


def _categories(text: str) -> tuple[Category, ...]:
    from ..comparison.difference import CATEGORIES
    from ..diagnostics import unknown

    words = tuple(word.strip() for word in text.split(",") if word.strip())
    for word in words:
        if word not in CATEGORIES:
            raise argparse.ArgumentTypeError(unknown("category", word, CATEGORIES).message)
    return tuple(category for category in CATEGORIES if category in words)
