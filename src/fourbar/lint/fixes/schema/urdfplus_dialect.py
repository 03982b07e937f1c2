"""The fix of S120 urdfplus-dialect."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix
from ...text.dialect import canonical
from .duplicate_element import parent_of

_OWNERS = ("loop", "loop_joint", "coupling", "constraint", "joint")


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the canonical spelling."""
    element = context.element_at(finding)
    if element is None or context.editor is None or context.document is None:
        return None
    owner = element
    if element.tag not in _OWNERS:
        owner = parent_of(context.document.root, element)
    if owner is None:
        return None
    edits = canonical(context, owner, element)
    return context.fix("write the canonical spelling", edits)
