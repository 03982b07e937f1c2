"""What is used where an attribute of the robot itself cannot be read."""

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


def instead_of(tag: str, attribute: str) -> str | None:
    """The value that the readers take instead, as it would be written; None for none at all."""
    match tag, attribute:
        case _, "xyz" if tag in _AXES:
            return "1 0 0"
        case "axis2" | "child_axis", "xyz":
            return None
        case (_, "xyz" | "rpy") | ("box", "size"):
            return "0 0 0"
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


def without_element(tag: str, written: Element) -> str:
    """What follows from reading nothing where an element was meant: a sentence."""
    known = _LACKING.get(tag)
    if known is not None:
        return known
    name = written.attributes.get("name")
    what = tag.replace("_", " ")
    return f"The {what} '{name}' is left out." if name else f"The {what} is left out."
