"""The collision shapes that a link has: whether they contain its visuals, and how closely."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._native import Inside, TriangleTree
from ..numerics import COVERS_BUDGET, COVERS_LEAST_DEPTH
from ..robot import Box, Capsule, Collision, Cylinder, Link, Sphere
from .cover import KINDS, CoverShape
from .coverage import surfaces_of
from .excess import Excess
from .surface import Surface, SurfaceReader, joined


class Kept(NamedTuple):
    """How far shapes that contain the visuals reach beyond them, and whether those are closed."""

    excess: Excess
    closed: bool


def kept_shapes(link: Link, reader: SurfaceReader) -> Kept | None:
    """The collision shapes of a link, measured; None unless they are proven to contain its visuals.

    A visual is inside if it is a collision shape itself, if all its corners are in one primitive,
    or if closed collision meshes contain it: then every piece is deeper inside than it is large.
    """
    pair = surfaces_of(link, reader)
    if isinstance(pair, str):
        return None
    visuals, _ = reader.surfaces(link)
    collisions, _ = reader.of(link.name, "collision", link.collisions)
    if not all(surface.closed for surface in collisions):
        return None  # engines make something else of them
    primitives = [shape for own in link.collisions if (shape := as_cover(own)) is not None]
    meshes = [
        surface
        for own, surface in zip(link.collisions, collisions, strict=True)
        if as_cover(own) is None
    ]
    tree = None
    if meshes:
        whole = joined(meshes)
        tree = TriangleTree(whole.points, whole.triangles)
    for visual in visuals:
        same = any(_same(visual, collision) for collision in collisions)
        if not (same or _in_one(visual, primitives) or (tree and _in_meshes(visual, tree))):
            return None
    found = pair.measured()
    return Kept(Excess(found.excess, found.excess_found, found.farthest), pair.visual.closed)


def as_cover(collision: Collision) -> CoverShape | None:
    """A primitive as a shape that knows what is inside; None for a mesh."""
    geometry = collision.geometry
    if not isinstance(geometry, Box | Cylinder | Capsule | Sphere):
        return None
    return CoverShape(KINDS[type(geometry)], collision.origin, geometry)


def _same(one: Surface, two: Surface) -> bool:
    return np.array_equal(one.points, two.points) and np.array_equal(one.triangles, two.triangles)


def _in_one(visual: Surface, primitives: list[CoverShape]) -> bool:
    least = COVERS_LEAST_DEPTH * visual.diagonal
    return any(bool(shape.depths(visual.points).min() >= least) for shape in primitives)


def _in_meshes(visual: Surface, tree: TriangleTree) -> bool:
    # Without a gap it ends with 0 only if no piece is left that may be outside.
    bound, _, _ = tree.farthest(
        visual.points,
        visual.triangles,
        inside=Inside.CLOSED,
        gap=0.0,
        budget=COVERS_BUDGET,
        share=0.0,
    )
    return bound == 0.0
