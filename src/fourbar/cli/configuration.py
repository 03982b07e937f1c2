"""The configuration a command works at: its options, and what they mean for a model."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..mechanics import Model
    from ..robot import Robot


class UsageError(ValueError):
    """An option that does not fit this robot."""


def add_configuration(parser: argparse.ArgumentParser) -> None:
    """Declare the options that give a configuration."""
    group = parser.add_argument_group("configuration (default: all zero)")
    group.add_argument(
        "--q",
        metavar="JOINT=VALUE",
        nargs="+",
        default=[],
        help="positions [rad or m] by joint (several numbers with commas), or all of q in order",
    )
    group.add_argument("--degrees", action="store_true", help="angles in --q are degrees")
    group.add_argument("--named", metavar="NAME", help="a named configuration, as an SRDF has")
    group.add_argument("--random", metavar="SEED", type=int, help="random within the limits")


def compile_model(robot: Robot) -> Model:
    """The model of a robot that was read; UsageError where it has none."""
    from ..graph import GraphError
    from ..mechanics import Model, ModelError

    try:
        return Model(robot)
    except (GraphError, ModelError) as error:
        raise UsageError(str(error)) from error


def read_configuration(args: argparse.Namespace, model: Model) -> NDArray[np.float64]:
    """The configuration that the options give."""
    from ..error import FourbarError

    if sum((bool(args.q), args.named is not None, args.random is not None)) > 1:
        raise UsageError("--q, --named and --random exclude each other")
    try:
        if args.named is not None:
            return model.configuration(args.named)
        if args.random is not None:
            return model.random(seed=args.random)
        if args.q and not any("=" in word for word in args.q):
            return _in_order(args, model)
        return model.q(dict(_position(word, args.degrees, model) for word in args.q))
    except (FourbarError, ValueError) as error:
        raise UsageError(str(error)) from error


def find_link(model: Model, name: str) -> str:
    """A link's name, checked."""
    from ..robot import UnknownNameError

    try:
        return model.link_names[model.link_number(name)]
    except UnknownNameError as error:
        raise UsageError(str(error)) from error


def _in_order(args: argparse.Namespace, model: Model) -> NDArray[np.float64]:
    import numpy as np

    if len(args.q) != model.nq:
        order = ", ".join(model.joint_names)
        raise UsageError(f"--q has {len(args.q)} numbers, q takes {model.nq}: {order}")
    q = np.array([_number(word) for word in args.q])
    if args.degrees:
        for joint in model.joints.values():
            turns = [unit == "rad" for unit in joint.units]
            q[joint.q] = np.where(turns, np.radians(q[joint.q]), q[joint.q])
    return q


def _position(word: str, degrees: bool, model: Model) -> tuple[str, list[float]]:
    from math import radians

    name, sign, text = word.partition("=")
    if not sign:
        raise UsageError(f"'{word}' is not JOINT=VALUE")
    values = [_number(number) for number in text.split(",")]
    units = model.joint(name).units
    if degrees and len(values) == len(units):
        turned = zip(values, units, strict=True)
        return name, [radians(x) if unit == "rad" else x for x, unit in turned]
    return name, values


def _number(text: str) -> float:
    from math import isfinite

    try:
        value = float(text)
    except ValueError:
        raise UsageError(f"'{text}' is not a number") from None
    if not isfinite(value):
        raise UsageError(f"'{text}' is not finite")
    return value
