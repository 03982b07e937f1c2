"""Collision shapes, and how well they fit, as plain values."""

from __future__ import annotations

from typing import Any

from ..robot import Box, Capsule, Cylinder, Sphere
from .collision import LinkCover
from .cover import CoverShape
from .coverage import LinkCoverage


def as_facts(row: LinkCover) -> dict[str, Any]:
    """The shapes of a link, and how well they fit."""
    return {
        "link": row.link,
        "shapes": [shape_facts(shape) for shape in row.shapes],
        "closed": row.closed,
        "exact": row.exact,
        "margin": row.margin,
        "excess": row.excess,
        "excessFound": row.found,
        "farthest": list(row.farthest),
        "volumeRatio": row.volume_ratio,
        "kept": row.kept,
        "stopped": row.stopped,
        "tooFar": row.too_far,
        "problem": row.problem or None,
    }


def shape_facts(shape: CoverShape) -> dict[str, Any]:
    """Kind, place and size of a shape."""
    facts: dict[str, Any] = {
        "kind": shape.kind,
        "xyz": list(shape.origin.xyz),
        "rpy": list(shape.origin.rpy),
        "volume": shape.volume,
    }
    match shape.geometry:
        case Box(size=size):
            facts["size"] = list(size)
        case Sphere(radius=radius):
            facts["radius"] = radius
        case Cylinder(radius=radius, length=length) | Capsule(radius=radius, length=length):
            facts |= {"radius": radius, "length": length}
        case body:
            facts["vertices"] = len(body.points)
    return facts


def coverage_facts(row: LinkCoverage) -> dict[str, Any]:
    """How well the collision shapes that a link has fit."""
    return {
        "link": row.link,
        "outside": row.outside,
        "outsideBound": row.outside_bound,
        "where": list(row.where),
        "excess": row.excess,
        "excessFound": row.excess_found,
        "farthest": list(row.farthest),
        "problem": row.problem or None,
    }
