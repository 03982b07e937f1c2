"""Rotations: quaternions (x y z w), matrices, and the angles of URDF and of nested nodes."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, sin, sqrt

from .vector import Matrix3, Vector3, X, Y, Z, cross, dot, unit

Quaternion = tuple[float, float, float, float]
"""x y z w."""

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)

# Below this cosine of the middle angle, only a sum of the other two is known.
_SINGULAR = 1e-9


def quaternion_of_rpy(rpy: Vector3) -> Quaternion:
    """The rotation Rz(yaw) Ry(pitch) Rx(roll) [rad]."""
    if not any(rpy):
        return IDENTITY
    roll, pitch, yaw = (0.5 * angle for angle in rpy)
    cr, sr, cp, sp, cy, sy = cos(roll), sin(roll), cos(pitch), sin(pitch), cos(yaw), sin(yaw)
    return unit_quaternion(
        (
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
            cr * cp * cy + sr * sp * sy,
        )
    )


def matrix_of_rpy(rpy: Sequence[float]) -> Matrix3:
    """Rz(yaw) Ry(pitch) Rx(roll) [rad], row by row."""
    roll, pitch, yaw = rpy
    cr, sr, cp, sp, cy, sy = cos(roll), sin(roll), cos(pitch), sin(pitch), cos(yaw), sin(yaw)
    return (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (-sp, cp * sr, cp * cr),
    )


def rpy_of_quaternion(q: Sequence[float]) -> Vector3:
    """Roll, pitch, yaw [rad] of a unit quaternion; at pitch +-pi/2 the roll is 0."""
    return rpy_of_matrix(matrix_of(q))


def rpy_of_matrix(R: Sequence[Sequence[float]]) -> Vector3:
    """Roll, pitch, yaw [rad] of a rotation matrix; at pitch +-pi/2 the roll is 0."""
    cosine = hypot(R[0][0], R[1][0])
    pitch = atan2(-R[2][0], cosine)
    if cosine < _SINGULAR:
        return (0.0, pitch, atan2(-R[0][1], R[1][1]))
    return (atan2(R[2][1], R[2][2]) + 0.0, pitch + 0.0, atan2(R[1][0], R[0][0]) + 0.0)


def quaternion_about(axis: Sequence[float], angle: float) -> Quaternion:
    """The rotation by `angle` [rad] about a unit axis."""
    s = sin(0.5 * angle)
    return (axis[0] * s + 0.0, axis[1] * s + 0.0, axis[2] * s + 0.0, cos(0.5 * angle))


def product(a: Sequence[float], b: Sequence[float]) -> Quaternion:
    """Rotation a times rotation b."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(q: Sequence[float]) -> Quaternion:
    """The inverse of a unit quaternion."""
    return (-q[0], -q[1], -q[2], q[3])


def unit_quaternion(q: Sequence[float]) -> Quaternion:
    """Divided by its length; one without length raises ValueError."""
    length = hypot(*q)
    if not 0.0 < length < float("inf"):
        raise ValueError(f"{tuple(q)} is not a rotation")
    x, y, z, w = (c / length for c in q)
    return (x, y, z, w)


def same_rotation(a: Sequence[float], b: Sequence[float], tolerance: float) -> bool:
    """Whether two unit quaternions turn alike, q and -q being the same, to about so many rad."""
    sign = 1.0 if sum(x * y for x, y in zip(a, b, strict=True)) >= 0.0 else -1.0
    return hypot(*(x - sign * y for x, y in zip(a, b, strict=True))) <= 0.5 * tolerance


def matrix_of(q: Sequence[float]) -> Matrix3:
    """The rotation matrix of a unit quaternion, row by row."""
    x, y, z, w = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )


def quaternion_of_matrix(R: Sequence[Sequence[float]]) -> Quaternion:
    """The unit quaternion of a rotation matrix (Shepperd: divide by the largest of four)."""
    trace = R[0][0] + R[1][1] + R[2][2]
    candidates = (trace, R[0][0], R[1][1], R[2][2])
    largest = candidates.index(max(candidates))
    if largest == 0:
        s = 2.0 * sqrt(1.0 + trace)
        q = ((R[2][1] - R[1][2]) / s, (R[0][2] - R[2][0]) / s, (R[1][0] - R[0][1]) / s, s / 4)
    else:
        i = largest - 1
        j, k = (i + 1) % 3, (i + 2) % 3
        s = 2.0 * sqrt(1.0 + R[i][i] - R[j][j] - R[k][k])
        parts = [0.0, 0.0, 0.0]
        parts[i] = s / 4
        parts[j] = (R[j][i] + R[i][j]) / s
        parts[k] = (R[k][i] + R[i][k]) / s
        q = (parts[0], parts[1], parts[2], (R[k][j] - R[j][k]) / s)
    return unit_quaternion(tuple(float(c) for c in q))


def angles_xyz(q: Sequence[float]) -> Vector3:
    """The angles [rad] with Rx(a) Ry(b) Rz(c) = R: what nested nodes that turn about x, y, z need.

    Not URDF's rpy, which is Rz Ry Rx. At b = +-pi/2 c is 0.
    """
    R = matrix_of(q)
    cosine = hypot(R[0][0], R[0][1])
    b = atan2(R[0][2], cosine)
    if cosine < _SINGULAR:
        return (atan2(R[2][1], R[1][1]), b, 0.0)
    return (atan2(-R[1][2], R[2][2]), b, atan2(-R[0][1], R[0][0]))


def quaternion_xyz(angles: Sequence[float]) -> Quaternion:
    """Rx(a) Ry(b) Rz(c) as a quaternion: the inverse of `angles_xyz`."""
    q = IDENTITY
    for axis, angle in zip((X, Y, Z), angles, strict=True):
        q = product(q, quaternion_about(axis, angle))
    return q


def rotation_between(a: Sequence[float], b: Sequence[float]) -> Quaternion:
    """The shortest rotation that brings the direction of a to that of b.

    Opposite directions have no shortest one: half a turn about a perpendicular axis is taken.
    """
    start, end = unit(a), unit(b)
    cosine = dot(start, end)
    if cosine < -1.0 + 1e-12:
        axis = unit(cross(start, X if abs(start[0]) < 0.9 else Y))
        return (*axis, 0.0)
    return unit_quaternion((*cross(start, end), 1.0 + cosine))
