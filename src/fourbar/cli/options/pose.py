"""The pose a command works at: `--set`, `--named`, `--random`, `--open`, and what they mean."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from ..failure import FINDINGS, CommandError
from .planar import add_planar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...mechanics import Model
    from ...robot import Planar, Robot

Value = float | tuple[float, ...]


class Degrees(float):
    """An angle that was given in degrees, in radians: for joints that turn, not for lengths."""


def add_set(parser: Any, what: str, *, option: str = "--set") -> None:
    """Declare `--set JOINT=VALUE`, or another option of this form."""
    parser.add_argument(
        option,
        metavar="JOINT=VALUE",
        action="append",
        default=[],
        type=joint_value,
        help=f"{what} [rad or m], or in degrees as in elbow=30deg; separate several numbers with "
        "commas (repeatable)",
    )


def add_pose(parser: argparse.ArgumentParser, limits: str = "", *, closed: bool = False) -> None:
    """Declare the options that give a pose; `limits` is what `--no-limits` does besides.

    A command that only makes sense for `closed` mechanisms has no `--open`.
    """
    group = parser.add_argument_group("pose (default: all joints at zero, loops closed)")
    add_set(group, "set a joint to a position")
    group.add_argument(
        "--named", metavar="NAME", help="use a named configuration, such as an SRDF group state"
    )
    group.add_argument(
        "--random", metavar="SEED", type=_seed, help="use a random pose within the limits"
    )
    if closed:
        parser.set_defaults(open=None)
    else:
        group.add_argument(
            "--open",
            action="store_true",
            help="leave loops open: joints that are not set do not follow",
        )
    text = (
        f"{limits}; random poses ignore them too"
        if limits
        else "let --random ignore the limits; other poses may be beyond them anyway, with a warning"
    )
    group.add_argument("--no-limits", action="store_true", help=text)
    add_planar(group)


def read_pose(
    args: argparse.Namespace, model: Model, *, limited: bool = False
) -> NDArray[np.float64]:
    """The configuration that the options give; loops are closed unless `--open` is there.

    `limited` is whether the command itself keeps to limits; otherwise only a random pose does.
    """
    from ...error import FourbarError
    from ...mechanics.loops import LoopError, assemble

    if sum((bool(args.set), args.named is not None, args.random is not None)) > 1:
        raise CommandError("--set, --named and --random cannot be combined")
    if args.no_limits and args.random is None and not limited:
        raise CommandError("--no-limits has no effect without --random")
    coordinates = "spanning" if args.open else "independent"
    try:
        if args.named is not None:
            q = model.configuration(args.named, coordinates=coordinates)
            warn_of_followers(args, model, q, given=())
            return q
        if args.random is not None:
            return model.random(
                seed=args.random, coordinates=coordinates, limits=not args.no_limits
            )
        positions = set_positions(args)
        refuse_degrees_of_lengths(positions, model.robot)
        if not args.open and any(each.joint in positions for each in model.followers):
            q = assemble(model, positions).q  # a joint that mimics another takes it along
        else:
            q = model.q(positions, coordinates=coordinates)
        _warn_beyond_limits(args, positions, model)
        if not args.open:
            warn_of_followers(args, model, q, given=positions)
        return q
    except LoopError as error:
        ways = [] if args.open is None else ["--open to leave the loops open"]
        if args.random is not None and not args.no_limits:
            ways.append("--no-limits to pass the limits")
        way_out = f". Use {', or '.join(ways)}" if ways else ""
        raise CommandError(f"{error}{way_out}", FINDINGS) from error
    except (FourbarError, ValueError) as error:
        raise CommandError(str(error)) from error


_GIVEN = {
    "set": "positions",
    "velocity": "velocities",
    "acceleration": "accelerations",
    "effort": "efforts",
    "spring": "springs",
}


def set_positions(args: argparse.Namespace, option: str = "set") -> dict[str, Value]:
    """The positions that `--set` (or another option) gives; a joint may be given once."""
    positions: dict[str, Value] = {}
    for name, value in getattr(args, option):
        if name in positions:
            what = _GIVEN.get(option, "values")
            raise CommandError(f"--{option} gives two {what} for joint '{name}'")
        positions[name] = value
    return positions


def refuse_degrees_of_lengths(positions: Mapping[str, Value], robot: Robot) -> None:
    """CommandError where a position in degrees is given for a length or a quaternion."""
    for name, value in positions.items():
        joint = robot.joints.get(name)
        if joint is None:
            continue  # the lookup reports it
        values = value if isinstance(value, tuple) else (value,)
        units = joint.kind.q_units("xyt" if len(values) > joint.kind.nq() else "xy")
        for number, unit in zip(values, units, strict=False):
            if isinstance(number, Degrees) and unit != "rad":
                what = "lengths [m]" if unit == "m" else "a quaternion"
                raise CommandError(f"joint '{name}' takes {what}, not degrees")


def _warn_beyond_limits(
    args: argparse.Namespace, positions: Mapping[str, Value], model: Model
) -> None:
    """Tell of positions that were set beyond the limits of their joints."""
    import sys
    from math import radians

    for name, value in positions.items():
        slot = model.joint(name)
        lower, upper = model.lower[slot.q].tolist(), model.upper[slot.q].tolist()
        values = value if isinstance(value, tuple) else (value,)
        for number, low, high, unit in zip(values, lower, upper, slot.units, strict=True):
            if unit is None or low <= number <= high:
                continue
            meant = ""
            if unit == "rad" and not isinstance(number, Degrees) and low <= radians(number) <= high:
                meant = f"; did you mean {number:g}deg?"
            sys.stderr.write(
                f"fourbar {args.command}: warning: joint '{name}' is set to {number:.6g} {unit}, "
                f"beyond its limits {low:.6g} to {high:.6g} {unit}{meant}\n"
            )


def warn_of_followers(
    args: argparse.Namespace, model: Model, q: NDArray[np.float64], *, given: Collection[str]
) -> None:
    """Tell which joints closed loops take beyond their limits, but for those `given` ones."""
    import sys

    from ...numerics import AT_LIMIT

    if not model.has_loops:
        return
    outside = (q < model.lower - AT_LIMIT) | (q > model.upper + AT_LIMIT)
    for slot in model.joints.values() if outside.any() else ():
        if slot.name in given or not outside[slot.q].any():
            continue
        values = zip(q[slot.q], model.lower[slot.q], model.upper[slot.q], slot.units, strict=True)
        for value, low, high, unit in values:
            if unit is not None and not low - AT_LIMIT <= value <= high + AT_LIMIT:
                sys.stderr.write(
                    f"fourbar {args.command}: warning: closing the loops takes joint "
                    f"'{slot.name}' to {value:.6g} {unit}, beyond its limits {low:.6g} to "
                    f"{high:.6g} {unit}\n"
                )


def warn_of_poses_beyond(args: argparse.Namespace, model: Model, Q: NDArray[np.float64]) -> None:
    """Tell how many of the poses (n, nq) of a motion have joints beyond their limits, and which."""
    import sys

    from ...numerics import AT_LIMIT

    outside = (model.lower - AT_LIMIT > Q) | (model.upper + AT_LIMIT < Q)
    beyond: list[str] = []
    for slot in model.joints.values():
        for k, unit in enumerate(slot.units):
            entry = slot.q.start + k
            if unit is None or not outside[:, entry].any():
                continue
            low, high = float(model.lower[entry]), float(model.upper[entry])
            reached = f"{Q[:, entry].min():.6g} to {Q[:, entry].max():.6g}"
            beyond.append(
                f"'{slot.name}' goes from {reached} {unit}, limits {low:.6g} to {high:.6g}"
            )
    if beyond:
        count = int(outside.any(axis=1).sum())
        sys.stderr.write(
            f"fourbar {args.command}: warning: {count} of {len(Q)} poses are beyond limits of "
            f"joints: {'; '.join(beyond)}\n"
        )


def _seed(text: str) -> int:
    """A seed of random numbers."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a seed is a whole number of at least 0, got '{text}'")
    return int(text)


