"""`fourbar trace`: move one joint of a closed mechanism and record how all others follow."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .failure import FINDINGS, OK, CommandError
from .motion_file import MOTION_FORMATS, as_json, motion_writer
from .options.json_output import add_json
from .options.planar import add_planar
from .options.pose import add_set, compile_model, number, set_positions
from .options.robot import add_input, open_robot

if TYPE_CHECKING:
    from ..mechanics import Model
    from ..mechanics.loops import LoopError, Trace

_ROWS, _COLUMNS = 13, 8
HELP = "Drive one joint of a closed mechanism and record the motion of all joints"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_set(parser, "start with a joint at this position")
    parser.add_argument(
        "--drive", metavar="JOINT", help="the joint to drive (default: the only independent joint)"
    )
    parser.add_argument(
        "--from",
        dest="start",
        metavar="VALUE",
        type=number,
        default=0.0,
        help="first position (default: 0)",
    )
    parser.add_argument(
        "--to",
        metavar="VALUE",
        type=number,
        help="last position [rad or m], or 360deg (default: a full turn, or the upper limit)",
    )
    parser.add_argument(
        "--steps", metavar="N", type=_count, default=180, help="number of intervals (default: 180)"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUTPUT",
        help=f"write the motion to this file: {MOTION_FORMATS} (default: a table of some poses)",
    )
    parser.add_argument("--plot", metavar="PLOT", help="plot the joint positions to this .svg file")
    add_planar(parser)
    add_json(
        parser, "print the whole motion as JSON, also where it is written or plotted to a file"
    )


def run(args: argparse.Namespace) -> int:
    """Trace; 1 when the drive gets stuck."""
    import numpy as np

    from ..files import write_atomic
    from ..mechanics.loops import LoopError, assemble, trace
    from ..mechanics.loops.plot import plot_trace
    from ..robot import UnknownNameError

    if args.plot and Path(args.plot).suffix.lower() != ".svg":
        raise CommandError(
            f"cannot draw '{args.plot}': plots are SVG; use {Path(args.plot).stem}.svg"
        )
    write = motion_writer(args.output) if args.output else None
    robot, report = open_robot(args)
    model = compile_model(robot, args.planar)
    try:
        drive = _drive(model, args.drive)
        stop = _stop(model, drive) if args.to is None else float(args.to)
        values = np.linspace(float(args.start), stop, int(args.steps) + 1)
        q0 = assemble(model, set_positions(args)).q if args.set else None
        motion = trace(model, drive, values, q0)
    except LoopError as error:
        raise CommandError(f"{error}{_within_reach(model, args, error)}", FINDINGS) from error
    except (UnknownNameError, ValueError) as error:
        raise CommandError(str(error)) from error
    if args.plot:
        write_atomic(args.plot, plot_trace(motion))
    if write is not None:
        write_atomic(args.output, write(motion, report))
    if args.json:
        sys.stdout.write(as_json(motion, report))
    elif not (args.plot or write):
        sys.stdout.write(_table(motion))
    _summarise(motion)
    return OK


def _table(motion: Trace) -> str:
    """Some poses of a motion, the first and the last among them."""
    import numpy as np

    labels = motion.model.column_names
    places = sorted({round(at) for at in np.linspace(0, len(motion.q) - 1, _ROWS)})
    shown = labels[:_COLUMNS]
    widths = [max(len(label), 9) for label in shown]
    lines = ["  ".join(f"{label:>{width}}" for label, width in zip(shown, widths, strict=True))]
    for place in places:
        row = motion.q[place, : len(shown)]
        # Adding 0.0 turns -0.0, which no reader wants, into 0.0.
        lines.append(
            "  ".join(
                f"{round(float(x), 6) + 0.0:{w}.6f}" for x, w in zip(row, widths, strict=True)
            )
        )
    hidden = len(labels) - len(shown)
    more = f" and {hidden} more columns" if hidden else ""
    lines.append(
        f"\n{len(places)} of {len(motion.q)} poses{more} [rad or m]; -o motion.csv writes all of "
        "them, --json prints them"
    )
    return "\n".join(lines) + "\n"


def _drive(model: Model, name: str | None) -> str:
    """The joint to move: the one asked for, or the only independent one that can be a drive."""
    from ..mechanics import mobility

    if name is not None:
        return name
    can = [slot.name for slot in model.joints.values() if slot.nv == 1]
    names = [joint for joint in mobility(model).independent if joint in can]
    if len(names) == 1:
        return names[0]
    if not can:
        raise ValueError(f"'{model.name}' has no joint with a single velocity to drive")
    raise ValueError(f"choose the joint to drive with --drive: {', '.join(names or can)}")


def _within_reach(model: Model, args: argparse.Namespace, error: LoopError) -> str:
    """What to ask for instead, where a drive set out and got stuck."""
    import numpy as np

    if error.q is None or error.residual != 0.0:
        return ""
    drive = _drive(model, args.drive)
    end = float(error.q[model.joint(drive).q][0])
    stop = _stop(model, drive) if args.to is None else float(args.to)
    values = np.linspace(float(args.start), stop, int(args.steps) + 1)
    reached = values[(values <= end) if stop > args.start else (values >= end)]
    return f". The last step within reach is --to {reached[-1]:.6g}" if reached.size > 1 else ""


def _stop(model: Model, drive: str) -> float:
    from math import isfinite, tau

    upper = float(model.upper[model.joint(drive).q.start])
    return upper if isfinite(upper) else tau


def _summarise(motion: Trace) -> None:
    for met in motion.dead_centres:
        what = f"dead centre of '{met.joint}'" if met.kind == "dead centre" else "singular pose"
        print(f"{what} at {motion.drive} = {met.value:.6f}", file=sys.stderr)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a valid number of steps: use 1-1000000")
    return int(text)
