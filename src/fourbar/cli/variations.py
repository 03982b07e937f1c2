"""The jobs of `fourbar fleet` over many robots that differ a little from one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite, radians
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..robot.values import count
from .failure import OK, CommandError
from .options.json_output import json_text
from .options.numbers import positive, positive_length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..fleet import Configurations, Variation
    from ..mechanics import Model

JOBS: Mapping[str, str] = {
    "tolerances": "where a link is, on robots within tolerances",
    "vary": "robots that differ a little, as files",
}
_AMOUNTS = ("position", "rotation", "mass", "friction")
VARIED: Mapping[str, tuple[str, ...]] = {
    "tolerances": ("link", "number", "seed", "chunk", "position", "rotation", "in_plane", "at"),
    "vary": ("to", "number", "seed", "chunk", *_AMOUNTS, "in_plane"),
}
"""The options of these jobs."""
_NUMBER = 1000
_CHUNK = 256


def add_variation_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of these jobs."""
    group = parser.add_argument_group("many robots that differ from one (tolerances, vary)")
    for name, metavar, kind, text in (
        (
            "position",
            "[NAME=]LENGTH",
            positive_length,
            "of origins along each axis: 0.1mm is -0.1 to 0.1 mm",
        ),
        (
            "rotation",
            "[NAME=]ANGLE",
            _angle,
            "of origins about each axis [rad], or 0.1deg, to both sides",
        ),
        ("mass", "[NAME=]SHARE", positive, "vary: of masses: 0.1 is 0.9 to 1.1 times"),
        ("friction", "[NAME=]SHARE", positive, "vary: of damping and friction, as --mass"),
    ):
        group.add_argument(
            f"--{name}",
            metavar=metavar,
            action="append",
            type=partial(_named, kind),
            help=f"{text}, all equally likely; of all parts, or of one (repeatable)",
        )
    group.add_argument(
        "--in-plane",
        action="store_true",
        default=None,
        help="parts of planar loops vary within their plane only",
    )
    group.add_argument(
        "--at",
        metavar="JOINT=VALUE",
        action="append",
        type=partial(_named, _angle),
        help="tolerances: the position of a joint [rad or m], or 30deg (repeatable)",
    )


def run_variations(
    args: argparse.Namespace, packages: Mapping[str, str], tick: Callable[[int, int], None]
) -> int:
    """Draw robots, and compute or write what is asked for."""
    from ..error import FourbarError
    from ..fleet import Draws, map_configurations, save_varied, tolerances
    from ..formats import load
    from ..mechanics import Model

    if len(args.sources) != 1:
        raise CommandError(f"{args.job} takes one robot, got {len(args.sources)} sources")
    if args.job == "tolerances" and args.link is None:
        raise CommandError("tolerances needs a link; use --link NAME")
    try:
        variation = _variation(args)
        model = Model(load(args.sources[0], packages=packages or None))
        if args.job == "tolerances":
            model.link_number(args.link)
            q = None if args.at is None else tuple(model.q(dict(args.at)).tolist())
            job = partial(tolerances, variation=variation, link=args.link, q=q)
        else:
            folder, suffix = Path(args.output, "robots").resolve(), _suffix(args.to)
            job = partial(save_varied, variation=variation, folder=str(folder), suffix=suffix)
        draws = Draws(
            variation, args.number or _NUMBER, seed=args.seed or 0, closing=args.job == "vary"
        )
        found = map_configurations(
            model,
            job,
            draws,
            output=args.output,
            chunk=args.chunk or _CHUNK,
            executor=args.cluster,
            workers_count=args.jobs,
            on_chunk=tick,
        )
    except (FourbarError, ValueError, OSError) as error:
        raise CommandError(str(error)) from error
    facts = _facts(args, model, found)
    sys.stdout.write(json_text("variations", 1, facts) if args.json else _text(facts))
    return OK


