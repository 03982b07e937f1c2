"""`fourbar dynamics`: masses, weights and efforts of a robot at a pose."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..numerics import DYNAMICS_SLIP, REPORTS_ROUNDING, REPORTS_UNLOADED
from .failure import FINDINGS, NAME_THE_DRIVES, CommandError, refusal
from .jacobian import columns
from .options.conditions import add_conditions, model_under_conditions
from .options.json_output import add_json, json_text, with_errors
from .options.motion import (
    add_acceleration,
    add_velocity,
    read_acceleration,
    read_effort,
    read_velocity,
)
from .options.pose import add_pose, joint_value, positions_of, read_pose
from .options.robot import add_input, exit_status, open_robot
from .rounding import least_shown, shown_number

if TYPE_CHECKING:
    from ..mechanics import Model

HELP = "Show mass matrix, efforts that hold or move a robot, what its joints carry, and energy"
# Columns of a matrix that fit on a line of a terminal.
_WIDEST = 8
_AXES = ("fx", "fy", "fz", "mx", "my", "mz")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_pose(parser, closed=True)
    add_velocity(parser)
    add_acceleration(parser)
    parser.add_argument(
        "--effort",
        metavar="JOINT=VALUE",
        action="append",
        default=[],
        type=joint_value,
        help="effort of a joint [N m or N], for the accelerations that it causes (repeatable)",
    )
    parser.add_argument(
        "--reactions",
        action="store_true",
        help="also what joints and loops transmit: in the motion of --acceleration or --effort, "
        "else with independent joints at constant --velocity (default: at rest)",
    )
    add_conditions(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print terms at a pose; 1 where the mechanism has none there."""
    from ..error import FourbarError

    if args.acceleration and args.effort:
        raise CommandError("--acceleration and --effort cannot be combined: one causes the other")
    robot, report = open_robot(args)
    model = model_under_conditions(robot, args)
    q = read_pose(args, model)
    v = read_velocity(args, model, q)
    a = read_acceleration(args, model, q, v)
    tau = read_effort(args, model) if args.effort else None
    try:
        facts = terms(model, q, v) | _caused(model, q, v, a, tau)
        if args.reactions:
            facts |= _transmitted(model, q, v, a, tau)
        if a is not None or tau is not None or args.reactions:
            facts["restingFriction"] = _resting(model, v)
    except (FourbarError, ValueError) as error:
        raise _refusal(error, args) from error
    if args.json:
        sys.stdout.write(json_text("dynamics", 1, with_errors(facts, report)))
    else:
        sys.stdout.write(_text(facts, model))
    return exit_status(report)


def _refusal(error: Exception, args: argparse.Namespace) -> CommandError:
    """Why there are no such numbers; the way out is not the command that was called."""
    from ..mechanics.dynamics import ActuationError

    if not isinstance(error, ActuationError):
        return refusal(error)
    option = "--reactions" if args.reactions else "--acceleration"
    way_out = f"{NAME_THE_DRIVES}, or leave out {option} for what is known"
    return CommandError(f"{error.problem}; {way_out}", FINDINGS)


def terms(model: Model, q: Any, v: Any) -> dict[str, Any]:
    """What `--json` prints: matrices over independent joints, efforts of drives."""
    from ..mechanics.dynamics import ActuationError, bias, energy, gravity, mass_matrix

    names = columns(model, independent=False)
    try:
        held = _at_drives(model, names, gravity(model, None, q))
    except ActuationError:
        held = None  # a floating robot, or one with too few drives: nothing holds it
    found = energy(model, None, q, v)
    independent = columns(model, independent=True) if model.loops.blocks else names
    M = mass_matrix(model, None, q)
    return {
        "robot": model.name,
        "positions": positions_of(model, q),
        "mass": model.mass,
        "independent": independent,
        "massMatrix": M.tolist(),
        "massless": [
            name for name, own in zip(independent, M.diagonal(), strict=True) if not own > 0.0
        ],
        "bias": bias(model, None, q, v).tolist(),
        "holdingEfforts": held,
        "kineticEnergy": float(found.kinetic),
        "potentialEnergy": float(found.potential),
    }


def _at_drives(model: Model, names: list[str], tau: Any) -> dict[str, float]:
    """Efforts of joints with a drive, and of others that are not zero."""
    found = {name: float(x) for name, x in zip(names, tau, strict=True) if x != 0.0}
    found |= {drive.joint: found.get(drive.joint, 0.0) for drive in model.drives}
    return {name: found[name] for name in names if name in found}


def _caused(model: Model, q: Any, v: Any, a: Any, tau: Any) -> dict[str, Any]:
    """Efforts of the accelerations that were given, or the other way round."""
    from ..mechanics.dynamics import forward_dynamics, inverse_dynamics

    names = columns(model, independent=False)
    if a is not None:
        return {"efforts": _at_drives(model, names, inverse_dynamics(model, None, q, v, a))}
    if tau is None:
        return {}
    found = forward_dynamics(model, None, q, v, tau)
    return {"accelerations": dict(zip(names, found.tolist(), strict=True))}


def _resting(model: Model, v: Any) -> dict[str, float]:
    """The dry friction of joints that are too slow for it to count whole."""
    names = columns(model, independent=False)
    return {
        name: float(most)
        for name, most, speed in zip(names, model.friction, v, strict=True)
        if most > 0.0 and abs(speed) < DYNAMICS_SLIP
    }


