"""`fourbar jacobian`: how joint velocities move a link, and how close that is to singular."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .failure import FINDINGS, CommandError
from .options.json_output import add_json, json_text, with_errors
from .options.pose import add_pose, compile_model, find_link, positions_of, read_pose
from .options.robot import add_input, exit_status, open_robot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..mechanics import Model, Singularity

HELP = "Show the Jacobian of a link and its distance to singularity"
_ROWS = ("vx", "vy", "vz", "wx", "wy", "wz")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_pose(parser)
    parser.add_argument("--link", metavar="LINK", help="the link (default: the last link)")
    parser.add_argument(
        "--frame",
        choices=("world", "local", "local_world_aligned"),
        default="local_world_aligned",
        help="reference point and axes of the velocity",
    )
    parser.add_argument(
        "--point",
        metavar=("X", "Y", "Z"),
        nargs=3,
        type=float,
        help="point on the link, in its frame [m]",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the matrix over the independent joints and its singular values.

    Returns 1 if the independent joints do not determine the others.
    """
    from ..mechanics import forward_kinematics, jacobian, singularity
    from ..mechanics.loops import LoopError, explicit_jacobian

    robot, report = open_robot(args)
    model = compile_model(robot, args.planar)
    q = read_pose(args, model)
    link = find_link(model, args.link or model.link_names[-1])
    data = model.data()
    coordinates = "spanning" if args.open else "independent"
    forward_kinematics(model, data, q, coordinates=coordinates)
    try:
        tree = jacobian(model, data, link, frame=args.frame, point=args.point)
        follow = not args.open and bool(model.has_loops or model.followers)
        J = tree @ explicit_jacobian(model, data).G if follow else tree
    except LoopError as error:
        raise CommandError(str(error), FINDINGS) from error
    except ValueError as error:
        raise CommandError(str(error)) from error
    found = singularity(model, data, link, point=args.point, coordinates=coordinates)
    if args.json:
        facts = {
            "robot": robot.name,
            "positions": positions_of(model, q),
            "link": link,
            "frame": args.frame,
            "columns": columns(model, independent=follow),
            "jacobian": J.tolist(),
            "singularValues": found.singular_values.tolist(),
            "rank": int(found.rank),
            "genericRank": found.generic_rank,
            "singular": bool(found.singular),
            "condition": float(found.condition) if not found.singular else None,
            "manipulability": float(found.manipulability),
        }
        sys.stdout.write(json_text("jacobian", 1, with_errors(facts, report)))
    else:
        sys.stdout.write(_text(link, columns(model, independent=follow), J, found))
    return exit_status(report)


def columns(model: Model, *, independent: bool) -> list[str]:
    """A label for every velocity (or independent one): the joint, numbered if it has several."""
    labels: list[str] = []
    for joint in model.joints.values():
        many = joint.nv > 1
        labels += [f"{joint.name}[{k}]" if many else joint.name for k in range(joint.nv)]
    if independent:
        return [labels[c] for c in model.chart.v]
    return labels


def _text(link: str, labels: list[str], J: NDArray[np.float64], found: Singularity) -> str:
    # One line per joint: robots have more columns than terminals.
    width = max([len(label) for label in labels] + [5])
    lines = [link, f"{'':{width}}" + "".join(f"{row:>10}" for row in _ROWS)]
    for label, column in zip(labels, J.T, strict=True):
        numbers = "".join(f"{round(float(x), 6) + 0.0:10.6f}" for x in column)
        lines.append(f"{label:<{width}}{numbers}")
    values = " ".join(f"{x:.4g}" for x in found.singular_values)
    lines.append(f"\nsingular values  {values}")
    lines.append(f"rank             {int(found.rank)} of {found.generic_rank}")
    lines.append(f"condition        {float(found.condition):.4g}")
    lines.append(f"manipulability   {float(found.manipulability):.4g}")
    if found.singular:
        direction = " ".join(f"{round(float(x), 4) + 0.0:g}" for x in found.lost_direction)
        lines.append(f"singular: no motion along [{direction}]")
    return "\n".join(lines) + "\n"
