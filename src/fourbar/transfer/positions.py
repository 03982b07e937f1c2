"""Where the elementary joints are when a model is at q."""

from __future__ import annotations

from math import atan2
from typing import TYPE_CHECKING

import numpy as np

from ..mechanics import forward_kinematics
from ..robot import Loop
from ..robot.direction import directions
from ..spatial.rotation import (
    conjugate,
    matrix_of,
    product,
    quaternion_about,
    quaternion_of_matrix,
)
from ..spatial.vector import Vector3, applied, cross, dot
from .lowering import Lowered

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

Positions = dict[str, tuple[float, ...]]
"""By the name of an elementary joint: one number [rad or m]; a quaternion x y z w for a ball; x y z
in the world and a quaternion for a free joint."""


def positions_at(lowered: Lowered, model: Model, q: NDArray[np.float64]) -> Positions:
    """The positions of all elementary joints, those of light bodies included."""
    data = model.data()
    forward_kinematics(model, data, q, coordinates="spanning")
    poses = np.array(data.poses)
    found: Positions = {}
    for name, slot in model.joints.items():
        entries = q[slot.q]
        for freedom in lowered.freedoms[name]:
            if freedom.kind == "free":
                child = poses[model.link_number(model.robot.joints[name].child)]
                at = tuple(map(float, child[:3, 3]))
                found[freedom.name] = (*at, *quaternion_of_matrix(child[:3, :3].tolist()))
            elif freedom.kind == "ball":
                values = entries[freedom.entry : freedom.entry + 4]
                found[freedom.name] = tuple(map(float, values))
            else:
                found[freedom.name] = (float(entries[freedom.entry]) * freedom.factor,)
    for body in lowered.closures.bodies:
        loop = model.robot.loops[body.loop]
        T_P = poses[model.link_number(loop.predecessor)] @ loop.predecessor_origin.matrix()
        T_S = poses[model.link_number(loop.successor)] @ loop.successor_origin.matrix()
        T_P_S = np.array(np.linalg.solve(T_P, T_S), dtype=np.float64)
        entries = loop_position(loop, T_P_S, wide=lowered.planar == "xyt")
        for freedom in body.freedoms:
            width = 4 if freedom.kind == "ball" else 1
            values = entries[freedom.entry : freedom.entry + width]
            found[freedom.name] = tuple(value * freedom.factor for value in values)
    return found


def loop_position(loop: Loop, T: NDArray[np.float64], *, wide: bool = False) -> tuple[float, ...]:
    """The position of a loop's joint, as q would have it, for its successor's frame `T` (4, 4).

    `T` is seen from the predecessor's frame. Where the loop is open, the part of it that the joint
    can do.
    """
    R = tuple(tuple(map(float, row)) for row in T[:3, :3])
    t: Vector3 = (float(T[0, 3]), float(T[1, 3]), float(T[2, 3]))
    planar = "xyt" if wide else "xy"
    steps = loop.kind.steps(planar)
    axes = directions(loop, planar=planar)
    found: list[float] = []
    rotation = quaternion_of_matrix(R)
    for number, (step, axis) in enumerate(zip(steps, axes, strict=True)):
        if number == loop.kind.orientation:
            return (*found, *rotation)
        if step.motion == "translation":
            along = dot(t, axis)
            found.append(along)
            t = (t[0] - along * axis[0], t[1] - along * axis[1], t[2] - along * axis[2])
            continue
        if step.motion == "screw" and loop.lead:
            found.append(dot(t, axis) / loop.lead)  # which turn it is in, too
            continue
        after = (
            axes[number + 1] if number + 1 < len(axes) and steps[number + 1].unit == "rad" else None
        )
        angle = _angle(rotation, axis, after)
        found.append(angle)
        back = conjugate(quaternion_about(axis, angle))
        rotation, t = product(back, rotation), applied(matrix_of(back), t)
    return tuple(found)


def _angle(rotation: tuple[float, ...], axis: Vector3, after: Vector3 | None) -> float:
    """How far a rotation turns about an axis, before it turns about another that follows."""
    if after is None:
        sign = -1.0 if rotation[3] < 0.0 else 1.0  # q and -q are one rotation
        return 2.0 * atan2(sign * dot(rotation[:3], axis), sign * rotation[3])
    turned = applied(matrix_of(rotation), after)
    a, b = (_across(after, axis), _across(turned, axis))
    return atan2(dot(cross(a, b), axis), dot(a, b))


def _across(v: Vector3, axis: Vector3) -> Vector3:
    along = dot(v, axis)
    return (v[0] - along * axis[0], v[1] - along * axis[1], v[2] - along * axis[2])
