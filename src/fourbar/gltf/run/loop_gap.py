"""How far the loops of a file are from closed."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, hypot, pi

from ...robot.kind import kind_of
from ...spatial.frame import Frame
from ...spatial.rotation import matrix_of
from ..read.extension import LoopRecord


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
    kind = kind_of(loop.type)
    if kind is None:
        return 0.0
    if kind.pitched:
        along = _off_thread(along, R, a, (loop.pitch or 0.0) / (2.0 * pi))
    in_plane, _, on_axis = kind.demands.slides
    gap = hypot(across if in_plane else 0.0, along if on_axis else 0.0)
    match kind.demands.turning:
        case 3:
            return hypot(gap, turn)
        case 2:
            return hypot(gap, tilt)
        case 1 if loop.axis2 is not None:
            second = loop.axis2
            turned = tuple(sum(R[i][j] * second[j] for j in range(3)) for i in range(3))
            return hypot(gap, _dot(turned, a) - _dot(second, a))
        case _:
            return gap


def _off_thread(
    along: float, R: Sequence[Sequence[float]], axis: tuple[float, ...], lead: float
) -> float:
    """How far along its axis a screw is from where its angle takes it, whole turns aside [m].

    With c = trace(R) - a^T R a and s = the antisymmetric part along a, the angle about the axis is
    atan2(s, c): exact where nothing tilts.
    """
    cosine = sum(R[i][i] for i in range(3)) - sum(
        axis[i] * R[i][j] * axis[j] for i in range(3) for j in range(3)
    )
    sine = _dot(axis, (R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]))
    off = along - lead * atan2(sine, cosine)
    turn = 2.0 * pi * abs(lead)
    return off - turn * round(off / turn) if turn else off


def _dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
