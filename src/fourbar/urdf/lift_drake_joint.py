"""Joints of Drake that URDF does not have: `<drake:joint type="screw">` and others.

The types mean what Drake's classes of joints do: a universal joint turns about x, then about y of
its frame, and a planar one moves in the plane of x and y, whatever `<axis>` the file gives.
"""

from __future__ import annotations

from .. import rules
from ..diagnostics import Severity, unknown
from ..record import as_read
from ..robot import KINDS, Joint, JointType, Vector3
from ..spatial.vector import X, Y, Z
from ..xml.tree import Element
from .context import Context
from .read_joint import joint_part, read_joint_as

_PITCH = "drake:screw_thread_pitch"
_TYPES: dict[str, tuple[JointType, tuple[Vector3, ...]]] = {
    "ball": ("spherical", ()),
    "planar": ("planar", (Z,)),
    "screw": ("screw", ()),
    "universal": ("universal", (X, Y)),
}
"""Our type, and the axes that Drake's has for good."""


def lift_drake_joint(context: Context, element: Element, name: str) -> Joint | None:
    """The joint that a `<drake:joint>` is; None, with a finding, where we have no such type."""
    part = joint_part(context, element, name, also=_PITCH)
    word = part.text(element, "type")
    if word is None:
        return None
    if word not in _TYPES:
        message, facts = unknown(f"type of <{element.tag}>", word, _TYPES)
        notes = ("The element is kept as written; the robot has no joint there.",)
        part.report(
            rules.schema.UNKNOWN_JOINT_TYPE, message, element, "type", notes=notes, facts=facts
        )
        return None
    type, axes = _TYPES[word]
    joint = read_joint_as(part, name, type, pitch=_PITCH)
    if joint is None:
        return None
    message = f"<{element.tag} type=\"{word}\"> is read as {type} joint '{name}'"
    turns = KINDS[type].wide is not None
    if turns:
        # A planar joint of URDF leaves open whether it turns, and is compiled without.
        message += ", which turns only with planar='xyt'"
    warned = Severity.WARNING if turns else None
    part.report(rules.schema.LIFTED_JOINT, message, element, severity=warned)
    if axes:
        changed = {"axis": axes[0], "axis2": axes[1] if len(axes) > 1 else None}
        joint = as_read(Joint, **(joint.__dict__ | changed))
    return joint
