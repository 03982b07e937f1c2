"""`--planar`: how many coordinates planar joints have."""

from __future__ import annotations

from typing import Any


def add_planar(parser: Any) -> None:
    """Declare `--planar`."""
    parser.add_argument(
        "--planar",
        choices=("xy", "xyt"),
        default="xy",
        help="coordinates of planar joints: two translations, or also the rotation about the "
        "normal (default: xy)",
    )
