"""Surfaces cut into small pieces, each of which is given to one convex shape whole.

A union of shapes covers a surface if every piece of it is inside one of them. Who gives every piece
to a shape and makes each shape contain the corners of its pieces has that proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._native import hull_corners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .surface import Points, Surface

_MOST = 200_000
"""Pieces are not cut further when there are this many."""


def cut(surface: Surface, longest: float) -> Points:
    """(n, 3, 3) corners of pieces with sides of at most `longest` [m], if they are not too many."""
    return cut_until(surface.points[surface.triangles], longest)


def cut_until(pieces: Points, longest: float) -> Points:
    """The same for triangles by their corners."""
    done: list[Points] = []
    count = len(pieces)
    while len(pieces):
        sides = np.linalg.norm(np.roll(pieces, -1, axis=1) - pieces, axis=2)
        large = sides.max(axis=1) > longest
        if count + int(large.sum()) > _MOST:
            done.append(pieces)
            break
        done.append(pieces[~large])
        pieces = halves(pieces[large], sides[large])
        count += len(pieces) // 2
    return np.concatenate(done)


def halves(pieces: Points, sides: Points) -> Points:
    """Each cut across its longest side."""
    k = sides.argmax(axis=1)
    rows = np.arange(len(pieces))
    a, b, c = (pieces[rows, (k + i) % 3] for i in range(3))
    middle = (a + b) / 2
    return np.concatenate([np.stack([a, middle, c], 1), np.stack([middle, b, c], 1)])


def grouped(pieces: Points, size: float) -> tuple[Points, NDArray[np.int64]]:
    """The corners of pieces by the cell of a grid that their middle is in.

    Returns the corners of the convex hull of each cell, those of one cell behind each other, and
    where each cell starts: a convex shape around them contains the pieces.
    """
    cells = np.floor(pieces.mean(axis=1) / size).astype(np.int64)
    cells -= cells.min(axis=0)
    _, y, z = cells.max(axis=0) + 1
    key = (cells[:, 0] * y + cells[:, 1]) * z + cells[:, 2]
    order = np.argsort(key, kind="stable")
    starts = 3 * np.flatnonzero(np.diff(key[order], prepend=-1))
    corners = np.ascontiguousarray(pieces[order].reshape(-1, 3))
    kept, firsts = hull_corners(corners, starts.astype(np.uint32))
    return corners[np.asarray(kept)], np.asarray(firsts).astype(np.int64)
