"""`fourbar fk`: where the links are."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from .options.json_output import add_json, json_text, with_errors
from .options.pose import add_pose, compile_model, find_link, positions_of, read_pose
from .options.robot import add_input, exit_status, open_robot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HELP = "Show where the links are at a configuration (forward kinematics)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_pose(parser)
    parser.add_argument(
        "--link", metavar="LINK", action="append", help="show only this link (repeatable)"
    )
    add_json(parser, "print JSON, with 4 x 4 matrices")


def run(args: argparse.Namespace) -> int:
    """Print positions and orientations."""
    from ..mechanics import center_of_mass, forward_kinematics

    robot, report = open_robot(args)
    model = compile_model(robot, args.planar)
    q = read_pose(args, model)
    links = [find_link(model, name) for name in args.link or model.link_names]
    data = model.data()
    coordinates = "spanning" if args.open else "independent"
    forward_kinematics(model, data, q, coordinates=coordinates)
    poses = {link: data.pose(link) for link in links}
    com = center_of_mass(model, data).tolist() if robot.mass > 0.0 else None
    if args.json:
        facts = {
            "robot": robot.name,
            "positions": positions_of(model, q),
            "poses": {link: pose.tolist() for link, pose in poses.items()},
            "centerOfMass": com,
        }
        sys.stdout.write(json_text("fk", 1, with_errors(facts, report)))
    else:
        sys.stdout.write(_table(poses, com))
    return exit_status(report)


def _table(poses: dict[str, NDArray[np.float64]], com: Any) -> str:
    width = max([len(link) for link in poses] + [len("centre of mass")])
    head = [f"{'':{width}}  {'position [m]':^29}  {'roll, pitch, yaw [rad]':^29}"]
    rows = [
        f"{link:<{width}}  {_numbers(pose[:3, 3])}  {_numbers(roll_pitch_yaw(pose))}"
        for link, pose in poses.items()
    ]
    if com is not None:
        rows.append(f"{'centre of mass':<{width}}  {_numbers(com)}")
    return "\n".join(head + rows) + "\n"


def roll_pitch_yaw(pose: NDArray[np.float64]) -> tuple[float, float, float]:
    """The angles of R = Rz(yaw) Ry(pitch) Rx(roll); roll is 0 where they are not unique."""
    from ..spatial.rotation import rpy_of_matrix

    return rpy_of_matrix(pose[:3, :3].tolist())


def _numbers(values: Any) -> str:
    # Adding 0.0 turns -0.0, which no reader wants, into 0.0.
    return " ".join(f"{round(float(x), 6) + 0.0:9.6f}" for x in values)
