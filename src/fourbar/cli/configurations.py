"""The jobs of `fourbar fleet` over many configurations of one robot."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..robot.values import count
from .failure import OK, CommandError
from .options.json_output import json_text
from .options.numbers import positive_length, whole_number

if TYPE_CHECKING:
    from ..fleet import Configurations, Reach
    from ..fleet.cells import Statistic
    from ..mechanics import Model
    from ..robot import Robot


class SpaceJob(NamedTuple):
    """What a job shows by default, and which options of its own it takes."""

    help: str
    column: str
    statistic: Statistic
    on_lattice: bool
    takes: tuple[str, ...]


_SAMPLED, _SOLVED = ("number",), ("lower", "upper", "starts")
JOBS: Mapping[str, SpaceJob] = {
    "reach": SpaceJob("where a link gets", "manipulability", "largest", False, _SAMPLED),
    "singularities": SpaceJob(
        "how far a link is from singularities", "distance", "largest", False, _SAMPLED
    ),
    "payload": SpaceJob(
        "what a link can carry in every posture", "payload", "smallest", False, _SAMPLED
    ),
    "clearance": SpaceJob(
        "how far apart parts are", "clearance", "largest", False, (*_SAMPLED, "spheres")
    ),
    "dexterity": SpaceJob(
        "in which share of orientations a link gets to places",
        *("dexterity", "largest", True, (*_SOLVED, "orientations")),
    ),
    "inverse": SpaceJob(
        "inverse kinematics of a lattice of places",
        "iterations",
        "largest",
        True,
        (*_SOLVED, "rpy"),
    ),
}
_DEFAULTS = {"number": 100_000, "spheres": 16, "orientations": 64, "starts": 8}
_LOOK = 4096
"""Random configurations that show how large the space is, where nobody says."""
_ACROSS = 40
"""About how many cells there are along the longest side, where nobody says."""


def add_space_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of these jobs."""
    group = parser.add_argument_group("many configurations of one robot")
    group.add_argument("--link", metavar="LINK", help="the link or frame to look at")
    group.add_argument(
        "-n",
        "--number",
        metavar="N",
        type=whole_number(1),
        help=f"random configurations (default: {_DEFAULTS['number']:,})",
    )
    group.add_argument(
        "--seed", metavar="N", type=whole_number(0), help="of random numbers (default: 0)"
    )
    group.add_argument(
        "--chunk",
        metavar="N",
        type=whole_number(1),
        help="configurations that a worker has in memory (default: 65,536)",
    )
    group.add_argument(
        "--cell",
        metavar="LENGTH",
        type=positive_length,
        help=f"side of the cells of pictures [m] (default: about {_ACROSS} cells across)",
    )
    for name in ("lower", "upper"):
        group.add_argument(
            f"--{name}",
            metavar="X,Y,Z",
            type=_point,
            help=f"dexterity, inverse: the {name} corner of the box of places [m] (default: around "
            "what random configurations reach)",
        )
    group.add_argument(
        "--rpy", metavar="R,P,Y", type=_point, help="inverse: the orientation to reach [rad]"
    )
    for name, text in (
        ("orientations", "dexterity: how many are tried at each place"),
        ("starts", "dexterity, inverse: configurations to start from"),
        ("spheres", "clearance: at most this many around each shape"),
    ):
        group.add_argument(
            f"--{name}",
            metavar="N",
            type=whole_number(1),
            help=f"{text} (default: {_DEFAULTS[name]})",
        )
    group.add_argument(
        "--column", metavar="NAME", help="what pictures show (default: what the job is about)"
    )
    group.add_argument(
        "--statistic",
        choices=("largest", "smallest", "mean"),
        help="which value of the points in a cell (default: smallest for payload, else largest)",
    )
    group.add_argument(
        "--slice",
        metavar="AXIS=VALUE",
        action="append",
        default=[],
        type=_slice,
        help="also draw the cells of a plane, such as z=0.3 (repeatable)",
    )


_COMMON = ("link", "seed", "chunk", "cell", "column", "statistic", "slice")
SPACE_OPTIONS = frozenset({name for each in JOBS.values() for name in each.takes} | set(_COMMON))
"""All options of these jobs."""


def foreign_options(args: argparse.Namespace, *, also: tuple[str, ...] = ()) -> list[str]:
    """Options of these jobs that were given to one that does not take them."""
    job = JOBS.get(args.job)
    own = (*_COMMON, *job.takes) if job else also
    return sorted(
        name for name in SPACE_OPTIONS if getattr(args, name) not in (None, []) and name not in own
    )


