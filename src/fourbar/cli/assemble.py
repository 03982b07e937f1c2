"""`fourbar assemble`: close the loops of a mechanism and print where its joints are."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from .inputs import add_input, read_input, show_findings

if TYPE_CHECKING:
    from ..mechanics import Model
    from ..robot import Robot

HELP = "Close the loops of a mechanism, with some joints held"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_loop_options(parser)
    parser.add_argument("--limits", action="store_true", help="stay within the joints' limits")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("-o", "--output", metavar="OUTPUT", help="write JSON to this file")


def add_loop_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options that `assemble` and `trace` share."""
    parser.add_argument(
        "--set",
        metavar="JOINT=VALUE",
        action="append",
        default=[],
        type=position,
        help="hold a joint at a position [rad or m], or in degrees with a trailing 'deg'; several "
        "numbers are separated by commas (repeatable)",
    )


def run(args: argparse.Namespace) -> int:
    """Assemble; 1 when the description has errors or does not close."""
    from ..files import write_atomic
    from ..mechanics.loops import LoopError, assemble
    from ..robot import UnknownNameError
    from . import FINDINGS, OK, fail

    robot, report = read_input(args)
    show_findings(report, args.file)
    if robot is None or not report.ok:
        return FINDINGS
    model = compile_model(args, robot)
    if isinstance(model, int):
        return model
    try:
        found = assemble(model, held_positions(args), limits=args.limits)
    except LoopError as error:
        fail(args, str(error) + _freedoms(model, [name for name, _ in args.set]))
        return FINDINGS
    except (UnknownNameError, ValueError) as error:
        return fail(args, str(error))
    facts = {
        "robot": model.name,
        "positions": positions_of(model, found.q),
        "residual": found.residual,
        "iterations": found.iterations,
        "starts": found.starts,
        "branch": list(found.branch),
    }
    text = json.dumps(facts, indent=2, ensure_ascii=False) + "\n"
    if args.output:
        write_atomic(args.output, text)
    elif args.json:
        sys.stdout.write(text)
    else:
        sys.stdout.write(_text(model, facts, {name for name, _ in args.set}))
    return OK


def held_positions(args: argparse.Namespace) -> dict[str, float | tuple[float, ...]]:
    """What --set says; ValueError for a joint that is in two places."""
    positions: dict[str, float | tuple[float, ...]] = {}
    for name, value in args.set:
        if name in positions:
            raise ValueError(f"joint '{name}' is given two positions with --set")
        positions[name] = value
    return positions


def _freedoms(model: Model, held: list[str]) -> str:
    """Why many held joints cannot close, where that is the reason."""
    from ..mechanics import mobility
    from ..mechanics.loops import LoopError

    if len(held) < 2:
        return ""
    try:
        counts = mobility(model)
    except LoopError:
        return ""
    for block, own in zip(counts.blocks, model.loops.blocks, strict=True):
        freedoms = block.n - block.rank
        inside = sum(model.joints[name].nv for name in held if name in own.joints)
        if inside > freedoms:
            ways = "1 freedom" if freedoms == 1 else f"{freedoms} freedoms"
            return f". These joints share {ways}: hold no more than that"
    return ""


def compile_model(args: argparse.Namespace, robot: Robot) -> Model | int:
    """The model, or the exit status after saying why there is none."""
    from ..graph import GraphError
    from ..mechanics import Model, ModelError
    from . import FINDINGS, fail

    try:
        model = Model(robot)
        _ = model.loops
    except (GraphError, ModelError) as error:
        fail(args, str(error))
        return FINDINGS
    return model


def positions_of(model: Model, q: Any) -> dict[str, float | list[float]]:
    """Joint positions by name, as JSON has them."""
    return {
        name: float(q[slot.q][0]) if slot.nq == 1 else [float(x) for x in q[slot.q]]
        for name, slot in model.joints.items()
    }


def position(text: str) -> tuple[str, float | tuple[float, ...]]:
    """JOINT=VALUE as the command line has it."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"'{text}' is not JOINT=VALUE")
    numbers = tuple(number(part) for part in value.split(","))
    return name, numbers[0] if len(numbers) == 1 else numbers


def number(text: str) -> float:
    """A finite number [rad or m], or one in degrees: 30deg."""
    from math import isfinite, radians

    word = text.strip()
    try:
        value = radians(float(word[:-3])) if word.endswith("deg") else float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"'{text}' is not finite")
    return value


def _text(model: Model, facts: dict[str, Any], held: set[str]) -> str:
    from math import degrees

    steps = "1 iteration" if facts["iterations"] == 1 else f"{facts['iterations']} iterations"
    lines = [
        f"{facts['robot']} closes to {facts['residual']:.2g} in {steps}"
        if model.loops
        else f"{facts['robot']} has no loops, couplings or mimics to close"
    ]
    width = max((len(name) for name in facts["positions"]), default=0)
    for name, value in facts["positions"].items():
        numbers = [value] if isinstance(value, float) else value
        # Adding zero turns -0 into 0.
        shown = " ".join(f"{round(x, 6) + 0.0:12.6f}" for x in numbers)
        units = model.joints[name].units
        if units == ("rad",):
            shown += f" rad {round(degrees(numbers[0]), 3) + 0.0:10.3f} deg"
        elif None not in units:
            shown += " " + " ".join(dict.fromkeys(map(str, units)))
        lines.append(f"  {name:<{width}} {shown}{'  held' if name in held else ''}")
    return "\n".join(lines) + "\n"
