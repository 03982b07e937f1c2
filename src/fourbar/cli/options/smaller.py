"""Options that make what a browser gets smaller: fewer triangles, smaller images."""

from __future__ import annotations

import argparse
from typing import Any


def add_simplify(parser: Any) -> None:
    """Declare --simplify."""
    parser.add_argument(
        "--simplify",
        metavar="RATIO",
        type=_ratio,
        help="fraction of the triangles to keep, above 0 and at most 1 (the error is bounded)",
    )


def add_texture_size(parser: Any) -> None:
    """Declare --texture-size."""
    parser.add_argument(
        "--texture-size", metavar="PIXELS", type=_pixels, help="maximum width and height of images"
    )


def _ratio(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= 1.0:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a ratio: use a number above 0 and at most 1"
        )
    return value


def _pixels(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number of pixels")
    return int(text)
