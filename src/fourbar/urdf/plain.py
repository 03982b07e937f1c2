"""What links and joints may hold, and reading those in which there is nothing to find.

An element that holds only what URDF knows, once each where it may be there once, with numbers that
are numbers, is read in one call. One that is anything else gives None: the readers in `read_link`
and `read_joint`, which take the names of attributes and elements from here, report what is wrong.
"""

from __future__ import annotations

from .._native import Plan
from ..record import field_names, record
from ..robot import (
    Box,
    Calibration,
    Capsule,
    Collision,
    Cylinder,
    Dynamics,
    Inertia,
    Inertial,
    Joint,
    Limit,
    Link,
    Material,
    Mesh,
    Mimic,
    Pose,
    SafetyController,
    Sphere,
    Spring,
    Visual,
)
from ..robot.kind import KINDS

_Attribute = tuple[str, str, "str | int | frozenset[str]", bool]
_Child = tuple[str, str, str, "Described | dict[str, Described]", bool]


@record
class Described:
    """An element: how it is read at once, its attributes, and its children by how many may be."""

    plan: Plan
    attributes: frozenset[str]
    single: frozenset[str]
    several: frozenset[str]


PITCH = "screw_thread_pitch"

# A thread needs its pitch, which only the readers ask for.
_TYPES = frozenset(name for name, kind in KINDS.items() if not kind.pitched)


def _described(
    make: type | None, *attributes: _Attribute, children: tuple[_Child, ...] = ()
) -> Described:
    names = () if make is None else field_names(make)
    defaults: dict[str, object] = {name: getattr(make, name, None) for name in names}
    below = tuple((*child[:3], _plans(child[3]), child[4]) for child in children)
    return Described(
        Plan(make, defaults, attributes, below),
        frozenset(attribute[0] for attribute in attributes),
        frozenset(child[0] for child in children if child[2] != "many"),
        frozenset(child[0] for child in children if child[2] == "many"),
    )


def _plans(child: Described | dict[str, Described]) -> Plan | dict[str, Plan]:
    if isinstance(child, Described):
        return child.plan
    return {tag: described.plan for tag, described in child.items()}


def _spread(attribute: str, field: str, kind: str | int) -> Described:
    """A child whose only attribute is a field of the record around it."""
    return _described(None, (attribute, field, kind, True))


def _numbers(make: type, *, required: bool = False) -> Described:
    """A record of numbers that are called as its fields are."""
    return _described(make, *((name, name, "number", required) for name in field_names(make)))


_POSE = _described(Pose, ("xyz", "xyz", 3, False), ("rpy", "rpy", 3, False))
_ORIGIN: _Child = ("origin", "origin", "one", _POSE, False)
SHAPES = {
    "box": _described(Box, ("size", "size", 3, True)),
    "cylinder": _described(
        Cylinder, ("radius", "radius", "number", True), ("length", "length", "number", True)
    ),
    "sphere": _described(Sphere, ("radius", "radius", "number", True)),
    "capsule": _described(
        Capsule, ("radius", "radius", "number", True), ("length", "length", "number", True)
    ),
    "mesh": _described(Mesh, ("filename", "filename", "text", True), ("scale", "scale", 3, False)),
}
_GEOMETRY: _Child = ("geometry", "geometry", "either", SHAPES, True)
MATERIAL = _described(
    Material,
    ("name", "name", "name", True),
    children=(
        ("color", "color", "spread", _spread("rgba", "color", 4), False),
        ("texture", "texture", "spread", _spread("filename", "texture", "text"), False),
    ),
)
_NAME: _Attribute = ("name", "name", "text", False)
VISUAL = _described(
    Visual,
    _NAME,
    children=(_ORIGIN, _GEOMETRY, ("material", "material", "one", MATERIAL, False)),
)
COLLISION = _described(Collision, _NAME, children=(_ORIGIN, _GEOMETRY))
INERTIAL = _described(
    Inertial,
    children=(
        _ORIGIN,
        ("mass", "mass", "spread", _spread("value", "mass", "number"), True),
        ("inertia", "inertia", "one", _numbers(Inertia, required=True), True),
    ),
)

LINK_ELEMENT = _described(
    Link,
    ("name", "name", "name", True),
    children=(
        ("visual", "visuals", "many", VISUAL, False),
        ("collision", "collisions", "many", COLLISION, False),
        ("inertial", "inertial", "one", INERTIAL, False),
        ("self_collision_checking", "self_collision_checking", "one", COLLISION, False),
    ),
)
JOINT_ELEMENT = _described(
    Joint,
    ("name", "name", "name", True),
    ("type", "type", _TYPES, True),
    ("independent", "independent", "flag", False),
    children=(
        ("parent", "parent", "spread", _spread("link", "parent", "text"), True),
        ("child", "child", "spread", _spread("link", "child", "text"), True),
        _ORIGIN,
        ("axis", "axis", "spread", _spread("xyz", "axis", 3), False),
        ("limit", "limit", "one", _numbers(Limit), False),
        ("dynamics", "dynamics", "one", _numbers(Dynamics), False),
        (
            "mimic",
            "mimic",
            "one",
            _described(
                Mimic,
                ("joint", "joint", "text", True),
                ("multiplier", "multiplier", "number", False),
                ("offset", "offset", "number", False),
            ),
            False,
        ),
        ("axis2", "axis2", "spread", _spread("xyz", "axis2", 3), False),
        (PITCH, "pitch", "spread", _spread("value", "pitch", "number"), False),
        ("safety_controller", "safety_controller", "one", _numbers(SafetyController), False),
        ("calibration", "calibration", "one", _numbers(Calibration), False),
        (
            "spring",
            "spring",
            "one",
            _described(
                Spring,
                ("stiffness", "stiffness", "number", True),
                ("rest", "rest", "number", False),
            ),
            False,
        ),
    ),
)

LINK, JOINT = LINK_ELEMENT.plan, JOINT_ELEMENT.plan
