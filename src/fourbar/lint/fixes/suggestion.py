"""The fix that writes the name a message suggests."""

from __future__ import annotations

from ...diagnostics import Diagnostic, Fix
from ..context import Context

_CLOSE = 0.65


def is_slip(written: str, meant: str) -> bool:
    """Whether two words are so close that one is a slip of the other."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, written.lower(), meant.lower()).ratio() >= _CLOSE


def suggested(context: Context, finding: Diagnostic) -> Fix | None:
    """Replace the attribute that the finding points at by "did you mean 'this'"."""
    _, found, rest = finding.message.partition("did you mean '")
    element = context.element_at(finding)
    if not found or element is None or context.editor is None or not finding.path:
        return None
    name = rest.rpartition("'")[0]
    if not is_slip(element.attributes.get(finding.path.rpartition(".")[2], ""), name):
        return None
    attribute = finding.path.rpartition(".")[2]
    if attribute not in element.attributes:
        attribute = "name"  # the other dialect of `link=`
    if attribute not in element.attributes:
        return None
    edits = context.editor.set_attribute(element, attribute, name)
    return context.fix(f"write '{name}'", edits, safe=False)
