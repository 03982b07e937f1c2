"""`fourbar loads`: what a motion at constant speed asks of drives and bearings."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..numerics import REPORTS_ROUNDING, REPORTS_UNLOADED
from .failure import FINDINGS, CommandError, refusal
from .options.conditions import add_conditions, model_under_conditions
from .options.json_output import add_json, json_text, with_errors
from .options.pose import add_pose, positive_number, read_pose, warn_of_poses_beyond
from .options.robot import add_input, exit_status, open_robot
from .rounding import least_shown, shown_number

if TYPE_CHECKING:
    from ..mechanics import Model
    from ..mechanics.reports import DriveLoad, Sizing
    from ..mechanics.simulation import Motion

HELP = "Show the efforts of drives and the loads of bearings while one joint turns"
_MOTOR = ("peak", "rms", "velocity")
_AXES = ("fx", "fy", "fz", "mx", "my", "mz")
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
        type=positive_number,
        default=1.0,
        help="its constant velocity [rad/s or m/s] (default: 1)",
    )
    parser.add_argument(
        "--by",
        metavar="VALUE",
        type=positive_number,
        help="how far it moves [rad or m], or 90deg (default: a full turn, or to its upper limit)",
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
    robot, report = open_robot(args)
    model = model_under_conditions(robot, args)
    try:
        motion = _turn(model, args)
        found = sizing(model, motion)
    except (FourbarError, ValueError) as error:
        raise refusal(error) from error
    warn_of_poses_beyond(args, model, motion.q)
    if suffix == ".csv":
        write_atomic(args.output, _csv(found))
    elif suffix == ".html":
        write_atomic(args.output, _html(motion, found))
    if args.json:
        facts = with_errors(describe(model, motion, found), report)
        sys.stdout.write(json_text("loads", 1, facts))
    else:
        sys.stdout.write(_text(found))
    return exit_status(report)


def _turn(model: Model, args: argparse.Namespace) -> Motion:
    """The drive at constant speed, other independent joints at rest."""
    from ..mechanics.reports import turn
    from ..mechanics.reports.turning import way_forward

    drive = args.drive
    if drive is None:
        entries = model.chart.v.tolist() if model.loops.blocks else range(model.nv)
        movable = [name for name, slot in model.joints.items() if slot.nv == 1]
        drive = next((name for name in movable if model.joint(name).v.start in entries), None)
        if drive is None:
            message = f"'{model.name}' has no independent joint with a single velocity"
            raise CommandError(f"{message}; choose a joint with --drive", FINDINGS)
    q = read_pose(args, model)
    if args.by is None and not way_forward(model, drive, q) > 0.0:
        message = f"joint '{drive}' is at its upper limit and cannot move forward"
        raise CommandError(f"{message}; set it lower with --set {drive}=VALUE, or use --by VALUE")
    return turn(model, drive, speed=args.speed, by=args.by, q0=q, steps=_STEPS)


def describe(model: Model, motion: Motion, found: Sizing) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "robot": model.name,
        "duration": float(motion.t[-1]),
        "drives": [
            {
                "joint": load.joint,
                "peak": load.peak,
                "time": load.t,
                "rms": load.rms,
                "velocity": load.velocity,
                "power": load.power,
                "braking": load.braking,
                "motorPeak": load.motor_peak,
                "motorRms": load.motor_rms,
                "motorVelocity": load.motor_velocity,
            }
            for load in found.drives
        ],
        "joints": [{"name": load.name, "peak": load.peak.tolist()} for load in found.joints],
    }


def _csv(found: Sizing) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["drive", "peak", "rms", "velocity", "power", "braking", *(f"motor_{x}" for x in _MOTOR)]
    )
    writer.writerows(
        [x.joint, x.peak, x.rms, x.velocity, x.power, x.braking, *_at_motor(x)]
        for x in found.drives
    )
    writer.writerow([])
    writer.writerow(["joint", *_AXES])
    writer.writerows(
        [load.name, *("" if x != x else x for x in load.peak.tolist())] for load in found.joints
    )
    return text.getvalue()


def _html(motion: Motion, found: Sizing) -> str:
    from ..graph.drawing.plot import Curve, Panel, plot
    from ..markup import escape
    from ..mechanics.effort_unit import effort_unit

    columns = {x.joint: motion.model.joint(x.joint).v.start for x in found.drives}
    unit = effort_unit(motion.model, columns.values())
    efforts = [Curve(name, motion.tau[:, c].tolist()) for name, c in columns.items()]
    powers = [
        Curve(name, (motion.tau[:, c] * motion.v[:, c]).tolist()) for name, c in columns.items()
    ]
    name = escape(motion.model.name)
    picture = plot(
        f"{motion.model.name}: drives",
        "time [s]",
        motion.t.tolist(),
        [Panel(f"effort [{unit}]", efforts), Panel("power [W]", powers)],
    )
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Loads of {name}</title>\n'
        f"<body>\n<h1>Loads of {name}</h1>\n{picture}\n<pre>{escape(_text(found))}</pre>\n"
        "</body></html>\n"
    )


def _at_motor(load: DriveLoad) -> tuple[float, float, float]:
    return load.motor_peak, load.motor_rms, load.motor_velocity


def _text(found: Sizing) -> str:
    width = max([len(x.joint) for x in found.drives] + [len(x.name) for x in found.joints] + [6])
    head = ("peak", "rms", "speed", "power", "braking")
    lines = [f"{'drive':<{width}}" + "".join(f"{word:>12}" for word in head)]
    least = least_shown((load.peak for load in found.drives), REPORTS_ROUNDING)
    for load in found.drives:
        numbers = (load.peak, load.rms, load.velocity, load.power, load.braking)
        shown = (_shown(x, least) for x in numbers)
        lines.append(f"{load.joint:<{width}}" + "".join(f"{word:>12}" for word in shown))
    if any(_at_motor(load) != (load.peak, load.rms, load.velocity) for load in found.drives):
        lines += ["", f"{'motor':<{width}}" + "".join(f"{word:>12}" for word in _MOTOR)]
        for load in found.drives:
            shown = (_shown(x, least) for x in _at_motor(load))
            lines.append(f"{load.joint:<{width}}" + "".join(f"{word:>12}" for word in shown))
    lines += ["", f"{'joint':<{width}}" + "".join(f"{word:>12}" for word in _AXES)]
    carried = (x for each in found.joints for x in each.peak.tolist() if x == x)
    least = least_shown(carried, REPORTS_UNLOADED)
    for each in found.joints:
        shown = (_shown(x, least) for x in each.peak.tolist())
        lines.append(f"{each.name:<{width}}" + "".join(f"{word:>12}" for word in shown))
    lines.append("\nlargest values [N, N m, rad/s, m/s, W]; - is not determined by rigid links")
    return "\n".join(lines) + "\n"


def _shown(value: float, least: float) -> str:
    """A number; what is not determined is a dash."""
    return "-" if value != value else shown_number(value, least, digits=5)
