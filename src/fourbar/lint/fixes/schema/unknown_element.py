"""The fix of S101 unknown-element."""

from __future__ import annotations

from ....urdf.plain import COLLISION, INERTIAL, JOINT_ELEMENT, SHAPES, VISUAL
from ....xml.tree import Element
from ...fixes.suggestion import is_slip
from ...rule import Context, Diagnostic, Fix

_KNOWN = (
    *("robot", "link", "joint", "inertial", "visual", "collision", "geometry", "material"),
    *("origin", "axis", "limit", "parent", "child", "dynamics", "mimic", "loop", "coupling"),
    *("box", "sphere", "cylinder", "capsule", "mesh", "color", "texture", "mass", "inertia"),
)

_CONTENT = {
    tag: described.single - {"origin"}
    for tag, described in (
        ("visual", VISUAL),
        ("collision", COLLISION),
        ("self_collision_checking", COLLISION),
        ("inertial", INERTIAL),
        ("joint", JOINT_ELEMENT),
    )
} | {"geometry": frozenset(SHAPES)}
"""What makes an element what it is: without any of it, the new name would be an error."""


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was suggested."""
    element = context.element_at(finding)
    tag = finding.fact("suggestion")
    if tag is None or element is None or context.editor is None:
        return None
    if element.tag in _KNOWN or not is_slip(element.tag, tag):
        return None  # in the wrong place rather than misspelled
    if not _holds_what(element, tag):
        return None
    edits = context.editor.rename_element(element, tag)
    return context.fix(f"write <{tag}>", edits, safe=False)


def _holds_what(element: Element, tag: str) -> bool:
    """Whether something in an element belongs there once it is called that, slips included."""
    wanted = _CONTENT.get(tag)
    return wanted is None or any(
        child.tag in wanted or any(is_slip(child.tag, each) for each in wanted)
        for child in element.children
    )
