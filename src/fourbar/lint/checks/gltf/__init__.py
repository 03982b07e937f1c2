"""Checks of the rules in `rules/gltf` that hold for a description already."""

from __future__ import annotations

from ...context import Context


def applies(context: Context) -> bool:
    """Whether the robot names files."""
    return context.assets.known and bool(context.assets.uses)
