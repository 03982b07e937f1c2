"""How a mechanism moves at a pose: `--velocity` and `--effort`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..failure import FINDINGS, CommandError
from .pose import Degrees, joint_value, refuse_degrees_of_lengths, set_positions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...mechanics import Model

_FITS = 1e-9
"""Velocities that a mechanism must have, as a share of those that were asked for."""


def add_velocity(parser: argparse.ArgumentParser) -> None:
    """Declare `--velocity`."""
    parser.add_argument(
        "--velocity",
        metavar="JOINT=VALUE",
        action="append",
        default=[],
        type=joint_value,
        help="velocity of a joint [rad/s or m/s]; joints in loops follow (repeatable; default: at "
        "rest)",
    )


def read_velocity(
    args: argparse.Namespace, model: Model, q: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The velocities v (nv,) with which the mechanism moves as `--velocity` says."""
    import numpy as np

    from ..._native import explicit_form
    from ...error import FourbarError

    wanted = by_joint(args, model, "velocity")
    columns = [c for name in wanted for c in range(model.nv)[model.joint(name).v]]
    values = np.array([x for numbers in wanted.values() for x in numbers])
    if not columns:
        return np.zeros(model.nv)
    try:
        G, _ = explicit_form(model, None, q, None)
    except FourbarError as error:
        raise CommandError(str(error), FINDINGS) from error
    u = np.linalg.lstsq(G[columns], values, rcond=_FITS)[0]
    if np.abs(G[columns] @ u - values).max() > _FITS * np.abs(values).max():
        names = ", ".join(f"'{name}'" for name in wanted)
        raise CommandError(f"{_what_binds(model)} do not let {names} move like that")
    return G @ u


def add_acceleration(parser: argparse.ArgumentParser) -> None:
    """Declare `--acceleration`."""
    parser.add_argument(
        "--acceleration",
        metavar="JOINT=VALUE",
        action="append",
        default=[],
        type=joint_value,
        help="acceleration of a joint [rad/s^2 or m/s^2], for the efforts that cause it; joints in "
        "loops follow (repeatable)",
    )


def read_acceleration(
    args: argparse.Namespace, model: Model, q: NDArray[np.float64], v: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """The accelerations a (nv,) that `--acceleration` gives; None without any."""
    import numpy as np

    from ..._native import explicit_form
    from ...error import FourbarError

    wanted = by_joint(args, model, "acceleration")
    columns = [c for name in wanted for c in range(model.nv)[model.joint(name).v]]
    if not columns:
        return None
    try:
        G, g = explicit_form(model, None, q, v)
    except FourbarError as error:
        raise CommandError(str(error), FINDINGS) from error
    values = np.array([x for numbers in wanted.values() for x in numbers]) - g[columns]
    du = np.linalg.lstsq(G[columns], values, rcond=_FITS)[0]
    if np.abs(G[columns] @ du - values).max() > _FITS * max(1.0, float(np.abs(values).max())):
        names = ", ".join(f"'{name}'" for name in wanted)
        raise CommandError(f"{_what_binds(model)} do not let {names} accelerate like that")
    return G @ du + g


def _what_binds(model: Model) -> str:
    """What makes joints follow others."""
    robot = model.robot
    kinds = {
        "loops": len(robot.loops),
        "couplings": len(robot.couplings),
        "mimics": len(model.followers),
    }
    return f"the {' and '.join(kind for kind, n in kinds.items() if n)} of '{model.name}'"


def read_effort(args: argparse.Namespace, model: Model) -> NDArray[np.float64]:
    """The efforts (nv,) that `--effort` gives."""
    import numpy as np

    tau = np.zeros(model.nv)
    for name, numbers in by_joint(args, model, "effort").items():
        if args.drives and name not in args.drives:
            motors = ", ".join(args.drives)
            raise CommandError(
                f"--effort gives an effort of joint '{name}', which has no motor by --drives "
                f"({motors}); add --drives {name}, or leave --drives out"
            )
        if any(isinstance(x, Degrees) for x in numbers):
            raise CommandError(f"--effort {name} is in N m or N, not in degrees")
        tau[model.joint(name).v] = numbers
    return tau


def add_effort(parser: argparse.ArgumentParser) -> None:
    """Declare `--effort`."""
    parser.add_argument(
        "--effort",
        metavar="JOINT=VALUE",
        action="append",
        default=[],
        type=joint_value,
        help="constant effort of a joint [N m or N] (repeatable; default: none)",
    )


def by_joint(
    args: argparse.Namespace, model: Model, option: str
) -> Mapping[str, tuple[float, ...]]:
    """A number for each velocity of the joints that an option names; CommandError otherwise."""
    from ...error import FourbarError

    found: dict[str, tuple[float, ...]] = {}
    for name, value in set_positions(args, option).items():
        numbers = value if isinstance(value, tuple) else (value,)
        try:
            slot = model.joint(name)
        except (FourbarError, ValueError) as error:
            raise CommandError(str(error)) from error
        if len(numbers) != slot.nv:
            raise CommandError(
                f"--{option} gives {len(numbers)} numbers for joint '{name}', expected {slot.nv}"
            )
        found[name] = numbers
    refuse_degrees_of_lengths(found, model.robot)
    return found
