"""How far the loops of a file are from closed."""

from __future__ import annotations

from math import hypot

from ..read.extension import LoopRecord
from ..read.placement import Frame
from ..rotation import matrix_of


def loop_gap(loop: LoopRecord, frame: Frame) -> float:
    """How far a loop is from closed [m or rad]: what its joint type does not allow, combined.

    `frame` is the successor's frame in the predecessor's.
    """
    translation, rotation = frame
    turn = 2.0 * hypot(*rotation[:3])
    axis = loop.axis or (1.0, 0.0, 0.0)
    length = hypot(*axis) or 1.0
    a = tuple(c / length for c in axis)
    along = sum(p * c for p, c in zip(translation, a, strict=True))
    across = hypot(*(p - along * c for p, c in zip(translation, a, strict=True)))
    R = matrix_of(rotation)
    tilt = hypot(*(sum(R[i][j] * a[j] for j in range(3)) - a[i] for i in range(3)))
    distance = hypot(*translation)
    match loop.type:
        case "revolute" | "continuous":
            return hypot(distance, tilt)
        case "prismatic":
            return hypot(across, turn)
        case "planar":
            return hypot(along, turn)
        case "spherical":
            return distance
        case "universal":
            second = loop.axis2
            if second is None:
                return distance
            turned = [sum(R[i][j] * second[j] for j in range(3)) for i in range(3)]
            return hypot(
                distance, sum(p * c for p, c in zip(turned, a, strict=True)) - _dot(second, a)
            )
        case "fixed":
            return hypot(distance, turn)
        case _:
            return 0.0


def _dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
