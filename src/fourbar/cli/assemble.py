"""`fourbar assemble`: close the loops of a mechanism and print where its joints are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING

from .failure import FINDINGS, OK, CommandError
from .options.json_output import add_json, json_text
from .options.planar import add_planar
from .options.pose import (
    add_set,
    compile_model,
    positions_of,
    refuse_degrees_of_lengths,
    set_positions,
)
from .options.robot import add_input, open_robot
from .options.table import position_lines

if TYPE_CHECKING:
    from ..mechanics import Model
    from ..mechanics.loops import Assembly

HELP = "Close the loops of a mechanism, with some joints held"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_set(parser, "hold a joint at this position")
    parser.add_argument("--limits", action="store_true", help="stay within the joint limits")
    add_planar(parser)
    add_json(parser)
    parser.add_argument(
        "-o", "--output", metavar="OUTPUT", help="write the result to this file as JSON"
    )


def run(args: argparse.Namespace) -> int:
    """Assemble; 1 when the mechanism does not close."""
    from ..files import write_atomic
    from ..mechanics.loops import LoopError, assemble
    from ..robot import UnknownNameError

    robot, _ = open_robot(args)
    model = compile_model(robot, args.planar)
    held = set_positions(args)
    refuse_degrees_of_lengths(held, robot)
    try:
        found = assemble(model, held, limits=args.limits)
    except LoopError as error:
        raise CommandError(f"{error}{_freedoms(model, list(held))}", FINDINGS) from error
    except (UnknownNameError, ValueError) as error:
        raise CommandError(str(error)) from error
    facts = {
        "robot": model.name,
        "positions": positions_of(model, found.q),
        "residual": found.residual,
        "iterations": found.iterations,
        "starts": found.starts,
        "branch": list(found.branch),
    }
    text = json_text("assemble", 1, facts)
    if args.output:
        write_atomic(args.output, text)
    elif args.json:
        sys.stdout.write(text)
    else:
        sys.stdout.write(_text(model, found, held))
    return OK


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
            ways = "1 degree" if freedoms == 1 else f"{freedoms} degrees"
            return f". These joints share {ways} of freedom; hold fewer of them"
    return ""


def _text(model: Model, found: Assembly, held: Collection[str]) -> str:
    steps = "1 iteration" if found.iterations == 1 else f"{found.iterations} iterations"
    first = (
        f"{model.name} closes to {found.residual:.2g} in {steps}"
        if model.loops
        else f"{model.name} has no loops, couplings or mimics to close"
    )
    return "\n".join([first, *position_lines(model, found.q, held=held)]) + "\n"
