"""Whether the axes of a joint's DOFs are those of its type."""

from __future__ import annotations

from ... import rules
from ...robot.direction import FRAME, plane_of
from ...robot.kind import kind_of
from ...spatial.vector import Vector3, cross, dot, unit
from ..basis import Basis
from ..dofs import chains
from ..read.extension import JointRecord

_IN_PLANE = ("plane1", "plane2")
_SAME = 1e-6
"""How far the cosine of the angle between two axes may be from 1 where they are to be the same."""


def check_axes(joint: JointRecord, basis: Basis) -> bool:
    """Compare the axes of the DOFs of a joint whose motions are those of its type."""
    kind = kind_of(joint.type)
    if kind is None or tuple(dof.motion for dof in joint.dofs) not in chains(kind):
        return True  # reported elsewhere
    steps = kind.steps("xy" if len(joint.dofs) == kind.dof else "xyt")
    axes = [unit(dof.axis) for dof in joint.dofs]
    by_name: dict[str, Vector3] = {}
    for step, axis in zip(steps, axes, strict=True):
        by_name.setdefault(step.along, axis)
    for number, (step, axis) in enumerate(zip(steps, axes, strict=True)):
        problem = None
        if step.along in FRAME:
            wanted = basis.vector(FRAME[step.along])
            if dot(axis, wanted) < 1.0 - _SAME:
                problem = f"must be along {step.along} of the description, which is {_text(wanted)}"
        elif kind.spans_plane and number == 1:
            if abs(dot(axis, axes[0])) > 1.0 - _SAME:
                problem = "is parallel to the first, so that they span no plane"
        elif kind.spans_plane and step.along == "axis":
            if abs(dot(axis, unit(cross(axes[0], axes[1])))) < 1.0 - _SAME:
                problem = "must be the normal of the plane that the first two span"
        elif step.along in _IN_PLANE and not kind.spans_plane:
            plane = plane_of(unit(basis.vector_back(by_name["axis"])))
            wanted = basis.vector(plane[_IN_PLANE.index(step.along)])
            if dot(axis, wanted) < 1.0 - _SAME:
                problem = f"must be {_text(wanted)}, which follows from the axis of the joint"
        elif step.along == "axis" and dot(axis, by_name["axis"]) < 1.0 - _SAME:
            problem = "must be the same as that of the first DOF"
        if problem is not None:
            message = f"joint '{joint.name}' is {joint.type}: axis {number} {problem}"
            place = joint.dofs[number].place
            place.findings.add(rules.gltf.DOF_AXES, place.at("axis"), message)
            return False
    return True


def _text(axis: Vector3) -> str:
    return "[" + ", ".join(f"{c:g}" for c in axis) + "]"
