"""Collision shapes that contain what a link looks like, and how well those of a file do."""

from __future__ import annotations

from .collision import CoverError, LinkCover, collision_shapes
from .cover import CoverShape
from .coverage import LinkCoverage, collision_coverage
from .decompose import DecomposeError

__all__ = [
    "CoverError",
    "CoverShape",
    "DecomposeError",
    "LinkCover",
    "LinkCoverage",
    "collision_coverage",
    "collision_shapes",
]
