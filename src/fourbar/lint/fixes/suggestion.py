"""The fix that writes the name a finding suggests."""

from __future__ import annotations

from ...diagnostics import Diagnostic, Fix
from ..context import Context

_CLOSE = 0.65


def is_slip(written: str, meant: str) -> bool:
    """Whether two words are so close that one is a slip of the other."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, written.lower(), meant.lower()).ratio() >= _CLOSE


def suggested(context: Context, finding: Diagnostic) -> Fix | None:
    """Replace the attribute that the finding points at by the name it suggests."""
    name, path = finding.fact("suggestion"), finding.part_path
    element = context.element_at(finding)
    if name is None or element is None or context.editor is None or path is None:
        return None
    # `name=` is the other dialect of `link=`.
    attribute = path.last if path.last in element.attributes else "name"
    if not is_slip(element.attributes.get(attribute, ""), name):
        return None
    edits = context.editor.set_attribute(element, attribute, name)
    return context.fix(f"write '{name}'", edits, safe=False)
