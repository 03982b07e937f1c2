"""The convex hull of points, decided exactly."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from .._native import convex_hull as find_hull

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Hull(NamedTuple):
    """The smallest convex body that contains some points.

    Every point is inside it or on it without any tolerance: orientations are computed exactly
    where rounding could decide them. The same points give the same hull.

    Attributes
    ----------
    dimension
        3; 2, 1 or 0 where all points are in one plane, on one line or in one place.
    vertices
        (k, 3) its corners. Points on an edge or in a face are not corners. Those of a polygon
        (dimension 2) go around it.
    indices
        (k,) which rows of the points they are.
    faces
        Of dimension 3: convex polygons as numbers of vertices, counter-clockwise seen from
        outside, no two in one plane.
    triangles
        (m, 3) numbers of vertices: each face cut into a fan.
    """

    dimension: int
    vertices: NDArray[np.float64]
    indices: NDArray[np.uint32]
    faces: tuple[tuple[int, ...], ...]
    triangles: NDArray[np.uint32]


def convex_hull(points: ArrayLike) -> Hull:
    """The convex hull of (n, 3) finite points; at least one."""
    import numpy as np

    rows = np.ascontiguousarray(points, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != 3 or not len(rows):
        raise ValueError(f"points must have shape (n, 3) with n > 0, got {rows.shape}")
    if not np.isfinite(rows).all():
        raise ValueError("points must be finite")
    found = find_hull(rows)
    indices = _array(found[1])
    starts, corners = found[2].tolist(), found[3].tolist()
    number = {point: k for k, point in enumerate(indices.tolist())}
    faces = tuple(
        tuple(number[corner] for corner in corners[begin:end]) for begin, end in pairwise(starts)
    )
    fans = [(face[0], a, b) for face in faces for a, b in pairwise(face[1:])]
    triangles = np.array(fans, dtype=np.uint32).reshape(-1, 3)
    return Hull(found[0], rows[indices], indices, faces, triangles)


def _array(view: memoryview) -> Any:
    import numpy as np

    return np.asarray(view)
