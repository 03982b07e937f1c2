"""A joint as a chain of scalar degrees of freedom, each one node's rotation or translation.

Directions are in the joint frame of the description; `Basis` turns them into the file's axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Literal, NamedTuple

from ..robot import Joint, JointType, Vector3
from .rotation import IDENTITY, angles_xyz, product, quaternion_about, unit_quaternion

Motion = Literal["rotation", "translation"]
Planar = Literal["xy", "xyt"]

_X, _Y, _Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)

_FREE: tuple[Motion, ...] = (
    "translation",
    "translation",
    "translation",
    "rotation",
    "rotation",
    "rotation",
)

MOTIONS: dict[JointType, tuple[tuple[Motion, ...], ...]] = {
    "fixed": ((),),
    "revolute": (("rotation",),),
    "continuous": (("rotation",),),
    "prismatic": (("translation",),),
    "planar": (("translation", "translation"), ("translation", "translation", "rotation")),
    "floating": (_FREE,),
    "universal": (("rotation", "rotation"),),
    "spherical": (("rotation", "rotation", "rotation"),),
}
"""The chains that each joint type may have."""


class Dof(NamedTuple):
    """One scalar motion about or along a unit axis."""

    motion: Motion
    axis: Vector3


def dofs_of(joint: Joint, *, planar: Planar = "xy") -> tuple[Dof, ...]:
    """The chain of a joint, in the order in which the nodes are nested.

    A joint that moves about a zero axis raises ValueError.
    """
    match joint.type:
        case "fixed":
            return ()
        case "floating":
            slides = tuple(Dof("translation", axis) for axis in (_X, _Y, _Z))
            return slides + tuple(Dof("rotation", axis) for axis in (_X, _Y, _Z))
        case "spherical":
            return tuple(Dof("rotation", axis) for axis in (_X, _Y, _Z))
        case "universal":
            return (
                Dof("rotation", unit(joint.axis)),
                Dof("rotation", unit(joint.second_axis)),
            )
        case "planar":
            normal = unit(joint.axis)
            slides = tuple(Dof("translation", axis) for axis in plane_directions(normal))
            return (*slides, Dof("rotation", normal)) if planar == "xyt" else slides
        case "prismatic":
            return (Dof("translation", unit(joint.axis)),)
        case _:
            return (Dof("rotation", unit(joint.axis)),)


def plane_directions(normal: Vector3) -> tuple[Vector3, Vector3]:
    """U = n x t and v = n x u, with t = x, or y where x is within 26 degrees of the normal."""
    t = _X if abs(normal[0]) < 0.9 else _Y
    u = unit(cross(normal, t))
    return u, cross(normal, u)


def unit(v: Sequence[float]) -> Vector3:
    """A direction at length one; what has none raises ValueError."""
    length = hypot(*v)
    if not 0.0 < length < float("inf"):
        raise ValueError(f"the axis {tuple(v)} has no direction")
    if length == 1.0:
        return (float(v[0]), float(v[1]), float(v[2]))
    x, y, z = (c / length for c in v)
    return (x, y, z)


def cross(a: Vector3, b: Vector3) -> Vector3:
    """The cross product."""
    return (
        a[1] * b[2] - a[2] * b[1] + 0.0,
        a[2] * b[0] - a[0] * b[2] + 0.0,
        a[0] * b[1] - a[1] * b[0] + 0.0,
    )


def from_model(joint: Joint, q: Sequence[float], *, planar: Planar = "xy") -> tuple[float, ...]:
    """A joint's DOF values [rad or m] from its entries in the q of a `fourbar.Model`.

    They differ where the model holds a quaternion (floating, spherical), and in the directions of
    a planar joint.
    """
    values = tuple(float(x) for x in q)
    match joint.type:
        case "floating":
            return (*values[:3], *angles_xyz(unit_quaternion(values[3:])))
        case "spherical":
            return angles_xyz(unit_quaternion(values))
        case "planar":
            return _in_plane(joint, values, _model_plane(joint), dofs_of(joint))
        case _:
            return values


def to_model(joint: Joint, values: Sequence[float], *, planar: Planar = "xy") -> tuple[float, ...]:
    """The inverse of `from_model`."""
    match joint.type:
        case "floating":
            return (*(float(v) for v in values[:3]), *quaternion_xyz(values[3:]))
        case "spherical":
            return quaternion_xyz(values)
        case "planar":
            return _in_plane(joint, values, dofs_of(joint), _model_plane(joint))
        case _:
            return tuple(float(v) for v in values)


def quaternion_xyz(angles: Sequence[float]) -> tuple[float, float, float, float]:
    """Rx(a) Ry(b) Rz(c) as a quaternion."""
    q = IDENTITY
    for axis, angle in zip((_X, _Y, _Z), angles, strict=True):
        q = product(q, quaternion_about(axis, angle))
    return q


def _model_plane(joint: Joint) -> tuple[Dof, ...]:
    import numpy as np

    from ..mechanics import plane_of

    normal = np.array(unit(joint.axis))
    return tuple(
        Dof("translation", (float(d[0]), float(d[1]), float(d[2]))) for d in plane_of(normal)
    )


def _in_plane(
    joint: Joint, values: Sequence[float], given: Sequence[Dof], wanted: Sequence[Dof]
) -> tuple[float, ...]:
    place = [sum(values[k] * given[k].axis[i] for k in range(2)) for i in range(3)]
    found = tuple(sum(p * c for p, c in zip(place, wanted[k].axis, strict=True)) for k in range(2))
    return (*found, *(float(v) for v in values[2:]))
