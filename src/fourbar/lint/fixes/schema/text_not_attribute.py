"""The fix of S112 text-not-attribute."""

from __future__ import annotations

import re

from ...rule import Context, Diagnostic, Fix
from ...text.edits import escape

_ATTRIBUTE = re.compile(r"write <\S+ (\w+)=")


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the text as the attribute that is missing."""
    element = context.element_at(finding)
    editor = context.editor
    if element is None or editor is None or context.document is None:
        return None
    found = _ATTRIBUTE.search(finding.message)
    text = context.document.inner_text(element)
    if found is None:
        return None
    rest = "".join(f' {k}="{escape(v)}"' for k, v in element.attributes.items())
    xml = f'<{element.tag}{rest} {found[1]}="{escape(text)}"/>'
    return context.fix(f"write {xml}", editor.replace_element(element, xml), safe=False)
