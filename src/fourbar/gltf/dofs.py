"""A joint as a chain of scalar degrees of freedom, each one node's rotation or translation.

Directions are in the joint frame of the description; `Basis` turns them into the file's axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..robot import Joint, Planar, Vector3, directions
from ..robot.direction import plane_of
from ..robot.kind import JointKind, Motion
from ..spatial.rotation import angles_xyz, quaternion_xyz, unit_quaternion
from ..spatial.vector import dot, unit


class Dof(NamedTuple):
    """One scalar motion about or along a unit axis."""

    motion: Motion
    axis: Vector3
    pitch: float | None = None  # [m/turn], of a screw


def chains(kind: JointKind) -> tuple[tuple[Motion, ...], ...]:
    """The motions that the DOFs of a joint type may have."""
    both = dict.fromkeys((kind.steps("xy"), kind.steps("xyt")))
    return tuple(tuple(step.motion for step in steps) for steps in both)


def dofs_of(joint: Joint, *, planar: Planar = "xy") -> tuple[Dof, ...]:
    """The chain of a joint, in the order in which the nodes are nested.

    A joint that moves about a zero axis raises ValueError.
    """
    steps, axes = joint.kind.steps(planar), directions(joint, planar=planar)
    return tuple(
        Dof(step.motion, axis, (joint.pitch or 0.0) if step.motion == "screw" else None)
        for step, axis in zip(steps, axes, strict=True)
    )


def from_model(
    joint: Joint, q: Sequence[float], axes: Sequence[Vector3] | None = None
) -> tuple[float, ...]:
    """A joint's DOF values [rad or m] from its entries in the q of a `fourbar.Model`.

    They differ where the model holds a quaternion; the angles are those of Rx Ry Rz. `axes` are
    those of the DOFs in a file, which may span the plane of a planar joint in another way.
    """
    values, first = tuple(float(x) for x in q), joint.kind.orientation
    if first is not None:
        return (*values[:first], *angles_xyz(unit_quaternion(values[first:])))
    plane = _plane(joint, axes)
    if plane is None:
        return values
    (a, b), (c, d), sign = plane
    x, y, *turn = values
    scale = a * d - b * c
    return ((d * x - b * y) / scale, (a * y - c * x) / scale, *(sign * angle for angle in turn))


def to_model(
    joint: Joint, values: Sequence[float], axes: Sequence[Vector3] | None = None
) -> tuple[float, ...]:
    """The inverse of `from_model`."""
    found, first = tuple(float(v) for v in values), joint.kind.orientation
    if first is not None:
        return (*found[:first], *quaternion_xyz(found[first:]))
    plane = _plane(joint, axes)
    if plane is None:
        return found
    (a, b), (c, d), sign = plane
    u, v, *turn = found
    return (a * u + b * v, c * u + d * v, *(sign * angle for angle in turn))


def _plane(
    joint: Joint, axes: Sequence[Vector3] | None
) -> tuple[tuple[float, float], tuple[float, float], float] | None:
    """How the first two DOFs go along the two directions of a planar joint, and its angle's sign.

    None where they are these directions.
    """
    if axes is None or not joint.kind.spans_plane:
        return None
    normal = unit(joint.axis)
    u, v = unit(axes[0]), unit(axes[1])
    first, second = plane_of(normal)
    sign = 1.0 if len(axes) < 3 or dot(axes[2], normal) > 0.0 else -1.0
    if (u, v, sign) == (first, second, 1.0):
        return None
    return (dot(u, first), dot(v, first)), (dot(u, second), dot(v, second)), sign
