"""`fourbar simulate`: let a robot move under gravity and efforts, loops closed."""

from __future__ import annotations

import argparse
import sys
import warnings
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..formats.table import either, suffix_of, suffixes_with
from ..numerics import SIMULATE_ABSOLUTE, SIMULATE_RELATIVE
from .failure import FINDINGS, CommandError, refusal
from .jacobian import columns
from .options.conditions import add_conditions, model_under_conditions
from .options.json_output import add_json, json_text, with_errors
from .options.motion import add_effort, add_velocity, read_effort, read_velocity
from .options.numbers import positive, share
from .options.pose import Degrees, add_pose, joint_value, read_pose, set_positions
from .options.robot import add_input, exit_status, open_robot

if TYPE_CHECKING:
    from ..diagnostics import Report
    from ..mechanics.simulation import Motion

HELP = "Let a robot move under gravity and efforts, and record the motion"
_TABLES = (".json", ".csv", ".npz")
_ANIMATED = suffixes_with("motions")
# Events that are printed; a joint may bounce thousands of times.
_SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_pose(parser, limits="let joints pass their limits", closed=True)
    add_velocity(parser)
    add_effort(parser)
    add_conditions(parser)
    parser.add_argument(
        "--spring",
        metavar="JOINT=VALUE",
        action="append",
        default=[],
        type=joint_value,
        help="stiffness of a spring at a joint [N m/rad or N/m], and after a comma its rest "
        "position [rad or m], in place of the description's (repeatable)",
    )
    parser.add_argument(
        "--duration", metavar="SECONDS", type=positive, default=2.0, help="how long (default: 2)"
    )
    parser.add_argument(
        "--dt",
        metavar="SECONDS",
        type=positive,
        default=1e-3,
        help="length of a step, or the time between samples of --integrator adaptive "
        "(default: 0.001)",
    )
    parser.add_argument(
        "--every",
        metavar="N",
        type=int,
        default=1,
        help="record every Nth step only (default: 1)",
    )
    parser.add_argument(
        "--integrator",
        choices=("rk4", "semi_implicit", "implicit", "adaptive"),
        default="rk4",
        help="how steps are made (default: rk4)",
    )
    for name, size in (("relative", SIMULATE_RELATIVE), ("absolute", SIMULATE_ABSOLUTE)):
        of = "as a share of the state" if name == "relative" else "[m, rad, m/s or rad/s]"
        parser.add_argument(
            f"--{name}",
            metavar="VALUE",
            type=positive,
            help=f"error allowed in a step of --integrator adaptive, {of} (default: {size:g})",
        )
    parser.add_argument("--no-friction", action="store_true", help="leave out damping and friction")
    parser.add_argument(
        "--restitution",
        metavar="VALUE",
        type=share,
        help="the share of their speed that joints bounce back with at their limits (default: 0)",
    )
    parser.add_argument(
        "--clip-efforts",
        action="store_true",
        help="cut efforts at the limits of joints and drives",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUTPUT",
        help=f"write the motion: {either(_TABLES)}, or the robot with it as an animation: "
        f"{either(_ANIMATED)}",
    )
    parser.add_argument("--plot", metavar="PLOT", help="plot the motion to this .svg file")
    add_json(parser, "print the motion as JSON")


def run(args: argparse.Namespace) -> int:
    """Simulate; 1 where the motion cannot be computed."""
    from ..error import FourbarError
    from ..files import write_atomic
    from ..mechanics.simulation import SimulationWarning, simulate
    from ..robot import Spring

    _check_outputs(args)
    _refuse_idle(args)
    robot, report = open_robot(args)
    model = model_under_conditions(robot, args)
    if not model.nv:
        raise CommandError(f"'{model.name}' has no joint that moves", FINDINGS)
    q = read_pose(args, model, limited=True)
    v = read_velocity(args, model, q)
    springs = {name: Spring(*values) for name, values in _springs(args).items()}
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", SimulationWarning)
            motion = simulate(
                model,
                q,
                v,
                dt=args.dt,
                duration=args.duration,
                every=args.every,
                effort=read_effort(args, model),
                springs=springs,
                integrator=args.integrator,
                relative=args.relative,
                absolute=args.absolute,
                friction=not args.no_friction,
                limits=not args.no_limits,
                restitution=args.restitution or 0.0,
                clip_efforts=args.clip_efforts,
            )
    except (FourbarError, ValueError) as error:
        raise refusal(error) from error
    for warning in told:
        sys.stderr.write(f"fourbar {args.command}: warning: {warning.message}\n")
    if args.plot:
        write_atomic(args.plot, motion.plot())
    if args.output:
        _write(args.output, motion, report)
    if args.json:
        sys.stdout.write(_json(motion, report))
    else:
        sys.stdout.write(_summary(motion, args))
    return exit_status(report)


