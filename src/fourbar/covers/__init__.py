"""Collision shapes made from what a link looks like, which contain it."""

from __future__ import annotations

from .collision import CoverError, LinkCover, collision_shapes
from .cover import CoverShape
from .decompose import DecomposeError

__all__ = ["CoverError", "CoverShape", "DecomposeError", "LinkCover", "collision_shapes"]
