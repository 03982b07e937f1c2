"""The fix of S101 unknown-element."""

from __future__ import annotations

from ...fixes.suggestion import is_slip
from ...rule import Context, Diagnostic, Fix

_KNOWN = (
    *("robot", "link", "joint", "inertial", "visual", "collision", "geometry", "material"),
    *("origin", "axis", "limit", "parent", "child", "dynamics", "mimic", "loop", "coupling"),
    *("box", "sphere", "cylinder", "capsule", "mesh", "color", "texture", "mass", "inertia"),
)


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was suggested."""
    element = context.element_at(finding)
    tag = finding.fact("suggestion")
    if tag is None or element is None or context.editor is None:
        return None
    if element.tag in _KNOWN or not is_slip(element.tag, tag):
        return None  # in the wrong place rather than misspelled
    edits = context.editor.rename_element(element, tag)
    return context.fix(f"write <{tag}>", edits, safe=False)