def _check_outputs(args: argparse.Namespace) -> None:
    if args.plot and Path(args.plot).suffix.lower() != ".svg":
        raise CommandError(
            f"cannot draw '{args.plot}': plots are SVG; use {Path(args.plot).stem}.svg"
        )
    if args.output and suffix_of(args.output) not in (*_TABLES, *_ANIMATED):
        known = ", ".join((*_TABLES, *_ANIMATED))
        raise CommandError(f"cannot write a motion to '{args.output}'; expected one of: {known}")


def _refuse_idle(args: argparse.Namespace) -> None:
    """CommandError for options that would do nothing."""
    if args.restitution is not None and args.no_limits:
        raise CommandError("--restitution has no effect with --no-limits: joints hit nothing")
    if args.clip_efforts and not args.effort:
        raise CommandError("--clip-efforts has no effect without --effort")


def _springs(args: argparse.Namespace) -> dict[str, tuple[float, ...]]:
    found: dict[str, tuple[float, ...]] = {}
    for name, value in set_positions(args, "spring").items():
        found[name] = value if isinstance(value, tuple) else (value,)
        if len(found[name]) > 2:
            raise CommandError(f"--spring takes a stiffness and a rest position for '{name}'")
        if isinstance(found[name][0], Degrees):
            raise CommandError(
                f"the stiffness of --spring {name} is in N m/rad or N/m, not in degrees"
            )
    return found


def describe(motion: Motion) -> dict[str, Any]:
    """The motion as plain values: for every joint, one entry per sample."""
    model = motion.model
    error = float(motion.energy_error)

    def by_name(rows: Any, place: str) -> dict[str, Any]:
        return {
            name: rows[:, getattr(slot, place).start].tolist()
            if getattr(slot, f"n{place}") == 1
            else rows[:, getattr(slot, place)].tolist()
            for name, slot in model.joints.items()
        }

    return {
        "robot": model.name,
        "times": motion.t.tolist(),
        "positions": by_name(motion.q, "q"),
        "velocities": by_name(motion.v, "v"),
        "accelerations": by_name(motion.a, "v"),
        "efforts": by_name(motion.tau, "v"),
        "kineticEnergy": motion.energy.kinetic.tolist(),
        "potentialEnergy": motion.energy.potential.tolist(),
        "energyError": error if isfinite(error) else None,
        "residual": motion.residual.tolist(),
        "events": [
            {"kind": e.kind, "time": e.t, "joint": e.joint, "impulse": e.impulse}
            for e in motion.events
        ],
    }


def _json(motion: Motion, report: Report) -> str:
    return json_text("simulate", 1, with_errors(describe(motion), report), indent=None)


def _write(file: str, motion: Motion, report: Report) -> None:
    from ..files import write_atomic

    if suffix_of(file) == ".json":
        write_atomic(file, _json(motion, report))
    else:
        motion.save(file)


def _drift(motion: Motion, args: argparse.Namespace) -> str:
    """How well energy is kept where nothing changes it."""
    error = float(motion.energy_error)
    if not isfinite(error):
        return ""
    if motion.keeps_energy:
        return f", kept to {error:.1e}"
    brakes = (motion.model.damping, motion.model.friction)
    braked = not args.no_friction and any(values.any() for values in brakes)
    stopped = args.restitution != 1.0 and any(event.kind == "limit" for event in motion.events)
    if braked or stopped:
        other = "implicit" if args.integrator in ("rk4", "semi_implicit") else "adaptive"
        what = f"rises by {error:.1e} of what moves, though nothing drives it"
    else:
        other = "adaptive"
        what = f"changes by {error:.1e} of what moves, though nothing drives or brakes it"
    if args.integrator == "adaptive":  # dt is where samples are, not a step
        way = "smaller --relative and --absolute, or --integrator implicit for stiff springs"
    else:
        way = "a smaller --dt" + ("" if other == args.integrator else f", or --integrator {other}")
    return f"\n         {what}; use {way}"


def _summary(motion: Motion, args: argparse.Namespace) -> str:
    from ..mechanics.effort_unit import effort_unit

    total = motion.energy.total
    lines = [
        f"{motion.model.name}: {motion.t[-1]:g} s, {len(motion.t)} samples, {args.integrator}",
        f"energy   {total[0]:.9g} J at first, {total[-1]:.9g} J at last{_drift(motion, args)}",
    ]
    if motion.model.loops.blocks:
        lines.append(f"loops    open by at most {motion.residual.max():.1e} m or rad")
    places = {name: column for column, name in enumerate(columns(motion.model, independent=False))}
    for event in motion.events[:_SHOWN]:
        what = (
            f"joint '{event.joint}' reached its limit, impulse {event.impulse:.6g} "
            f"{effort_unit(motion.model, [places[event.joint]])} s"
            if event.kind == "limit"
            else "singular pose"
        )
        lines.append(f"{event.t:9.6f} s  {what}")
    if len(motion.events) > _SHOWN:
        lines.append(f"and {len(motion.events) - _SHOWN} more; --json has all")
    return "\n".join(lines) + "\n"
