"""`fourbar loads`: what a motion asks of drives and bearings."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .failure import FINDINGS, CommandError, refusal
from .loads_report import Circumstances, as_csv, as_html, as_text, describe
from .options.conditions import add_conditions, model_under_conditions
from .options.json_output import add_json, json_text, with_errors
from .options.pose import Degrees, add_pose, nonzero_number, read_pose, warn_of_poses_beyond
from .options.robot import add_input, exit_status, open_robot

if TYPE_CHECKING:
    from ..mechanics import Model
    from ..mechanics.simulation import Motion

HELP = "Show the efforts of drives and the loads of bearings while one joint turns"
_STEPS = 360


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_pose(parser, closed=True)
    add_conditions(parser)
    parser.add_argument(
        "--drive",
        metavar="JOINT",
        help="the joint to move, by whichever motors there are: --drives says which (default: the "
        "first independent joint)",
    )
    parser.add_argument(
        "--speed",
        metavar="VALUE",
        type=nonzero_number,
        help="its constant velocity [rad/s or m/s]; backward where it is negative (default: 1)",
    )
    parser.add_argument(
        "--by",
        metavar="VALUE",
        type=nonzero_number,
        help="how far it moves [rad or m], or 90deg; backward where it is negative "
        "(default: a full turn, or to its limit)",
    )
    parser.add_argument(
        "--motion",
        metavar="FILE",
        help="take this motion instead: a .csv, .npz or .json file of `fourbar simulate -o`",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUTPUT", help="write a report: .html with plots, or .csv"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print or write loads; 1 where the mechanism cannot move like that."""
    from ..error import FourbarError
    from ..files import write_atomic
    from ..mechanics.reports import sizing

    suffix = Path(args.output).suffix.lower() if args.output else ""
    if args.output and suffix not in (".html", ".csv"):
        raise CommandError(
            f"cannot write a report to '{args.output}'; expected one of: .html, .csv"
        )
    if isinstance(args.speed, Degrees):
        raise CommandError("--speed is in rad/s or m/s, not in degrees")
    robot, report = open_robot(args)
    model = model_under_conditions(robot, args)
    try:
        joint, motion = _moved(model, args)
        found = sizing(model, motion)
    except (FourbarError, ValueError, OSError) as error:
        raise refusal(error) from error
    warn_of_poses_beyond(args, model, motion.q)
    under = Circumstances(model, motion, joint, args.motion, dict(args.payload))
    if suffix == ".csv":
        write_atomic(args.output, as_csv(under, found))
    elif suffix == ".html":
        write_atomic(args.output, as_html(under, found))
    if args.json:
        facts = with_errors(describe(under, found), report)
        sys.stdout.write(json_text("loads", 1, facts))
    else:
        sys.stdout.write(as_text(under, found))
    return exit_status(report)


def _moved(model: Model, args: argparse.Namespace) -> tuple[str, Motion]:
    """The joint that moves, empty for a motion of a file, and the motion."""
    if args.motion is None:
        return _turn(model, args)
    from ..mechanics.simulation.reading import read_motion

    given = [name for name in ("drive", "speed", "by") if getattr(args, name) is not None]
    given += [name for name in ("set", "named", "random") if getattr(args, name)]
    if given:
        raise CommandError(f"--motion has its own poses; leave out --{given[0]}")
    return "", read_motion(model, args.motion)


def _turn(model: Model, args: argparse.Namespace) -> tuple[str, Motion]:
    """The drive at constant speed, other independent joints at rest."""
    from ..mechanics.reports import turn
    from ..mechanics.reports.turning import way_on

    drive = args.drive
    if drive is None:
        entries = model.chart.v.tolist() if model.loops.blocks else range(model.nv)
        movable = [name for name, slot in model.joints.items() if slot.nv == 1]
        drive = next((name for name in movable if model.joint(name).v.start in entries), None)
        if drive is None:
            raise CommandError(_no_drive(model, movable), FINDINGS)
    q = read_pose(args, model)
    speed = 1.0 if args.speed is None else args.speed
    way = way_on(model, drive, q, backward=speed < 0.0)
    if args.by is None and not way * speed > 0.0:
        side, way_out, other = ("upper", "lower", -1) if speed > 0.0 else ("lower", "higher", 1)
        raise CommandError(
            f"joint '{drive}' is at its {side} limit and cannot move on; set it {way_out} with "
            f"--set {drive}=VALUE, use --by VALUE, or --speed {other} for the other direction"
        )
    return drive, turn(model, drive, speed=speed, by=args.by, q0=q, steps=_STEPS)


def _no_drive(model: Model, movable: list[str]) -> str:
    """Why no joint is chosen, with a way out that works."""
    if not model.nv:
        return f"'{model.name}' has no joint that moves, and so no loads of a motion"
    message = f"'{model.name}' has no independent joint with a single velocity"
    choose = f"choose one that follows with --drive ({', '.join(movable)}), or " if movable else ""
    return f"{message}; {choose}give a motion with --motion FILE, as `fourbar simulate -o` writes"
