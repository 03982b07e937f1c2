"""Convex bodies around points, as mesh files can hold them."""

from __future__ import annotations

from collections.abc import Iterator
from math import frexp
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._native import moments, outer_hull
from ..assets import Hull, convex_hull
from ..numerics import (
    COVERS_BITS,
    COVERS_CUT_CORNERS,
    COVERS_LEAST_DEPTH,
    COVERS_MOST_CORNERS,
)
from ..robot import Box
from .cover import Body, CoverShape, body_depths
from .fit import Grid, fit_box
from .surface import moved

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .surface import Points

_STEPS = tuple(2.0**k for k in range(4))
"""What the faces of a body are moved outwards by, until rounded corners contain the points."""
_THICK = tuple(2.0**k for k in range(1, 6))
"""Half the cubes around corners where that does not succeed."""
_POINTED = 64.0
"""The farthest that a corner goes when its faces move by 1."""
_ROUNDS = 32
"""Steps towards the shortest way of a corner."""


class Solid(NamedTuple):
    """The corners of a convex hull that is not flat (k, 3) [m], and its volume [m^3]."""

    corners: Points
    volume: float


def solid_around(points: Points) -> Solid:
    """The hull of points; of those in one plane, of a thin body around them."""
    hull = convex_hull(points)
    if hull.dimension == 3:
        volume = moments(hull.vertices, hull.triangles)[0]
        if volume > 1e-9 * np.ptp(points, axis=0).max() ** 3:
            return Solid(np.ascontiguousarray(hull.vertices), volume)
    half = max(float(np.linalg.norm(np.ptp(points, axis=0))), 1e-6) * 5e-4
    around = convex_hull(thick(hull.vertices, half))
    volume = moments(around.vertices, around.triangles)[0]
    return Solid(np.ascontiguousarray(around.vertices), volume)


def thick(points: Points, half: float) -> Points:
    """The corners of cubes around points, each of which a ball of radius `half` [m] fits into."""
    cube = np.array(np.meshgrid(*[(-half, half)] * 3)).reshape(3, -1).T
    return (points[:, None, :] + cube[None, :, :]).reshape(-1, 3)


def fit_hull(solid: Solid, grid: Grid, most: int) -> CoverShape:
    """The solid, or a body of at most `most` corners around it.

    Corners are on a grid of powers of two. They are float32 numbers, as STL has them, none are
    close to each other, and in doubles the directions of faces have no rounding errors, however
    narrow a face is. The body is made larger until every point is inside by more than the rounding
    of doubles could be.
    """
    corners = solid.corners
    if problem := _too_many(len(corners), most):
        raise ArithmeticError(problem)
    if len(corners) > most:
        corners = np.array(outer_hull(corners, most))
    low, high = corners.min(axis=0), corners.max(axis=0)
    pose = grid.pose(((low + high) / 2).tolist(), np.eye(3).tolist())
    inside = solid.corners - np.array(pose.xyz)
    own = corners - np.array(pose.xyz)
    step = 2.0 ** (frexp(np.abs(own).max())[1] - COVERS_BITS)
    for rounded in _rounded(own / step, inside / step, most):
        body = _body(step * rounded)
        if body and body_depths(body, inside).min() >= COVERS_LEAST_DEPTH * grid.size:
            return CoverShape("hull", pose, body)
    raise ArithmeticError("the points are too thin for a convex body of float32 corners")


