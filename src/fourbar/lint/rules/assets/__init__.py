"""Assets: meshes, textures and packages."""

from __future__ import annotations

from ...context import Context

STAGE = "A5"


def applies(context: Context) -> bool:
    """Whether the robot names files."""
    return context.assets.known and bool(context.assets.uses)
