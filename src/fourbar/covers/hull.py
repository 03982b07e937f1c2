"""Convex bodies around points, as mesh files can hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._native import moments, outer_hull
from ..assets import convex_hull
from ..numerics import COVERS_LEAST_DEPTH
from .cover import Body, CoverShape, body_depths
from .fit import Grid

if TYPE_CHECKING:
    from .surface import Points

_GROWTHS = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2)
"""What a body is made larger by, until float32 corners contain the points."""


def fit_hull(points: Points, grid: Grid, most: int) -> CoverShape:
    """The convex hull, or a body of at most `most` corners around it.

    Corners are rounded to float32, as STL has them, and the body is made larger until every point
    is inside by more than the rounding of doubles could be.
    """
    hull = convex_hull(points)
    corners = hull.vertices
    if len(corners) > most:
        corners = np.array(outer_hull(np.ascontiguousarray(corners), most))
    low, high = corners.min(axis=0), corners.max(axis=0)
    pose = grid.pose(((low + high) / 2).tolist(), np.eye(3).tolist())
    inside = hull.vertices - np.array(pose.xyz)
    own = corners - np.array(pose.xyz)
    middle = own.mean(axis=0)
    for growth in _GROWTHS:
        body = _body(middle + (own - middle) * (1 + growth))
        if body_depths(body, inside).min() >= COVERS_LEAST_DEPTH * grid.size:
            break
    else:
        raise ArithmeticError("the points are too thin for a convex body of float32 corners")
    return CoverShape("hull", pose, body)


def hull_volume(points: Points) -> float:
    """Of the convex hull of points [m^3]."""
    hull = convex_hull(points)
    return moments(hull.vertices, hull.triangles)[0] if hull.dimension == 3 else 0.0


def _body(corners: Points) -> Body:
    rounded = corners.astype(np.float32).astype(np.float64)
    hull = convex_hull(rounded)
    volume = moments(hull.vertices, hull.triangles)[0]
    return Body(hull.vertices, hull.triangles, volume)


def solid_points(points: Points) -> Points:
    """The corners of the hull; of points in one plane, those of a thin body around them."""
    hull = convex_hull(points)
    if hull.dimension == 3 and hull_volume(points) > 1e-9 * np.ptp(points, axis=0).max() ** 3:
        return np.ascontiguousarray(hull.vertices)
    half = max(float(np.linalg.norm(np.ptp(points, axis=0))), 1e-6) * 5e-4
    cube = np.array(np.meshgrid(*[(-half, half)] * 3)).reshape(3, -1).T
    thick = (hull.vertices[:, None, :] + cube[None, :, :]).reshape(-1, 3)
    return np.ascontiguousarray(convex_hull(thick).vertices)