def _rounded(corners: Points, inside: Points, most: int) -> Iterator[Points]:
    """Whole numbers around corners, which are `inside` or around them, the closest first."""
    # Rounded first, corners that are one but for rounding are one; but the faces of what is thinner
    # than the grid look anywhere then.
    for begin in (np.round(corners), corners):
        hull = convex_hull(begin)
        if hull.dimension < 3:
            continue
        outwards = _outwards(hull)
        for steps in _STEPS:
            yield np.round(hull.vertices + steps * outwards)
    # At the edges of what is thin, faces look in almost opposite directions, and no short way leads
    # out of all of them. Cubes do, for twice as many corners or more.
    few = inside if len(inside) <= COVERS_MOST_CORNERS else corners
    for half in _THICK:
        # Rounded before it is cut: where corners are as close as rounding, planes lie anywhere.
        around = convex_hull(np.round(thick(few, half))).vertices
        if len(around) > most:
            around = np.array(outer_hull(np.ascontiguousarray(around), most))
        yield np.round(around)
    # Cutting a body that is that thin along all its planes may fail; its box does not.
    box = fit_box(few, Grid(few))
    assert isinstance(box.geometry, Box)
    signs = np.array(np.meshgrid(*[(-1.0, 1.0)] * 3)).reshape(3, -1).T
    for beyond in _THICK:
        yield np.round(moved(signs * (np.array(box.geometry.size) / 2 + beyond), box.origin))


def _too_many(corners: int, most: int) -> str:
    """Why a body would take too long to make, or ""."""
    few = f"allow at most {COVERS_CUT_CORNERS:,} vertices"
    if corners > COVERS_MOST_CORNERS and most > COVERS_CUT_CORNERS:
        return f"the hull has {corners:,} corners, which takes too long; {few}"
    if corners > most > COVERS_CUT_CORNERS:
        return f"the hull has {corners:,} corners; {few}, or as many as it has"
    return ""


def _outwards(hull: Hull) -> Points:
    """The shortest ways for the corners on which all faces move outwards by 1, or a bit less.

    With z, the shortest convex combination of the normals at a corner, that is z / |z|^2; and z is
    found by going towards the normal that is least along it (Gilbert, 1966).
    """
    corner, normals = _normals_at_corners(hull)
    starts = np.flatnonzero(np.diff(corner, prepend=-1))
    at = np.cumsum(np.diff(corner, prepend=-1) != 0) - 1
    z = np.add.reduceat(normals, starts, axis=0)
    z /= np.diff(starts, append=len(corner))[:, None]
    for _ in range(_ROUNDS):
        along = np.einsum("ij,ij->i", normals, z[at])
        least = np.minimum.reduceat(along, starts)
        lowest = np.flatnonzero(along == least[at])
        first = lowest[np.unique(at[lowest], return_index=True)[1]]
        way = normals[first] - z
        wanted = np.einsum("ij,ij->i", z, z) - least
        square = np.einsum("ij,ij->i", way, way)
        share = np.clip(wanted / np.maximum(square, np.finfo(float).tiny), 0.0, 1.0)
        z += share[:, None] * way
    lengths = np.linalg.norm(z, axis=1)
    found = np.zeros_like(hull.vertices)
    found[corner[starts]] = z / np.maximum(lengths, 1 / _POINTED)[:, None] ** 2
    return found


def _normals_at_corners(hull: Hull) -> tuple[NDArray[np.int64], Points]:
    """Corners in their order, each as often as faces meet there, and the normals of these."""
    sizes = np.diff(hull.starts.astype(np.int64))
    a, b, c = (hull.vertices[hull.triangles[:, k]] for k in range(3))
    fans = np.cumsum(sizes - 2) - (sizes - 2)
    normals = np.add.reduceat(np.cross(b - a, c - a), fans, axis=0)
    lengths = np.linalg.norm(normals, axis=1)
    # The direction of a face that is narrower than its corners are accurate means nothing.
    sound = lengths > 1e-12 * np.ptp(hull.vertices, axis=0).max() ** 2
    face = np.repeat(np.arange(len(sizes)), sizes)
    used = sound[face]
    corner, face = hull.corners[used].astype(np.int64), face[used]
    order = np.argsort(corner, kind="stable")
    return corner[order], normals[face[order]] / lengths[face[order], None]


def _body(corners: Points) -> Body | None:
    hull = convex_hull(corners)
    if hull.dimension < 3:
        return None
    return Body(hull.vertices, hull.triangles, moments(hull.vertices, hull.triangles)[0])
