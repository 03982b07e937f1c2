"""Which collision shapes are made: the options of `fourbar collide` and what they are about."""

from __future__ import annotations

import argparse
from typing import Any

from ...formats.table import either
from ...numerics import COVERS_CUT_CORNERS
from ..failure import CommandError
from .numbers import positive, positive_length, whole_number

METHODS = ("auto", "box", "cylinder", "capsule", "sphere", "spheres", "hull", "parts")


def add_shapes(parser: argparse.ArgumentParser) -> None:
    """Declare the method and its options."""
    parser.add_argument(
        "--method",
        choices=METHODS,
        help="the shapes to make (default: auto, the primitive that a surface is, else the "
        "smallest one that is not much larger than the hull, else the hull)",
    )
    parser.add_argument(
        "--per",
        choices=("link", "visual"),
        help="one shape for each link or for each visual (default: link)",
    )
    parser.add_argument(
        "--max-volume-ratio",
        metavar="RATIO",
        type=_ratio,
        help="auto: largest volume of a primitive over that of the hull, at least 1 (default: 1.3)",
    )
    parser.add_argument(
        "--max-excess",
        metavar="DISTANCE",
        type=positive_length,
        help="how far shapes may reach beyond the visuals: where they reach farther, auto goes on "
        "to hulls, to a shape for each visual and to parts; what is left is reported, and the exit "
        "status is 1",
    )
    parser.add_argument(
        "--replace",
        action="store_true",
        help="auto: also where the collision shapes of the file contain the visuals and fit better "
        "(default: those stay)",
    )
    parser.add_argument(
        "--max-vertices",
        metavar="N",
        type=whole_number(8),
        help="of a hull or a part, at least 8 (default: 64); one with more becomes a simpler body "
        f"around it, of at most {COVERS_CUT_CORNERS:,}",
    )
    parser.add_argument(
        "--max-parts",
        metavar="N",
        type=whole_number(1),
        help="parts: how many convex parts at most (default: 8)",
    )
    parser.add_argument(
        "--concavity",
        metavar="VALUE",
        type=_concavity,
        help="parts: CoACD divides what differs from its hull by more, from 0.01 "
        "(many parts) to 1 (default: 0.05)",
    )
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=positive,
        help="parts: for those of one link (default: 60)",
    )
    parser.add_argument(
        "--spheres",
        metavar="N",
        type=whole_number(1),
        help="spheres: how many at most (default: 16); fewer are made if they reach no more than "
        "the tolerance beyond the visuals",
    )
    parser.add_argument(
        "--tolerance",
        metavar="DISTANCE",
        type=positive_length,
        help="a surface within this distance of a primitive is that primitive; spheres need not "
        "fit better, nor parts follow the surface more closely (default: 1mm)",
    )
    parser.add_argument(
        "--capsules",
        action="store_true",
        help="write <capsule>, and let auto choose it; without it a capsule is written as a "
        "cylinder and two spheres",
    )


_USED: dict[str, tuple[str, ...]] = {
    "method": METHODS,
    "per": METHODS,
    "max_volume_ratio": ("auto",),
    "max_excess": METHODS,
    "replace": ("auto",),
    "max_vertices": ("auto", "hull", "parts"),
    "max_parts": ("auto", "parts"),
    "concavity": ("auto", "parts"),
    "time_limit": ("auto", "parts"),
    "spheres": ("spheres",),
    "tolerance": METHODS,
    "capsules": ("auto", "capsule"),
}
"""The methods that options are about."""
_OF_PARTS = ("max_parts", "concavity", "time_limit")


def _ratio(text: str) -> float:
    value = positive(text)
    if value < 1.0:
        raise argparse.ArgumentTypeError(f"'{text}' is less than 1, which no shape around it has")
    return value


def _concavity(text: str) -> float:
    value = positive(text)
    if not 0.01 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0.01 to 1")
    return value


def given_options(args: argparse.Namespace) -> dict[str, Any]:
    """What was given of these options."""
    return {name: value for name in _USED if (value := getattr(args, name)) not in (None, False)}


def check_used(args: argparse.Namespace) -> None:
    """Refuse options that would change nothing."""
    method = args.method or "auto"
    for name in given_options(args):
        option = f"--{name.replace('_', '-')}"
        if args.measure:
            raise CommandError(f"{option} has no effect with --measure")
        if method not in _USED[name]:
            raise CommandError(
                f"{option} has no effect with --method {method}; it is for "
                f"{either(_USED[name], 'and')}"
            )
        if name in _OF_PARTS and method == "auto" and args.max_excess is None:
            raise CommandError(
                f"{option} has no effect with --method auto, which makes parts only with "
                "--max-excess"
            )
