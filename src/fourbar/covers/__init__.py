"""Collision shapes made from what a link looks like, which contain it."""

from __future__ import annotations

from .collision import CoverError, LinkCover, collision_shapes
from .cover import CoverShape

__all__ = ["CoverError", "CoverShape", "LinkCover", "collision_shapes"]
