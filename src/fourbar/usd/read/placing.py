"""Where prims are: in metres with z up, their scales apart."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any, NamedTuple

import numpy as np

from ...spatial.frame import Frame, compose, inverse
from ...spatial.rotation import quaternion_about, quaternion_of_matrix
from ..library import Library

Rows = tuple[tuple[float, float, float], ...]


class Placed(NamedTuple):
    """A frame in the world [m], and the matrix by which what is drawn in it is stretched [m]."""

    frame: Frame
    stretch: Rows


class Placing:
    """Asks a stage where its prims are at the start."""

    def __init__(self, usd: Library, stage: Any) -> None:
        self._cache = usd.UsdGeom.XformCache(usd.Usd.TimeCode.Default())
        self._gf = usd.Gf
        self.metres = float(usd.UsdGeom.GetStageMetersPerUnit(stage))
        lying = usd.UsdGeom.GetStageUpAxis(stage) == usd.UsdGeom.Tokens.y
        turn = quaternion_about((1.0, 0.0, 0.0), 0.5 * pi) if lying else (0.0, 0.0, 0.0, 1.0)
        self._T_world_stage: Frame = ((0.0, 0.0, 0.0), turn)

    def of(self, prim: Any) -> Placed:
        """A prim's frame and its stretch."""
        M = self._cache.GetLocalToWorldTransform(prim)
        # Vectors are rows in USD: rows of M are the directions of the prim's axes.
        rows = [[float(M[i][j]) for j in range(3)] for i in range(3)]
        axes = _orthonormal(rows)
        x, y, z = (self.metres * float(c) for c in M.ExtractTranslation())
        columns = [list(column) for column in zip(*axes, strict=True)]
        frame = compose(self._T_world_stage, ((x, y, z), quaternion_of_matrix(columns)))
        stretch = tuple(
            (
                self.metres * _dot(axes[i], rows[0]),
                self.metres * _dot(axes[i], rows[1]),
                self.metres * _dot(axes[i], rows[2]),
            )
            for i in range(3)
        )
        return Placed(frame, stretch)

    def inside(self, prim: Any, position: Any, rotation: Any) -> Frame:
        """A frame that is given in a prim, in the world."""
        frame, stretch = self.of(prim)
        p = [written(float(c)) for c in position]
        x, y, z = (_dot(row, p) for row in stretch)
        return compose(frame, ((x, y, z), quaternion(rotation)))

    def in_world(self, position: Any, rotation: Any) -> Frame:
        """A frame that is given in the stage, in the world."""
        x, y, z = (self.metres * written(float(c)) for c in position)
        return compose(self._T_world_stage, ((x, y, z), quaternion(rotation)))


def relative(frame: Frame, to: Frame) -> Frame:
    """A frame of the world, seen from another."""
    return compose(inverse(to), frame)


def written(value: float) -> float:
    """The shortest number that single precision stores so: 0.9, not 0.8999999761581421."""
    near = np.float32(value)
    return float(str(near)) if float(near) == value else value


def quaternion(q: Any) -> tuple[float, float, float, float]:
    """A quaternion x y z w of one of USD; that of length zero stands for none."""
    x, y, z = (float(c) for c in q.GetImaginary())
    w = float(q.GetReal())
    length = sqrt(x * x + y * y + z * z + w * w)
    return (
        (0.0, 0.0, 0.0, 1.0)
        if length < 1e-6
        else (
            x / length,
            y / length,
            z / length,
            w / length,
        )
    )


def _orthonormal(rows: list[list[float]]) -> list[list[float]]:
    """Right-handed axes along the given ones (Gram and Schmidt); those of no length by others."""
    found: list[list[float]] = []
    for row in rows[:2]:
        rest = list(row)
        for axis in found:
            along = _dot(axis, rest)
            rest = [r - along * a for r, a in zip(rest, axis, strict=True)]
        length = sqrt(_dot(rest, rest))
        if length < 1e-12:
            return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
        found.append([r / length for r in rest])
    (a, b, c), (d, e, f) = found
    found.append([b * f - c * e, c * d - a * f, a * e - b * d])
    return found


def _dot(a: Any, b: Any) -> float:
    return float(a[0]) * float(b[0]) + float(a[1]) * float(b[1]) + float(a[2]) * float(b[2])
