"""Colour on the terminal: `--color`, and the environment variables that users expect."""

from __future__ import annotations

import argparse
import os
from typing import Any, TextIO


def add_color(parser: Any) -> None:
    """Declare `--color`."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour in text output (default: auto, on a terminal; NO_COLOR and FORCE_COLOR are "
        "respected)",
    )


def colored(args: argparse.Namespace, stream: TextIO) -> bool:
    """Whether text for this stream has colours.

    `--color` decides, then NO_COLOR, FORCE_COLOR and TERM=dumb, then whether it is a terminal.
    """
    if args.color != "auto":
        return args.color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR")
    if forced:
        return forced.lower() not in ("0", "false")
    return os.environ.get("TERM") != "dumb" and stream.isatty()
