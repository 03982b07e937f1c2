"""`fourbar graph`: the connectivity graph, its constraint dependencies and clusters."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .failure import CommandError
from .options.json_output import add_json
from .options.own_input import refuse_robot
from .options.robot import accepted, add_input, exit_status, read_input, show_findings
from .streams import drawn

HELP = "Draw the connectivity graph, constraint dependencies and clusters"

# Repeated from fourbar.graph.drawing so that `fourbar --help` does not import it.
_FORMATS = ("text", "svg", "dot", "mermaid", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUTPUT",
        help="the file to write: .svg, .dot, .gv, .mmd, .json or .txt (default: text on "
        "standard output)",
    )
    parser.add_argument(
        "--format", choices=_FORMATS, help="output format, regardless of the extension of OUTPUT"
    )
    parser.add_argument(
        "--layout",
        choices=("auto", "tree", "rows"),
        help="layout of links in SVG: a tree, or one per row (default: whichever fits)",
    )
    parser.add_argument(
        "--no-mimic", action="store_true", help="do not group the links of <mimic> joints"
    )
    add_json(parser, "print JSON (same as --format json)")


def run(args: argparse.Namespace) -> int:
    """Draw; parts that do not fit are reported and left out."""
    from ..files import write_atomic
    from ..graph import AggregateGraph, ConnectivityGraph, check, draw
    from ..graph.drawing import SUFFIXES

    if args.json and args.format not in (None, "json"):
        raise CommandError("--json and --format cannot be combined")
    suffix = Path(args.output).suffix.lower() if args.output else ".txt"
    if args.json and args.output and SUFFIXES.get(suffix) not in (None, "json"):
        raise CommandError(
            f"--json would write JSON to '{args.output}'; use {Path(args.output).stem}.json"
        )
    format = "json" if args.json else args.format
    if format is None:
        format = SUFFIXES.get(suffix)
        if format is None:
            known = ", ".join(SUFFIXES)
            raise CommandError(
                f"cannot draw '{args.output}'; expected one of: {known}; or use --format"
            )
    if args.layout is not None and format != "svg":
        raise CommandError(f"--layout is for SVG; {format} has none")
    refuse_robot(args.output, "a drawing of one")
    robot, report = read_input(args)
    if robot is not None:
        check(robot, report=report)
    show_findings(report, args)
    graph = ConnectivityGraph(accepted(robot, report, args.file, strict=args.strict), report=report)
    drawing = draw(
        AggregateGraph(graph, mimic=not args.no_mimic), format=format, layout=args.layout or "auto"
    )
    if args.output:
        write_atomic(args.output, drawing)
    else:
        sys.stdout.write(drawn(drawing, xml=format == "svg"))
    return exit_status(report)
