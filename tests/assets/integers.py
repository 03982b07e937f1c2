"""Points as integers, whose planes and sides do not round."""

from __future__ import annotations

import numpy as np


def exact(points):
    """Rows of integers: the points, all times the same power of two."""
    ratios = [[value.as_integer_ratio() for value in row] for row in np.asarray(points).tolist()]
    scale = max(d for row in ratios for _, d in row)
    return [tuple(n * (scale // d) for n, d in row) for row in ratios]


def normal_of(rows, corners):
    """The normal of the plane of three corners, of any length."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (rows[k] for k in corners[:3])
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


def plane(rows, corners):
    """A function that gives the exact side of a row: 1 outside, 0 in the plane of the corners."""
    nx, ny, nz = normal_of(rows, corners)
    ax, ay, az = rows[corners[0]]
    offset = nx * ax + ny * ay + nz * az

    def side(row):
        height = nx * row[0] + ny * row[1] + nz * row[2] - offset
        return (height > 0) - (height < 0)

    return side
