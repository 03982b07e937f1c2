"""The jobs of `fourbar fleet` over many configurations of one robot."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite, radians
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..robot.values import count
from .failure import FINDINGS, OK, CommandError
from .options.json_output import json_text
from .options.numbers import positive_length, whole_number
from .space_box import POINTS, SpaceBox, flat_axes, refuse_far_slices, seen_box, space_box

if TYPE_CHECKING:
    from ..fleet import Configurations, Reach
    from ..mechanics import Model
    from ..robot import Robot


class SpaceJob(NamedTuple):
    """What a job shows by default, and which options of its own it takes."""

    help: str
    column: str
    on_lattice: bool
    takes: tuple[str, ...]


_SAMPLED, _SOLVED = ("number", "no_q"), ("lower", "upper", "starts")
_TASKED = (*_SAMPLED, "task")
JOBS: Mapping[str, SpaceJob] = {
    "reach": SpaceJob("where a link gets", "manipulability", False, _TASKED),
    "singularities": SpaceJob(
        "about how far a link is from singularities (first-order estimate)",
        "distance",
        False,
        _TASKED,
    ),
    "payload": SpaceJob("what a link can carry in every posture", "payload", False, _SAMPLED),
    "clearance": SpaceJob(
        "how far apart parts are",
        "clearance",
        False,
        (*_SAMPLED, "spheres", "ignore_pair"),
    ),
    "dexterity": SpaceJob(
        "in which share of orientations a link gets to places",
        *("dexterity", True, (*_SOLVED, "orientations")),
    ),
    "inverse": SpaceJob(
        "inverse kinematics of a lattice of places",
        "iterations",
        True,
        (*_SOLVED, "rpy"),
    ),
}
_DEFAULTS = {"number": 100_000, "spheres": 16, "orientations": 64, "starts": 8}


def add_space_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of these jobs."""
    group = parser.add_argument_group("many configurations of one robot")
    group.add_argument("--link", metavar="LINK", help="the link or frame to look at")
    group.add_argument(
        "-n",
        "--number",
        metavar="N",
        type=many,
        help=f"random configurations, such as 1000000 or 1e6; more of them go on where fewer are "
        f"(default: {_DEFAULTS['number']:,})",
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
        help=f"side of the cells of pictures [m] (default: as fine as {POINTS} points for each "
        "allow)",
    )
    group.add_argument(
        "--task",
        choices=("pose", "position"),
        help="reach, singularities: whether turning counts (all six rows of the Jacobian) or only "
        "where the link is (three) (default: pose)",
    )
    group.add_argument(
        "--no-q",
        action="store_true",
        default=None,
        help="leave the configurations out of the results",
    )
    group.add_argument(
        "--ignore-pair",
        metavar="LINK,LINK",
        action="append",
        type=_pair,
        help="clearance: do not look at these two links (repeatable)",
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
        "--rpy",
        metavar="R,P,Y",
        type=_angles,
        help="inverse: the orientation to reach [rad], or 90deg,0,0",
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
        help="which value of the points in a cell (default: smallest of payload, clearance "
        "and estimated distance to a singularity, else largest)",
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
SPACE_TAKES = {name: (*_COMMON, *job.takes) for name, job in JOBS.items()}
"""The options of these jobs."""


def run_space(
    args: argparse.Namespace, packages: Mapping[str, str], tick: Callable[[int, int], None]
) -> int:
    """Compute the columns, draw the space, print what it is."""
    from ..error import FourbarError
    from ..fleet import map_configurations, reached, save_reach
    from ..fleet.cells import check_column
    from ..fleet.held import writing
    from ..fleet.sampling import rows_name
    from ..mechanics import Model

    job = JOBS[args.job]
    if len(args.sources) != 1:
        raise CommandError(f"{args.job} takes one robot, got {len(args.sources)} sources")
    if args.link is None:
        why = " (clearance too: its pictures show where that link is)"
        more = why if args.job == "clearance" else ""
        raise CommandError(f"{args.job} needs a link; use --link NAME{more}")
    try:
        robot = _load(args.sources[0], packages)
        model = Model(robot)
        model.link_number(args.link)
        box = space_box(model, args)
        refuse_far_slices(args, box)
        number = None if job.on_lattice else args.number or _DEFAULTS["number"]
        cell = args.cell or box.cell(number=number)
        function, source = _function(args, robot, packages), _source(args, box, cell)
        column = args.column or job.column
        # What cannot be shown is told before all else is computed.
        rows = source.rows(model, 0, 1)
        check_column({rows_name(source): rows, **function(model, rows)}, column)
        found = map_configurations(
            model,
            function,
            source,
            output=args.output,
            executor=args.cluster,
            workers_count=args.jobs,
            on_chunk=tick,
            with_q=not args.no_q,
            **({} if args.chunk is None else {"chunk": args.chunk}),
        )
        space = reached(
            found,
            cell=cell,
            column=column,
            statistic=args.statistic,
        )
        if not len(space.cells):
            raise CommandError(_why_none(args, model, found.number))
        made: dict[str, dict[str, Any]] = {"volume.svg": {}, "cloud.glb": {"robot": robot}}
        slices = {f"slice-{axis}-{at:g}.svg": (axis, at) for axis, at in args.slice}
        empty = [name for name, (axis, at) in slices.items() if not space.layer(axis, at).any()]
        made |= {name: {"slice": at} for name, at in slices.items() if name not in empty}
        title = f"{robot.name}: {args.job} of {args.link}"
        with writing(Path(args.output)):
            for name, options in made.items():
                save_reach(space, Path(args.output, name), title=title, **options)
    except (FourbarError, ValueError, OSError) as error:
        raise CommandError(str(error)) from error
    facts = _facts(args, model, found, space, list(made))
    facts["emptySlices"] = [dict(zip(("axis", "at"), slices[name], strict=True)) for name in empty]
    sys.stdout.write(json_text("workspace", 1, facts) if args.json else _text(facts))
    return FINDINGS if empty else OK


def _load(source: str, packages: Mapping[str, str]) -> Robot:
    from ..formats import load

    return load(source, packages=packages or None)


def _function(args: argparse.Namespace, robot: Robot, packages: Mapping[str, str]) -> Any:
    from .. import fleet

    words: dict[str, Any] = {"link": args.link}
    if args.job == "clearance":
        most = args.spheres or _DEFAULTS["spheres"]
        words["bodies"] = fleet.sphere_bodies(
            robot, spheres=most, ignore=args.ignore_pair or (), packages=packages or None
        )
    if args.task is not None:
        words["task"] = args.task
    if args.job == "dexterity":
        words["orientations"] = args.orientations or _DEFAULTS["orientations"]
    if args.job == "inverse" and args.rpy is not None:
        words["rpy"] = args.rpy
    if JOBS[args.job].on_lattice:
        words |= {"starts": args.starts or _DEFAULTS["starts"], "seed": args.seed or 0}
    return partial(getattr(fleet, args.job), **words)


def _why_none(args: argparse.Namespace, model: Model, places: int) -> str:
    """What to say where no place was reached, and what may be meant instead."""
    from ..fleet.ready import generic_rank

    text = f"{args.link!r} reaches none of {places:,} places"
    rank = generic_rank(model, args.link, "pose")
    if args.job == "dexterity" and rank < 6:
        return (
            f"{text} in any of {args.orientations or _DEFAULTS['orientations']} orientations: it "
            f"moves in {rank} of the 6 directions that poses have, so that next to no orientation "
            "is ever reached; use reach or inverse"
        )
    if args.rpy is not None and rank < 6:
        return (
            f"{text} in this orientation: it moves in {rank} of the 6 directions that poses have, "
            "so that few places go with one; leave --rpy out for any orientation"
        )
    flat = flat_axes(*seen_box(model, args))
    if flat:
        where = " and ".join(f"{axis} = {at:.6g}" for axis, at in flat)
        return f"{text}: all that it reaches is at {where}; use the same in --lower and --upper"
    return text


def _source(args: argparse.Namespace, box: SpaceBox, cell: float) -> Any:
    from ..fleet import Lattice, Samples

    if JOBS[args.job].on_lattice:
        low, high = box.places(cell)
        return Lattice((low[0], low[1], low[2]), (high[0], high[1], high[2]), cell)
    return Samples(args.number or _DEFAULTS["number"], seed=args.seed or 0)


def _facts(
    args: argparse.Namespace, model: Model, found: Configurations, space: Reach, files: list[str]
) -> dict[str, Any]:
    from ..fleet.ready import generic_rank

    dimensions = min(generic_rank(model, args.link, "position"), 3 - len(space.flat))
    lattice = JOBS[args.job].on_lattice  # which tries every cell once
    told = space.sampled and dimensions == 3 and not lattice
    unseen = 0.0 if lattice else space.unseen / (len(space.cells) + space.unseen)
    return {
        "job": args.job,
        "output": args.output,
        "robot": model.name,
        "link": args.link,
        "rows": found.number,
        "reached": space.points,
        "chunks": len(found.files),
        "cell": space.cell,
        "cells": len(space.cells),
        "dimensions": dimensions,
        "volume": dict(zip(("lower", "upper"), space.volume_bounds, strict=True)) if told else None,
        "unseen": unseen,
        "single": space.single,
        "coverage": space.coverage,
        "lower": space.lower.tolist(),
        "upper": space.upper.tolist(),
        "column": space.column,
        "statistic": space.statistic,
        "least": space.least,
        "most": space.most,
        "pairs": nearest_pairs(found),
        "pictures": files,
    }


def _text(facts: Mapping[str, Any]) -> str:
    from ..fleet.pictures import LABELS

    what = "place" if JOBS[facts["job"]].on_lattice else "configuration"
    sides = ", ".join(
        f"{axis} {low:.3g} to {high:.3g}"
        for axis, low, high in zip("xyz", facts["lower"], facts["upper"], strict=True)
    )
    lines = [
        f"{facts['robot']}: {count(facts['rows'], what)}, {facts['reached']} reached by "
        f"'{facts['link']}'",
        f"{sides} m",
        f"{count(facts['cells'], 'cell')} of {facts['cell']:g} m{_volume(facts)}",
    ]
    if facts["least"] is not None:
        label = LABELS.get(facts["column"], facts["column"])
        lines.append(
            f"{label} {facts['least']:.3g} to {facts['most']:.3g}; pictures show the "
            f"{facts['statistic']} in each cell"
        )
    for empty in facts["emptySlices"]:
        k = "xyz".index(empty["axis"])
        lines.append(
            f"nothing was reached at {empty['axis']} = {empty['at']:g} m, only from "
            f"{facts['lower'][k]:.3g} to {facts['upper'][k]:.3g} m: no picture of this slice"
        )
    if facts["pairs"]:
        lines.append("nearest most often: " + "; ".join(map(_pair_text, facts["pairs"])))
    lines.append("see " + ", ".join(f"{facts['output']}/{name}" for name in facts["pictures"]))
    return "\n".join(lines) + "\n"


def _pair_text(pair: Mapping[str, Any]) -> str:
    return f"{pair['first']} and {pair['second']} ({pair['share']:.0%})"


_FEWER = {0: "point", 1: "curve", 2: "surface"}
"""What a space of fewer than three dimensions is."""


def _volume(facts: Mapping[str, Any]) -> str:
    if JOBS[facts["job"]].on_lattice:
        where = " with a place that was reached"
        if facts["dimensions"] < 3:
            return where
        return f"{where}, {facts['cells'] * facts['cell'] ** 3:.3g} m^3 together"
    if facts["dimensions"] < 3:
        return f", along a {_FEWER[facts['dimensions']]}, which has no volume"
    if facts["volume"] is None:
        return (
            f", an estimated {facts['unseen']:.0%} not found yet: too few configurations for a "
            "volume, which needs 95 %; use more (-n) or larger cells (--cell)"
        )
    return f", volume between {facts['volume']['lower']:.3g} and {facts['volume']['upper']:.3g} m^3"


def nearest_pairs(found: Configurations) -> list[dict[str, Any]]:
    """The pairs of links that are nearest most often, and the share of configurations."""
    from collections import Counter

    pairs: Counter[tuple[str, str]] = Counter()
    for columns in found.chunks():
        if "first" not in columns:
            return []
        names = zip(columns["first"].tolist(), columns["second"].tolist(), strict=True)
        pairs.update(tuple(pair) for pair in names)
    total = sum(pairs.values())
    return [
        {"first": a, "second": b, "share": number / total}
        for (a, b), number in sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:3]
    ]


