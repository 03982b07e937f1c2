"""Links and joints in which there is nothing to find, read in one call each.

The tables say the same as the readers in `read_link` and `read_joint`, for elements that hold only
what URDF knows, once each where it may be there once, with numbers that are numbers. An element
that is anything else gives None: the readers then take it, and report what is wrong with it.
"""

from __future__ import annotations

from .._native import Plan
from ..record import field_names
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
    Visual,
)
from ..robot.kind import KINDS

_Attribute = tuple[str, str, "str | int | frozenset[str]", bool]
_Child = tuple[str, str, str, "Plan | dict[str, Plan]", bool]

# A thread needs its pitch, which only the readers ask for.
_TYPES = frozenset(name for name, kind in KINDS.items() if not kind.pitched)


def _plan(make: type, *attributes: _Attribute, children: tuple[_Child, ...] = ()) -> Plan:
    defaults: dict[str, object] = {name: getattr(make, name, None) for name in field_names(make)}
    return Plan(make, defaults, attributes, children)


def _spread(attribute: str, field: str, kind: str | int) -> Plan:
    """A child whose only attribute is a field of the record around it."""
    return Plan(None, {}, ((attribute, field, kind, True),), ())


def _numbers(make: type, *, required: bool = False) -> Plan:
    """A record of numbers that are called as its fields are."""
    return _plan(make, *((name, name, "number", required) for name in field_names(make)))


_POSE = _plan(Pose, ("xyz", "xyz", 3, False), ("rpy", "rpy", 3, False))
_ORIGIN: _Child = ("origin", "origin", "one", _POSE, False)
_SHAPES = {
    "box": _plan(Box, ("size", "size", 3, True)),
    "cylinder": _plan(
        Cylinder, ("radius", "radius", "number", True), ("length", "length", "number", True)
    ),
    "sphere": _plan(Sphere, ("radius", "radius", "number", True)),
    "capsule": _plan(
        Capsule, ("radius", "radius", "number", True), ("length", "length", "number", True)
    ),
    "mesh": _plan(Mesh, ("filename", "filename", "text", True), ("scale", "scale", 3, False)),
}
_GEOMETRY: _Child = ("geometry", "geometry", "either", _SHAPES, True)
_MATERIAL = _plan(
    Material,
    ("name", "name", "name", True),
    children=(
        ("color", "color", "spread", _spread("rgba", "color", 4), False),
        ("texture", "texture", "spread", _spread("filename", "texture", "text"), False),
    ),
)
_NAME: _Attribute = ("name", "name", "text", False)
_VISUAL = _plan(
    Visual,
    _NAME,
    children=(_ORIGIN, _GEOMETRY, ("material", "material", "one", _MATERIAL, False)),
)
_COLLISION = _plan(Collision, _NAME, children=(_ORIGIN, _GEOMETRY))
_INERTIAL = _plan(
    Inertial,
    children=(
        _ORIGIN,
        ("mass", "mass", "spread", _spread("value", "mass", "number"), True),
        ("inertia", "inertia", "one", _numbers(Inertia, required=True), True),
    ),
)

LINK = _plan(
    Link,
    ("name", "name", "name", True),
    children=(
        ("visual", "visuals", "many", _VISUAL, False),
        ("collision", "collisions", "many", _COLLISION, False),
        ("inertial", "inertial", "one", _INERTIAL, False),
        ("self_collision_checking", "self_collision_checking", "one", _COLLISION, False),
    ),
)
JOINT = _plan(
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
            _plan(
                Mimic,
                ("joint", "joint", "text", True),
                ("multiplier", "multiplier", "number", False),
                ("offset", "offset", "number", False),
            ),
            False,
        ),
        ("axis2", "axis2", "spread", _spread("xyz", "axis2", 3), False),
        ("safety_controller", "safety_controller", "one", _numbers(SafetyController), False),
        ("calibration", "calibration", "one", _numbers(Calibration), False),
    ),
)