def run_space(
    args: argparse.Namespace, packages: Mapping[str, str], tick: Callable[[int, int], None]
) -> int:
    """Compute the columns, draw the space, print what it is."""
    from ..error import FourbarError
    from ..fleet import map_configurations, reached, save_reach
    from ..mechanics import Model

    job = JOBS[args.job]
    if len(args.sources) != 1:
        raise CommandError(f"{args.job} takes one robot, got {len(args.sources)} sources")
    if args.link is None:
        raise CommandError(f"{args.job} needs a link; use --link NAME")
    try:
        robot = _load(args.sources[0], packages)
        model = Model(robot)
        model.link_number(args.link)
        low, high = _extent(model, args)
        cell = args.cell or _round(max(b - a for a, b in zip(low, high, strict=True)) / _ACROSS)
        found = map_configurations(
            model,
            _function(args, robot, packages),
            _source(args, low, high, cell),
            output=args.output,
            executor=args.cluster,
            workers_count=args.jobs,
            on_chunk=tick,
            **({} if args.chunk is None else {"chunk": args.chunk}),
        )
        space = reached(
            found,
            cell=cell,
            column=args.column or job.column,
            statistic=args.statistic or job.statistic,
        )
        if not len(space.cells):
            raise CommandError(f"{args.link!r} reaches none of {found.number:,} places")
        made: dict[str, dict[str, Any]] = {"volume.svg": {}, "cloud.glb": {"robot": robot}}
        made |= {f"slice-{axis}-{at:g}.svg": {"slice": (axis, at)} for axis, at in args.slice}
        title = f"{robot.name}: {args.job} of {args.link}"
        for name, options in made.items():
            save_reach(space, Path(args.output, name), title=title, **options)
    except (FourbarError, ValueError, OSError) as error:
        raise CommandError(str(error)) from error
    facts = _facts(args, robot, found, space, list(made))
    sys.stdout.write(json_text("workspace", 1, facts) if args.json else _text(facts))
    return OK


def _load(source: str, packages: Mapping[str, str]) -> Robot:
    from ..formats import load

    return load(source, packages=packages or None)


def _extent(model: Model, args: argparse.Namespace) -> tuple[list[float], list[float]]:
    """Corners of the box that is looked at."""
    if args.lower is not None and args.upper is not None:
        return list(args.lower), list(args.upper)
    from ..fleet import Samples, reach

    q = Samples(_LOOK, seed=args.seed or 0).rows(model, 0, _LOOK)
    at = reach(model, q, link=args.link)["position"]
    low, high = at.min(axis=0).tolist(), at.max(axis=0).tolist()
    margin = 0.1 * max(max(b - a for a, b in zip(low, high, strict=True)), 1e-3)
    return (
        list(args.lower) if args.lower is not None else [x - margin for x in low],
        list(args.upper) if args.upper is not None else [x + margin for x in high],
    )


def _function(args: argparse.Namespace, robot: Robot, packages: Mapping[str, str]) -> Any:
    from .. import fleet

    words: dict[str, Any] = {"link": args.link}
    if args.job == "clearance":
        most = args.spheres or _DEFAULTS["spheres"]
        words["bodies"] = fleet.sphere_bodies(robot, spheres=most, packages=packages or None)
    if args.job == "dexterity":
        words["orientations"] = args.orientations or _DEFAULTS["orientations"]
    if args.job == "inverse" and args.rpy is not None:
        words["rpy"] = args.rpy
    if JOBS[args.job].on_lattice:
        words |= {"starts": args.starts or _DEFAULTS["starts"], "seed": args.seed or 0}
    return partial(getattr(fleet, args.job), **words)


def _source(args: argparse.Namespace, low: list[float], high: list[float], cell: float) -> Any:
    from ..fleet import Lattice, Samples

    if JOBS[args.job].on_lattice:
        return Lattice((low[0], low[1], low[2]), (high[0], high[1], high[2]), cell)
    return Samples(args.number or _DEFAULTS["number"], seed=args.seed or 0)


def _facts(
    args: argparse.Namespace, robot: Robot, found: Configurations, space: Reach, files: list[str]
) -> dict[str, Any]:
    import numpy as np

    known = space.values[np.isfinite(space.values)]
    return {
        "job": args.job,
        "output": args.output,
        "robot": robot.name,
        "link": args.link,
        "rows": found.number,
        "reached": space.points,
        "chunks": len(found.files),
        "cell": space.cell,
        "cells": len(space.cells),
        "volume": space.volume,
        "lower": space.lower.tolist(),
        "upper": space.upper.tolist(),
        "column": space.column,
        "least": float(known.min()) if len(known) else None,
        "most": float(known.max()) if len(known) else None,
        "pictures": files,
    }


def _text(facts: Mapping[str, Any]) -> str:
    what = "place" if JOBS[facts["job"]].on_lattice else "configuration"
    sides = ", ".join(
        f"{axis} {low:.3g} to {high:.3g}"
        for axis, low, high in zip("xyz", facts["lower"], facts["upper"], strict=True)
    )
    lines = [
        f"{facts['robot']}: {count(facts['rows'], what)}, {facts['reached']:,} reached by "
        f"'{facts['link']}'",
        f"{count(facts['cells'], 'cell')} of {facts['cell']:g} m, {facts['volume']:.3g} m^3; "
        f"{sides} m",
    ]
    if facts["least"] is not None:
        lines.append(f"{facts['column']} {facts['least']:.3g} to {facts['most']:.3g}")
    lines.append("see " + ", ".join(f"{facts['output']}/{name}" for name in facts["pictures"]))
    return "\n".join(lines) + "\n"


def _round(length: float) -> float:
    """One of 1, 2 and 5 times a power of ten, not below a length."""
    from math import floor, log10

    power = 10.0 ** floor(log10(length))
    return next(float(f"{s * power:.0e}") for s in (1, 2, 5, 10) if s * power >= length)


def _point(text: str) -> tuple[float, float, float]:
    try:
        x, y, z = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not X,Y,Z") from None
    if not all(map(isfinite, (x, y, z))):
        raise argparse.ArgumentTypeError(f"'{text}' must be finite")
    return x, y, z


def _slice(text: str) -> tuple[str, float]:
    axis, sign, number = text.partition("=")
    try:
        at = float(number)
    except ValueError:
        at = float("nan")
    if axis not in ("x", "y", "z") or not sign or not isfinite(at):
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form z=0.3")
    return axis, at
