"""What dynamics are computed under: `--gravity`, `--payload` and `--drives`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..failure import CommandError
from .numbers import link_mass, vector
from .pose import compile_model

if TYPE_CHECKING:
    from ...mechanics import Drive, Model
    from ...robot import Inertial, Robot


def add_conditions(parser: argparse.ArgumentParser) -> None:
    """Declare `--gravity`, `--payload` and `--drives`."""
    parser.add_argument(
        "--gravity", metavar="X,Y,Z", type=vector, help="[m/s^2] (default: 0,0,-9.81)"
    )
    parser.add_argument(
        "--payload",
        metavar="LINK=MASS",
        action="append",
        default=[],
        type=link_mass,
        help="a point mass [kg] at the origin of a link (repeatable)",
    )
    parser.add_argument(
        "--drives",
        metavar="JOINT",
        action="append",
        default=[],
        help="a joint with a motor, which gives efforts; all others are passive and take no "
        "--effort (repeatable; "
        "default: those of transmissions or ros2_control, else the independent joints)",
    )


def model_under_conditions(robot: Robot, args: argparse.Namespace) -> Model:
    """The model of a robot, with the gravity, the payload and the drives that were given."""
    from ...error import FourbarError
    from ...mechanics import Model

    model = compile_model(robot, args.planar)
    _warn_of_loops(robot, args)
    if not args.payload and not args.drives and args.gravity is None:
        return model
    try:
        return Model(
            robot,
            planar=args.planar,
            gravity=tuple(model.gravity) if args.gravity is None else args.gravity,
            payload=_payload(args),
            drives=_drives(model, args.drives),
            simd="generic",
        )
    except (FourbarError, ValueError) as error:
        raise CommandError(str(error)) from error


def _warn_of_loops(robot: Robot, args: argparse.Namespace) -> None:
    """Tell of friction and limits that a description has at loops, where nothing counts them."""
    import sys

    from ...robot import RawElement

    for loop in robot.loops:
        tags = [
            f"<{extra.tag}>"
            for extra in loop.extra
            if isinstance(extra, RawElement) and extra.tag in ("dynamics", "limit")
        ]
        if tags:
            sys.stderr.write(
                f"fourbar {args.command}: warning: {' and '.join(tags)} of loop '{loop.name}' "
                "without effect: friction and limits are of joints; cut the loop at another joint\n"
            )


def _payload(args: argparse.Namespace) -> dict[str, Inertial]:
    from ...robot import Inertial

    masses: dict[str, Inertial] = {}
    for name, mass in args.payload:
        if name in masses:
            raise CommandError(f"--payload has two masses for link '{name}'; give their sum")
        masses[name] = Inertial(mass=mass)
    return masses


def _drives(model: Model, names: list[str]) -> list[str | Drive] | None:
    """The drives that were named, with the gears and rotors that the description has for them."""
    from ...mechanics import ModelError

    if not names:
        return None
    try:
        described = {drive.joint: drive for drive in model.drives}
    except ModelError:
        described = {}  # a description that contradicts itself: those that are named have no gear
    return [described.get(name, name) for name in names]
