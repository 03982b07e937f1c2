"""What is used where a part of the robot itself cannot be read, and what other names stand for."""

from __future__ import annotations

from ..xml.tree import Element

_LACKING = {
    "origin": "Without <origin>, the position is 0 0 0 and nothing is turned.",
    "axis": "Without <axis>, 1 0 0 is used.",
    "limit": "Without <limit>, there are no limits.",
    "mimic": "Without <mimic>, the joint moves on its own.",
    "inertial": "Without <inertial>, the link has no mass.",
    "mass": "Without <mass>, the mass is 0.",
    "inertia": "Without <inertia>, the inertia is 0.",
    "dynamics": "Without <dynamics>, there is no damping and no friction.",
}
_TENSOR = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
_ZERO = frozenset(("radius", "length", "value", "offset", "lower", "upper", *_TENSOR))
_AXES = frozenset(("axis", "parent_axis"))

_ATTRIBUTES = {
    "origin": {
        "xyz": "x y z pos position translation location",
        "rpy": "roll pitch yaw rot rotation orientation euler angles quat quaternion quat_wxyz",
    },
    "limit": {"lower": "min minimum low", "upper": "max maximum high"},
    "mimic": {"multiplier": "ratio factor gear gear_ratio scale", "offset": "bias"},
}
"""What other formats and hurried people call attributes of URDF, by element."""

_ELEMENTS = {"origin": "pose transform transformation com center_of_mass"}
"""What they call elements."""

_STANDS_FOR = {
    (tag, word): name
    for tag, names in _ATTRIBUTES.items()
    for name, words in names.items()
    for word in words.split()
}
_ELEMENT_FOR = {word: name for name, words in _ELEMENTS.items() for word in words.split()}


def instead_of(tag: str, attribute: str) -> str | None:
    """The value that the readers take instead, as it would be written; None for none at all."""
    match tag, attribute:
        case _, "xyz" if tag in _AXES:
            return "1 0 0"
        case "axis2" | "child_axis", "xyz":
            return None
        case (_, "xyz" | "rpy") | ("box", "size"):
            return "0 0 0"
        case _, "quat_xyzw":
            return "0 0 0 1"
        case "mesh", "scale":
            return "1 1 1"
        case "mimic", "multiplier":
            return "1"
        case "joint", "value":
            return None  # of an SRDF state, which leaves the joint out
        case "ratio" | "gear_ratio", _:
            return None
        case _:
            return "0" if attribute in _ZERO else None


def meant_attribute(tag: str, name: str) -> str | None:
    """The attribute of URDF that another format's name stands for."""
    return _STANDS_FOR.get((tag, name.lower()))


def meant_element(tag: str) -> str | None:
    """The element of URDF that another format's tag stands for."""
    return _ELEMENT_FOR.get(tag.lower())


def without_element(tag: str, written: Element) -> str:
    """What follows from reading nothing where an element was meant: a sentence."""
    known = _LACKING.get(tag)
    if known is not None:
        return known
    name = written.attributes.get("name")
    what = tag.replace("_", " ")
    return f"The {what} '{name}' is left out." if name else f"The {what} is left out."
