"""Triangles that are in a mesh more than once, and its connected parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._native import Triangles

if TYPE_CHECKING:
    from numpy.typing import NDArray


def without_repeated(merged: Triangles) -> tuple[Triangles, int]:
    """Each triangle once, and how many were left out; those that face the other way stay.

    Vertices in the same place must be one.
    """
    triangles = np.asarray(merged.triangles)
    first = np.argmin(triangles, axis=1)
    turns = (first[:, None] + np.arange(3)) % 3
    ordered = np.take_along_axis(triangles, turns, axis=1)
    _, kept = np.unique(ordered, axis=0, return_index=True)
    gone = len(triangles) - len(kept)
    if not gone:
        return merged, 0
    rest = np.ascontiguousarray(triangles[np.sort(kept)])
    return Triangles(merged.positions, rest), gone


def connected_parts(merged: Triangles) -> NDArray[np.int64]:
    """For each triangle the number of the part that it is connected to by vertices."""
    triangles = np.asarray(merged.triangles).astype(np.int64)
    label = np.arange(merged.vertex_count, dtype=np.int64)
    while True:
        lowest = label[triangles].min(axis=1)
        new = label.copy()
        for corner in range(3):
            np.minimum.at(new, label[triangles[:, corner]], lowest)
        while not np.array_equal(new, new[new]):
            new = new[new]
        new = new[label]
        if np.array_equal(new, label):
            return np.unique(label[triangles[:, 0]], return_inverse=True)[1].ravel()
        label = new
