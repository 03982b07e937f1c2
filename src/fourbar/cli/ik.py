"""`fourbar ik`: joint positions that put a link where it is wanted, loops closed."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from .failure import FINDINGS, CommandError
from .options.json_output import add_json, json_text, with_errors
from .options.pose import (
    add_pose,
    compile_model,
    find_link,
    number,
    positions_of,
    read_pose,
)
from .options.robot import add_input, exit_status, open_robot
from .options.table import position_lines

HELP = "Find joint positions that place a link at a target (inverse kinematics)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    parser.add_argument("--link", metavar="LINK", help="the link to move (default: the last link)")
    parser.add_argument(
        "--to",
        metavar="X,Y,Z[,R,P,Y]",
        type=_target,
        required=True,
        help="target position of its origin [m], optionally with roll, pitch and yaw "
        "[rad, or 30deg]",
    )
    add_json(parser)
    add_pose(parser, limits="ignore joint limits")


def run(args: argparse.Namespace) -> int:
    """Print the positions; 1 if the target is not reached."""
    from ..mechanics import inverse_kinematics
    from ..robot import Pose

    robot, report = open_robot(args)
    model = compile_model(robot, args.planar)
    link = find_link(model, args.link or model.link_names[-1])
    try:
        found = inverse_kinematics(
            model,
            link,
            args.to if len(args.to) == 3 else Pose(args.to[:3], args.to[3:]).matrix(),
            read_pose(args, model, limited=True),
            limits=not args.no_limits,
            coordinates="spanning" if args.open else "independent",
        )
    except ValueError as error:
        raise CommandError(str(error)) from error
    reached = bool(found.converged)
    facts: dict[str, Any] = {
        "robot": model.name,
        "link": link,
        "converged": reached,
        "positions": positions_of(model, found.q),
        "positionError": float(found.position_error),
        "rotationError": float(found.rotation_error),
    }
    if args.json:
        sys.stdout.write(json_text("ik", 1, with_errors(facts, report)))
    elif reached:
        lines = [f"{model.name}: {link} is at its target", *position_lines(model, found.q)]
        sys.stdout.write("\n".join(lines) + "\n")
    if not reached:
        miss = f"{facts['positionError']:.4g} m"
        if len(args.to) > 3:  # without an orientation, none was asked for
            miss += f" and {facts['rotationError']:.4g} rad"
        raise CommandError(
            f"found no joint positions that put '{link}' there; the best ones miss by {miss}"
            + ("" if args.no_limits else " (within the limits; see --no-limits)"),
            FINDINGS,
        )
    return exit_status(report)


def _target(text: str) -> tuple[float, ...]:
    values = tuple(number(part) for part in text.split(","))
    if len(values) not in (3, 6):
        raise argparse.ArgumentTypeError(
            f"expected X,Y,Z or X,Y,Z,ROLL,PITCH,YAW, got {len(values)} numbers"
        )
    return values
