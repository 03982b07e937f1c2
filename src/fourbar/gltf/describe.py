"""What the extension says about each part, still without node and link numbers."""

from __future__ import annotations

from math import isfinite
from typing import Any

from ..robot import (
    Box,
    Capsule,
    Cylinder,
    Geometry,
    Inertial,
    Joint,
    Limit,
    Loop,
    Planar,
    Pose,
    Sphere,
)
from ..robot.kind import Step
from ..spatial.rotation import Quaternion, product, quaternion_of_matrix, quaternion_of_rpy
from ..spatial.symmetric import eigen_symmetric
from ..spatial.vector import unit
from .basis import Basis
from .dofs import dofs_of

Record = dict[str, Any]
"""An object of the file's JSON."""

SHAPE_AXIS = (0.0, 1.0, 0.0)
"""The axis of a cylinder or capsule that names none."""


def pose_record(pose: Pose, basis: Basis) -> Record:
    """`translation` and `rotation` of a node, left out where they are the identity."""
    record: Record = {}
    if any(pose.xyz):
        record["translation"] = list(basis.vector(pose.xyz))
    if any(pose.rpy):
        record["rotation"] = list(basis.quaternion(quaternion_of_rpy(pose.rpy)))
    return record


def joint_record(joint: Joint, basis: Basis, *, planar: Planar = "xy") -> Record:
    """Type, DOFs and what is known about them; without nodes, links, mimic and defaults."""
    record: Record = {"name": joint.name, "type": joint.type}
    dofs: list[Record] = []
    steps = joint.kind.steps(planar)
    for dof, step in zip(dofs_of(joint, planar=planar), steps, strict=True):
        each: Record = {"motion": dof.motion, "axis": list(basis.vector(dof.axis))}
        if dof.pitch is not None:
            each["pitch"] = dof.pitch
        limit = limit_record(joint, step)
        if limit:
            each["limit"] = limit
        dofs.append(each)
    record["dofs"] = dofs
    if joint.dynamics is not None:
        given = {"damping": joint.dynamics.damping, "friction": joint.dynamics.friction}
        _put(record, "dynamics", given)
    if joint.spring is not None:
        record["spring"] = {"stiffness": joint.spring.stiffness, "rest": joint.spring.rest}
    safety = joint.safety_controller
    if safety is not None:
        given = {
            "softLowerLimit": safety.soft_lower_limit,
            "softUpperLimit": safety.soft_upper_limit,
            "kPosition": safety.k_position,
            "kVelocity": safety.k_velocity,
        }
        _put(record, "safety", given)
    if joint.calibration is not None:
        given = {
            "rising": joint.calibration.rising,
            "falling": joint.calibration.falling,
            "referencePosition": joint.calibration.reference_position,
        }
        _put(record, "calibration", given)
    if joint.independent is not None:
        record["independent"] = joint.independent
    return record


def limit_record(joint: Joint, step: Step) -> Record:
    """The limits of one DOF; what the description leaves out is left out."""
    limit = joint.limit or Limit()
    record: Record = {}
    lower, upper = joint.bounds
    if step.bound == "range" and lower <= upper:
        record.update(_finite({"lower": lower, "upper": upper}))
    if step.bound == "range" or not joint.kind.has_range:
        record.update(_finite({"velocity": limit.velocity, "effort": limit.effort}))
    return record


def loop_record(loop: Loop, basis: Basis) -> Record:
    """A loop's type and axes; without links and nodes."""
    record: Record = {"name": loop.name, "type": loop.type}
    if loop.kind.axes:
        record["axis"] = list(basis.vector(unit(loop.axis)))
    if loop.kind.axes > 1:
        record["axis2"] = list(basis.vector(unit(loop.second_axis)))
    if loop.kind.pitched:
        record["pitch"] = loop.pitch or 0.0
    return record


def shape_record(geometry: Geometry, basis: Basis) -> Record | None:
    """`{"box": {"size": ...}}` and the like; None for meshes, unknown shapes and NaN.

    The axis of a cylinder or capsule is y, glTF's up and the description's z, unless said.
    """
    match geometry:
        case Box() if all(map(isfinite, geometry.size)):
            return {"box": {"size": list(basis.vector(geometry.size))}}
        case Sphere() if isfinite(geometry.radius):
            return {"sphere": {"radius": geometry.radius}}
        case Cylinder() | Capsule() if isfinite(geometry.radius + geometry.length):
            kind = "cylinder" if isinstance(geometry, Cylinder) else "capsule"
            size: Record = {"radius": geometry.radius, "height": geometry.length}
            axis = basis.vector((0.0, 0.0, 1.0))
            if axis != SHAPE_AXIS:
                size["axis"] = list(axis)
            return {kind: size}
        case _:
            return None


def inertial_record(inertial: Inertial, basis: Basis) -> Record | None:
    """Mass [kg], centre of mass [m], principal moments [kg m^2] and where their axes point.

    None where a number is not finite: JSON has no words for that.
    """
    tensor = inertial.inertia
    numbers = (tensor.ixx, tensor.iyy, tensor.izz, tensor.ixy, tensor.ixz, tensor.iyz)
    numbers += (inertial.mass, *inertial.origin.xyz, *inertial.origin.rpy)
    if not all(map(isfinite, numbers)):
        return None
    diagonal, rotation = principal(inertial)
    if not all(map(isfinite, diagonal)):
        return None
    return {
        "mass": inertial.mass,
        "centerOfMass": list(basis.vector(inertial.origin.xyz)),
        "inertiaDiagonal": list(basis.vector(diagonal)),
        "inertiaOrientation": list(basis.quaternion(rotation)),
    }


def principal(inertial: Inertial) -> tuple[tuple[float, float, float], Quaternion]:
    """Principal moments and the rotation of their axes in the link's frame.

    A tensor that is diagonal as written keeps its order and its digits.
    """
    frame = quaternion_of_rpy(inertial.origin.rpy)
    tensor = inertial.inertia
    if not (tensor.ixy or tensor.ixz or tensor.iyz):
        return (tensor.ixx, tensor.iyy, tensor.izz), frame
    full = [
        [tensor.ixx, tensor.ixy, tensor.ixz],
        [tensor.ixy, tensor.iyy, tensor.iyz],
        [tensor.ixz, tensor.iyz, tensor.izz],
    ]
    scale = max(abs(entry) for row in full for entry in row)
    moments, axes = eigen_symmetric([[entry / scale for entry in row] for row in full])
    a, b, c = (moment * scale for moment in moments)
    return (a, b, c), product(frame, quaternion_of_matrix(axes))


def _put(record: Record, key: str, values: dict[str, float | None]) -> None:
    found = _finite(values)
    if found:
        record[key] = found


def _finite(values: dict[str, float | None]) -> dict[str, float]:
    return {k: v for k, v in values.items() if v is not None and isfinite(v)}