def _variation(args: argparse.Namespace) -> Variation:
    from ..fleet import Variation
    from ..fleet.variation import OTHERS

    given: dict[str, dict[str, float]] = {}
    for name in _AMOUNTS:
        for part, value in getattr(args, name) or ():
            amounts = given.setdefault(name, {})
            if (part or OTHERS) in amounts:
                raise CommandError(f"--{name} is given twice for {part or 'all parts'}")
            amounts[part or OTHERS] = value
    if not given:
        takes = [f"--{name}" for name in _AMOUNTS if name in VARIED[args.job]]
        ways = f"{', '.join(takes[:-1])} or {takes[-1]}"
        raise CommandError(f"{args.job} needs something that varies; use {ways}")
    return Variation(**given, in_plane=bool(args.in_plane))


def _suffix(to: str | None) -> str:
    from ..formats import writable

    suffix = ".urdf" if to is None else to if to.startswith(".") else f".{to}"
    if suffix not in writable():
        raise CommandError(
            f"cannot write '{suffix}' files; expected one of: {', '.join(writable())}"
        )
    return suffix


def _facts(args: argparse.Namespace, model: Model, found: Configurations) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "job": args.job,
        "output": args.output,
        "robot": model.name,
        "rows": found.number,
        "chunks": len(found.files),
    }
    if args.job == "vary":
        return facts
    import numpy as np

    distance = np.sqrt((found.column("error").astype(np.float64) ** 2).sum(axis=1))
    settled = np.isfinite(distance)
    if not settled.any():
        raise CommandError(
            f"none of {count(found.number, 'robot')} has a place to settle at: such errors are "
            "beyond what its loops have room for"
        )
    return facts | {
        "link": args.link,
        "closed": int(found.column("closed").sum()),
        "unsettled": int((~settled).sum()),
        "gap": float(found.column("gap")[settled].max()),
        "position": _statistics(distance[settled]),
        "rotation": _statistics(found.column("rotation")[settled]),
    }


def _statistics(numbers: NDArray[Any]) -> dict[str, float]:
    import numpy as np

    values = numbers.astype(np.float64)
    return {
        "rms": float(np.sqrt((values**2).mean())),
        "95%": float(np.quantile(values, 0.95)),
        "largest": float(values.max()),
    }


def _text(facts: Mapping[str, Any]) -> str:
    lines = [f"{facts['robot']}: {count(facts['rows'], 'robot')} that differ"]
    if facts["job"] == "vary":
        return f"{lines[0]}\nsee {facts['output']}/robots, {facts['output']}/chunk-*.parquet\n"
    if facts["unsettled"]:
        lines.append(
            f"{facts['unsettled']:,} have no place to settle at, and are left out below: such "
            "errors are beyond what loops have room for"
        )
    if facts["closed"] + facts["unsettled"] < facts["rows"]:
        lines.append(
            f"{facts['rows'] - facts['closed'] - facts['unsettled']:,} do not close; their loops "
            f"stay open by up to {facts['gap']:.3g} [m or rad] (least squares)"
        )
    for name, factor, unit in (("position", 1e3, "mm"), ("rotation", 1e3, "mrad")):
        numbers = ", ".join(f"{k} {factor * v:.4g}" for k, v in facts[name].items())
        lines.append(f"{name} error of '{facts['link']}' [{unit}]: {numbers}")
    lines.append(f"see {facts['output']}/chunk-*.parquet")
    return "\n".join(lines) + "\n"


def _named(kind: Callable[[str], float], text: str) -> tuple[str | None, float]:
    name, sign, value = text.rpartition("=")
    return (name if sign else None), kind(value)


def _angle(text: str) -> float:
    """An angle [rad], or in degrees as in 0.1deg."""
    word, turn = (text[:-3], True) if text.endswith("deg") else (text, False)
    try:
        value = float(word)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"'{text}' is not an angle: use 0.002 or 0.1deg")
    return radians(value) if turn else value
