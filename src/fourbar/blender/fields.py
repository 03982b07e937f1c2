"""Parts of a robot as properties of objects, and back: numbers stay doubles on the way."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Any, TypeVar

from ..record import field_names, replace
from ..robot import (
    Calibration,
    Dynamics,
    Inertia,
    Inertial,
    Joint,
    Limit,
    Link,
    Loop,
    Mimic,
    Pose,
    SafetyController,
    Spring,
)
from ..robot.kind import kind_of

Properties = dict[str, Any]
Read = Mapping[str, Any]
J = TypeVar("J", Joint, Loop)

_Group = Limit | Dynamics | Spring | SafetyController | Calibration

_GROUPS: dict[str, type[_Group]] = {
    "limit": Limit,
    "dynamics": Dynamics,
    "spring": Spring,
    "safety_controller": SafetyController,
    "calibration": Calibration,
}
_TENSOR = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")

JOINT_ELEMENTS = {name: field_names(group) for name, group in _GROUPS.items()}
"""The elements of a joint that have one number in each attribute, and their attributes."""

_LIMITS = {"m": 1.0, "rad": pi}
_EFFORT, _VELOCITY = 100.0, 1.0
"""What a new limit has: half a turn or a metre each way, and numbers that are easy to see."""


def added_element(element: str, joint_type: str) -> Properties:
    """The numbers that an element begins with when a user adds it to a joint."""
    if element == "limit":
        kind = kind_of(joint_type)
        most = _LIMITS["rad" if kind is None else kind.range_unit]
        return {"lower": -most, "upper": most, "effort": _EFFORT, "velocity": _VELOCITY}
    if element == "calibration":
        return {"rising": 0.0}
    return dict.fromkeys(JOINT_ELEMENTS[element], 0.0)


def needed_limits(joint_type: str) -> Properties:
    """The limits that a new joint begins with; nothing for a type that needs none."""
    kind = kind_of(joint_type)
    return added_element("limit", joint_type) if kind is not None and kind.has_range else {}


def flipped_joint(properties: Read) -> Properties:
    """What changes of a joint when its axis is turned around: nothing moves by it."""
    found: Properties = {"axis": tuple(0.0 - c for c in properties["axis"])}
    for low, high in (("lower", "upper"), ("soft_lower_limit", "soft_upper_limit")):
        for name, other in ((low, high), (high, low)):
            if properties.get(other) is not None:
                found[name] = 0.0 - properties[other]
    if properties.get("rest") is not None:
        found["rest"] = 0.0 - properties["rest"]
    if properties.get("mimic") is not None:
        for name, usual in (("multiplier", 1.0), ("offset", 0.0)):
            found[name] = 0.0 - properties.get(name, usual)
    return found


def motion_properties(part: Joint | Loop) -> Properties:
    """Type, axes and pitch of a joint or loop."""
    found: Properties = {"type": part.type, "axis": part.axis}
    if part.axis2 is not None:
        found["axis2"] = part.axis2
    if part.pitch is not None:
        found["pitch"] = part.pitch
    return found


def with_motion(part: J, properties: Read) -> J:
    """A joint or loop that moves as its properties say."""
    axis2 = properties.get("axis2")
    return replace(
        part,
        type=str(properties.get("type", part.type)),
        axis=tuple(properties.get("axis", part.axis)),
        axis2=None if axis2 is None else tuple(axis2),
        pitch=properties.get("pitch"),
    )


def joint_properties(joint: Joint) -> Properties:
    """All numbers of a joint by name; what the description leaves out is absent."""
    found = motion_properties(joint)
    if joint.independent is not None:
        found["independent"] = joint.independent
    for group, kind in _GROUPS.items():
        values = getattr(joint, group)
        if values is not None:
            for name in field_names(kind):
                if getattr(values, name) is not None:
                    found[name] = getattr(values, name)
    if joint.mimic is not None:
        found |= {"multiplier": joint.mimic.multiplier, "offset": joint.mimic.offset}
    return found


def with_joint_properties(joint: Joint, properties: Read, mimic: str | None) -> Joint:
    """A joint with the numbers of its properties, following the joint named `mimic`."""
    changes: Properties = {
        group: _group(kind, properties, getattr(joint, group)) for group, kind in _GROUPS.items()
    }
    independent = properties.get("independent")
    follows = None
    if mimic is not None:
        multiplier, offset = properties.get("multiplier", 1.0), properties.get("offset", 0.0)
        follows = Mimic(mimic, float(multiplier), float(offset))
    return replace(
        with_motion(joint, properties),
        mimic=follows,
        independent=None if independent is None else bool(independent),
        **changes,
    )


def _group(kind: type[_Group], properties: Read, before: _Group | None) -> _Group | None:
    names = field_names(kind)
    values = {name: float(properties[name]) for name in names if properties.get(name) is not None}
    if not values and before != kind():
        return None  # an element without a number stays, and only that
    return kind(**values)


def link_properties(link: Link) -> Properties:
    """Mass, centre of mass and inertia; nothing where the link has no inertial."""
    if link.inertial is None:
        return {}
    tensor = link.inertial.inertia
    return {
        "mass": link.inertial.mass,
        "center_of_mass": link.inertial.origin.xyz,
        "inertia": tuple(getattr(tensor, name) for name in _TENSOR),
        "inertia_rpy": link.inertial.origin.rpy,
    }


def inertial_of(properties: Read, before: Inertial | None) -> Inertial | None:
    """The inertial that a link's properties give; None without a mass."""
    if properties.get("mass") is None:
        return None
    zero = (0.0, 0.0, 0.0)
    origin = Pose(
        tuple(properties.get("center_of_mass", zero)), tuple(properties.get("inertia_rpy", zero))
    )
    numbers = tuple(properties.get("inertia", (0.0,) * 6))
    tensor = Inertia(**dict(zip(_TENSOR, numbers, strict=True)))
    extra = () if before is None else before.extra
    return Inertial(float(properties["mass"]), tensor, origin, extra)