def many(text: str) -> int:
    """A positive whole number, also as 1e6."""
    try:
        value = float(text.replace("_", ""))
    except ValueError:
        value = float("nan")
    if not isfinite(value) or value < 1 or value != int(value):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 1")
    return int(text) if text.isdecimal() else int(value)


def _pair(text: str) -> tuple[str, str]:
    first, sign, second = text.partition(",")
    if not sign or not first or not second:
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form LINK,LINK")
    return first, second


def _point(text: str) -> tuple[float, float, float]:
    try:
        x, y, z = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not X,Y,Z") from None
    if not all(map(isfinite, (x, y, z))):
        raise argparse.ArgumentTypeError(f"'{text}' must be finite")
    return x, y, z


def _angles(text: str) -> tuple[float, float, float]:
    """Three angles [rad], each also in degrees as in 90deg."""
    try:
        r, p, y = (
            radians(float(part[:-3])) if part.endswith("deg") else float(part)
            for part in text.split(",")
        )
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not R,P,Y: use three angles such as 1.57,0,0 or 90deg,0,0"
        ) from None
    if not all(map(isfinite, (r, p, y))):
        raise argparse.ArgumentTypeError(f"'{text}' must be finite")
    return r, p, y


def _slice(text: str) -> tuple[str, float]:
    axis, sign, number = text.partition("=")
    try:
        at = float(number)
    except ValueError:
        at = float("nan")
    if axis not in ("x", "y", "z") or not sign or not isfinite(at):
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form z=0.3")
    return axis, at