def compile_model(robot: Robot, planar: Planar = "xy") -> Model:
    """The model of a robot, with its loops; CommandError where it has none."""
    from ...graph import GraphError
    from ...mechanics import Model, ModelError

    try:
        model = Model(robot, planar=planar, simd="generic")
        _ = model.loops
    except (GraphError, ModelError) as error:
        raise CommandError(str(error), FINDINGS) from error
    return model


def find_link(model: Model, name: str) -> str:
    """A link's name, checked."""
    from ...robot import UnknownNameError

    try:
        return model.link_names[model.link_number(name)]
    except UnknownNameError as error:
        raise CommandError(str(error)) from error


def joint_value(text: str) -> tuple[str, Value]:
    """JOINT=VALUE as the command line has it."""
    name, sign, value = text.rpartition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"expected JOINT=VALUE, got '{text}'")
    numbers = tuple(number(part) for part in value.split(","))
    return name, numbers[0] if len(numbers) == 1 else numbers


def number(text: str) -> float:
    """A finite number [rad or m], or one in degrees: 30deg."""
    from math import isfinite, radians

    word = text.strip()
    try:
        value = Degrees(radians(float(word[:-3]))) if word.endswith("deg") else float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"'{text}' is not finite")
    return value


def nonzero_number(text: str) -> float:
    """A finite number that is not zero, or one in degrees: 30deg."""
    value = number(text)
    if value == 0.0:
        raise argparse.ArgumentTypeError(f"'{text}' must not be zero")
    return value


def positions_of(model: Model, q: NDArray[np.float64]) -> dict[str, float | list[float]]:
    """Joint positions by name, as JSON has them."""
    return {
        name: float(q[slot.q][0]) if slot.nq == 1 else [float(x) for x in q[slot.q]]
        for name, slot in model.joints.items()
    }
