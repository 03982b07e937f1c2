"""`fourbar dynamics`: masses, weights and efforts of a robot at a pose."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from .failure import CommandError, refusal
from .jacobian import columns
from .options.json_output import add_json, json_text
from .options.motion import add_velocity, read_velocity
from .options.pose import add_pose, compile_model, positions_of, read_pose
from .options.robot import add_input, exit_status, open_robot

if TYPE_CHECKING:
    from ..mechanics import Model

HELP = "Show mass matrix, efforts that hold a pose, and energy"
# Columns of a matrix that fit on a line of a terminal.
_WIDEST = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_pose(parser)
    add_velocity(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print terms at a pose; 1 where the mechanism has none there."""
    from ..error import FourbarError

    robot, report = open_robot(args)
    model = compile_model(robot, args.planar)
    if args.open:
        raise CommandError("dynamics honour loops; --open cannot be used here")
    q = read_pose(args, model)
    v = read_velocity(args, model, q)
    try:
        facts = terms(model, q, v)
    except (FourbarError, ValueError) as error:
        raise refusal(error) from error
    if args.json:
        sys.stdout.write(json_text("dynamics", 1, facts))
    else:
        sys.stdout.write(_text(facts))
    return exit_status(report)


def terms(model: Model, q: Any, v: Any) -> dict[str, Any]:
    """What `--json` prints: matrices over independent joints, efforts of drives."""
    from ..mechanics.dynamics import (
        ActuationError,
        bias,
        energy,
        gravity,
        mass_matrix,
    )

    names = columns(model, independent=False)
    try:
        holding = gravity(model, None, q)
        held = {name: float(x) for name, x in zip(names, holding, strict=True) if x != 0.0}
        held |= {drive.joint: held.get(drive.joint, 0.0) for drive in model.drives}
        held = {name: held[name] for name in names if name in held}
    except ActuationError:
        held = None  # a floating robot, or one with too few drives: nothing holds it
    found = energy(model, None, q, v)
    return {
        "robot": model.name,
        "positions": positions_of(model, q),
        "mass": model.mass,
        "independent": columns(model, independent=True) if model.loops.blocks else names,
        "massMatrix": mass_matrix(model, None, q).tolist(),
        "bias": bias(model, None, q, v).tolist(),
        "holdingEfforts": held,
        "kineticEnergy": float(found.kinetic),
        "potentialEnergy": float(found.potential),
    }


def _text(facts: dict[str, Any]) -> str:
    names: list[str] = facts["independent"]
    width = max([len(name) for name in names] + [10])
    whole = len(names) <= _WIDEST
    lines = [
        f"{facts['robot']}: {facts['mass']:.6g} kg that move",
        "",
        "mass matrix [kg m^2, kg m, kg]"
        if whole
        else f"diagonal of the mass matrix [kg m^2 or kg]; --json has all {len(names)} columns",
    ]
    for number, (name, row) in enumerate(zip(names, facts["massMatrix"], strict=True)):
        shown = row if whole else [row[number]]
        lines.append(f"  {name:<{width}}" + "".join(f" {_number(x):>12}" for x in shown))
    lines += ["", "bias: weight and velocity at the independent joints [N m or N]"]
    for name, value in zip(names, facts["bias"], strict=True):
        lines.append(f"  {name:<{width}} {_number(value):>12}")
    lines += ["", "efforts of drives that hold the pose [N m or N]"]
    held: dict[str, float] | None = facts["holdingEfforts"]
    if held is None:
        lines.append("  none do: the drives cannot hold this robot")
    for name, value in (held or {}).items():
        lines.append(f"  {name:<{width}} {_number(value):>12}")
    lines += [
        "",
        f"kinetic energy   {_number(facts['kineticEnergy'])} J",
        f"potential energy {_number(facts['potentialEnergy'])} J",
    ]
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return f"{value + 0.0:.6g}"
