"""`fourbar assemble`: close the loops of a mechanism and print where its joints are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from .failure import FINDINGS, OK, CommandError
from .options.json_output import add_json, json_text, with_errors
from .options.own_input import refuse_robot
from .options.planar import add_planar
from .options.pose import (
    add_set,
    compile_model,
    positions_of,
    refuse_degrees_of_lengths,
    set_positions,
    warn_of_followers,
)
from .options.robot import add_input, open_robot
from .options.table import position_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..diagnostics import Report
    from ..mechanics import Model
    from ..mechanics.loops import Assembly

_LISTED = 8

HELP = "Close the loops of a mechanism, with some joints held"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_set(parser, "hold a joint at this position")
    add_set(parser, "choose the way of assembly with a joint near this position", option="--near")
    parser.add_argument(
        "--branch",
        metavar="N",
        nargs="?",
        type=_branch,
        const=0,
        help="list the ways of assembling the mechanism, the nearest first, or use number N",
    )
    parser.add_argument("--limits", action="store_true", help="stay within the joint limits")
    add_planar(parser)
    add_json(parser)
    parser.add_argument(
        "-o", "--output", metavar="OUTPUT", help="write the result to this file as JSON"
    )


def run(args: argparse.Namespace) -> int:
    """Assemble; 1 when the mechanism does not close."""
    from ..files import write_atomic
    from ..mechanics.loops import LoopError, assemble, assemblies
    from ..robot import UnknownNameError

    refuse_robot(args.output, "the result as JSON")
    robot, report = open_robot(args)
    model = compile_model(robot, args.planar)
    held = set_positions(args)
    refuse_degrees_of_lengths(held, robot)
    try:
        near = _start(args, model)
        if args.branch is None:
            if near is None:
                found = assemble(model, held, limits=args.limits)
            else:
                found = _nearest(args, model, near)
        else:
            ways = assemblies(model, held, near, limits=args.limits)
            if args.branch == 0:
                return _list(args, model, ways, report)
            found = _chosen(ways, args.branch)
    except LoopError as error:
        raise CommandError(f"{error}{_freedoms(model, list(held))}", FINDINGS) from error
    except (UnknownNameError, ValueError) as error:
        raise CommandError(str(error)) from error
    warn_of_followers(args, model, found.q, given=held)
    facts = {
        "robot": model.name,
        "positions": positions_of(model, found.q),
        "residual": found.residual,
        "iterations": found.iterations,
        "starts": found.starts,
        "branch": list(found.branch),
    }
    text = json_text("assemble", 1, with_errors(facts, report))
    if args.output:
        write_atomic(args.output, text)
    elif args.json:
        sys.stdout.write(text)
    else:
        sys.stdout.write(_text(model, found, held))
    return OK


def _start(args: argparse.Namespace, model: Model) -> NDArray[np.float64] | None:
    """The configuration that `--near` gives; None without it."""
    if not args.near:
        return None
    positions = set_positions(args, "near")
    refuse_degrees_of_lengths(positions, model.robot)
    return model.q(positions, coordinates="spanning")


def _nearest(args: argparse.Namespace, model: Model, near: NDArray[np.float64]) -> Assembly:
    """The way of assembly whose joints are nearest to where `--near` has them."""
    import numpy as np

    from ..mechanics.loops import LoopError, assemble, assemblies

    held = set_positions(args)
    if not held:  # nothing else is asked for: there exactly, if the mechanism closes there
        with suppress(LoopError):
            return assemble(model, set_positions(args, "near"), near, limits=args.limits)
    try:
        ways = assemblies(model, held, near, limits=args.limits)
    except LoopError:  # the others cannot all stay near: let them go where they must
        return assemble(model, held, near, limits=args.limits)
    named = [model.joints[name].v for name in set_positions(args, "near")]

    def distance(way: Assembly) -> float:
        away = np.abs(model.difference(near, way.q))
        return max(float(away[slot].max()) for slot in named)

    return min(ways, key=distance)


def _chosen(ways: Sequence[Assembly], number: int) -> Assembly:
    if number > len(ways):
        plural = "1 way" if len(ways) == 1 else f"{len(ways)} ways"
        raise CommandError(f"--branch {number} does not exist: found {plural} of assembling it")
    return ways[number - 1]


def _list(args: argparse.Namespace, model: Model, ways: Sequence[Assembly], report: Report) -> int:
    """Print all ways, numbered as `--branch` takes them."""
    from ..files import write_atomic

    facts = {
        "robot": model.name,
        "branches": [
            {"positions": positions_of(model, way.q), "branch": list(way.branch)} for way in ways
        ],
    }
    text = json_text("branches", 1, with_errors(facts, report))
    if args.output:
        write_atomic(args.output, text)
    elif args.json:
        sys.stdout.write(text)
    else:
        plural = "1 way" if len(ways) == 1 else f"{len(ways)} ways"
        lines = [f"{model.name}: {plural} of assembling it"]
        for number, way in enumerate(ways[:_LISTED], 1):
            lines += [f"branch {number}", *position_lines(model, way.q, held=set_positions(args))]
        if len(ways) > _LISTED:
            lines.append(f"and {len(ways) - _LISTED} more, which --json lists")
        sys.stdout.write("\n".join(lines) + "\n")
    return OK


def _branch(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not the number of a branch; to list them, write --branch after FILE"
        )
    return int(text)


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