def _transmitted(model: Model, q: Any, v: Any, a: Any, tau: Any) -> dict[str, Any]:
    """Wrenches of joints and loops in their own axes, and efforts of couplings and mimics.

    None where rigid links do not determine them.
    """
    from ..mechanics.dynamics import reactions

    found = reactions(model, None, q, v, a=a, tau=tau)
    couplings = {
        name: float(x) if sure else None
        for names, values, known in (
            (found.coupling_names, found.couplings, found.determined.couplings),
            (found.mimic_names, found.mimics, found.determined.mimics),
        )
        for name, x, sure in zip(names, values, known, strict=True)
    }
    wrenches = {
        name: [float(x) if sure else None for x, sure in zip(wrench, known, strict=True)]
        for names, wrenches, determined in (
            (found.joint_names, found.joints, found.determined.joints),
            (found.loop_names, found.loops, found.determined.loops),
        )
        for name, wrench, known in zip(names, wrenches, determined, strict=True)
    }
    return {"reactions": wrenches, "couplings": couplings}


def _text(facts: dict[str, Any], model: Model) -> str:
    from ..mechanics.effort_unit import effort_unit

    places = {name: column for column, name in enumerate(columns(model, independent=False))}

    def effort(titled: str, names: Iterable[str]) -> str:
        unit = effort_unit(model, [places[name] for name in names])
        return f"{titled} [{unit}]" if unit else titled

    names: list[str] = facts["independent"]
    if not names:
        energy = f"potential energy {shown_number(facts['potentialEnergy'])} J"
        none = f"{facts['robot']}: no joint moves, {facts['mass']:.6g} kg"
        fixed = _wrenches(facts["reactions"], 10) if facts.get("reactions") else []
        return "\n".join([none, *fixed, "", energy, ""])
    width = max([len(name) for name in names] + [10])
    whole = len(names) <= _WIDEST
    moving, mass = f"{model.moving_mass:.6g}", f"{facts['mass']:.6g}"
    lines = [
        f"{facts['robot']}: {moving} kg that move" + (f", of {mass} kg" * (moving != mass)),
        "",
        "mass matrix [kg m^2, kg m, kg]"
        if whole
        else f"diagonal of the mass matrix [kg m^2 or kg]; --json has all {len(names)} columns",
    ]
    least = least_shown((x for row in facts["massMatrix"] for x in row), REPORTS_ROUNDING)
    for number, (name, row) in enumerate(zip(names, facts["massMatrix"], strict=True)):
        shown = row if whole else [row[number]]
        lines.append(
            f"  {name:<{width}}" + "".join(f" {shown_number(x, least):>12}" for x in shown)
        )
    lines += ["", effort("bias: weight and velocity at the independent joints", names)]
    lines += _named(dict(zip(names, facts["bias"], strict=True)), width)
    if facts["massless"]:
        names = facts["massless"]
        lines += ["", f"no mass behind: {', '.join(names)}; their accelerations are not defined"]
    held: dict[str, float] | None = facts["holdingEfforts"]
    lines += ["", effort("efforts of drives that hold the pose", held or {})]
    if held is None:
        lines.append("  none do: the drives cannot hold this robot")
    lines += _named(held or {}, width)
    for key, title in (
        (
            "efforts",
            effort("efforts of drives that cause the accelerations", facts.get("efforts", ())),
        ),
        ("accelerations", "accelerations that the efforts cause [rad/s^2 or m/s^2]"),
    ):
        if key in facts:
            lines += ["", title, *_named(facts[key], width)]
    if "reactions" in facts:
        lines += _wrenches(facts["reactions"], width)
    if facts.get("couplings"):
        lines += ["", "efforts of couplings and mimics, at a joint with the factor 1 [N m or N]"]
        lines += [
            f"  {name:<{width}} {'-' if x is None else shown_number(x):>12}"
            for name, x in facts["couplings"].items()
        ]
    resting: dict[str, float] = facts.get("restingFriction", {})
    if resting:
        of = ", ".join(f"{name} {shown_number(x)}" for name, x in resting.items())
        lines += [
            "",
            effort("dry friction of joints at rest, which is left out here", resting) + f": {of}",
            "  efforts beyond it set a joint going; `fourbar simulate` lets joints stick",
        ]
    lines += [
        "",
        f"kinetic energy   {shown_number(facts['kineticEnergy'])} J",
        f"potential energy {shown_number(facts['potentialEnergy'])} J",
    ]
    return "\n".join(lines) + "\n"


def _named(values: dict[str, float], width: int) -> list[str]:
    least = least_shown(values.values(), REPORTS_ROUNDING)
    return [f"  {name:<{width}} {shown_number(x, least):>12}" for name, x in values.items()]


def _wrenches(found: dict[str, list[float | None]], width: int) -> list[str]:
    width = max([len(name) for name in found] + [width])
    known = (x for row in found.values() for x in row if x is not None)
    least = least_shown(known, REPORTS_UNLOADED)
    lines = ["", "what joints transmit, in their own axes [N, N m]; - is not determined"]
    lines.append("  " + " " * width + "".join(f" {word:>12}" for word in _AXES))
    for name, row in found.items():
        shown = ("-" if x is None else shown_number(x, least) for x in row)
        lines.append(f"  {name:<{width}}" + "".join(f" {word:>12}" for word in shown))
    return lines
