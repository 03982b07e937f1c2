"""The convex hull of points, decided exactly."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

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
    starts, corners
        Of dimension 3: all faces as numbers of vertices, one behind the other. Face f has the
        corners from starts[f] to starts[f + 1].
    """

    dimension: int
    vertices: NDArray[np.float64]
    indices: NDArray[np.uint32]
    starts: NDArray[np.uint32]
    corners: NDArray[np.uint32]

    @property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """Convex polygons as numbers of vertices, counter-clockwise seen from outside.

        No two are in one plane.
        """
        corners = self.corners.tolist()
        return tuple(tuple(corners[begin:end]) for begin, end in pairwise(self.starts.tolist()))

    @property
    def triangles(self) -> NDArray[np.uint32]:
        """(m, 3) numbers of vertices: each face cut into a fan."""
        import numpy as np

        sizes = np.diff(self.starts.astype(np.int64)) - 2
        if not len(sizes):
            return np.empty((0, 3), np.uint32)
        first = np.repeat(self.starts[:-1].astype(np.int64), sizes)
        before = np.repeat(np.cumsum(sizes) - sizes, sizes)
        step = np.arange(len(first)) - before
        rows = np.stack([first, first + step + 1, first + step + 2], axis=1)
        return np.ascontiguousarray(self.corners[rows])


def convex_hull(points: ArrayLike) -> Hull:
    """The convex hull of (n, 3) finite points; at least one."""
    import numpy as np

    rows = np.ascontiguousarray(points, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != 3 or not len(rows):
        raise ValueError(f"points must have shape (n, 3) with n > 0, got {rows.shape}")
    if not np.isfinite(rows).all():
        raise ValueError("points must be finite")
    dimension, *parts = find_hull(rows)
    indices, starts, corners = (np.asarray(part, np.uint32) for part in parts)
    number = np.empty(len(rows), np.uint32)
    number[indices] = np.arange(len(indices), dtype=np.uint32)
    return Hull(dimension, rows[indices], indices, starts, number[corners])
