"""A link's stated inertia next to that of its visuals and of its collisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...robot import Collision, Geometry, Inertia, Inertial, Link, Pose, Visual
from ...robot.tensor import Body, scaled, symmetric, turned
from ...shapes.agreement import Agreement, compare
from ...shapes.solid import union
from ...spatial.vector import transposed
from ..context import Context
from .shapes import placed


class Comparison(NamedTuple):
    """What one group of shapes gives for the stated mass, and how far the file is from it."""

    computed: Inertial
    agreement: Agreement


def comparisons(context: Context, link: Link) -> tuple[Comparison, ...]:
    """Of the visuals and of the collisions, as far as all of them can be measured."""
    known = context.comparisons
    if link.name not in known:
        known[link.name] = tuple(_comparisons(context, link))
    return known[link.name]


def _comparisons(context: Context, link: Link) -> Iterator[Comparison]:
    inertial = link.inertial
    if inertial is None or inertial.mass <= 0:
        return
    groups: list[Sequence[Visual | Collision]] = [link.visuals, link.collisions]
    if _shapes(link.visuals) == _shapes(link.collisions):
        del groups[1]
    for group in groups:
        parts = [part for shape in group if (part := placed(shape, context)) is not None]
        solid = union(parts) if parts and len(parts) == len(group) else None
        if solid is None:
            continue
        rpy = inertial.origin.rpy
        pose = Pose(solid.center, rpy)
        tensor = scaled(solid.inertia, inertial.mass / solid.volume)
        stated = Body(inertial.mass, inertial.origin.xyz, symmetric(inertial.inertia))
        if not (stated.is_moderate and Body(inertial.mass, solid.center, tensor).is_moderate):
            continue
        own = turned(tensor, transposed(pose.rotation())) if any(rpy) else tensor
        computed = Inertial(inertial.mass, Inertia(*own), pose)
        yield Comparison(computed, compare(inertial, computed))


def _shapes(group: Sequence[Visual | Collision]) -> list[tuple[Geometry, Pose]]:
    return [(shape.geometry, shape.origin) for shape in group]
