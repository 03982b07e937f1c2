"""A joint as a chain of scalar degrees of freedom, each one node's rotation or translation.

Directions are in the joint frame of the description; `Basis` turns them into the file's axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..robot import Joint, Planar, Vector3, directions
from ..robot.kind import JointKind, Motion
from ..spatial.rotation import angles_xyz, quaternion_xyz, unit_quaternion


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


def from_model(joint: Joint, q: Sequence[float]) -> tuple[float, ...]:
    """A joint's DOF values [rad or m] from its entries in the q of a `fourbar.Model`.

    They differ where the model holds a quaternion; the angles are those of Rx Ry Rz.
    """
    values, first = tuple(float(x) for x in q), joint.kind.orientation
    if first is None:
        return values
    return (*values[:first], *angles_xyz(unit_quaternion(values[first:])))


def to_model(joint: Joint, values: Sequence[float]) -> tuple[float, ...]:
    """The inverse of `from_model`."""
    found, first = tuple(float(v) for v in values), joint.kind.orientation
    return found if first is None else (*found[:first], *quaternion_xyz(found[first:]))
