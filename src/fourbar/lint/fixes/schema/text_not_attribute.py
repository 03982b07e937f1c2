"""The fix of S112 text-not-attribute."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix
from ...text.edits import escape


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the text as the attribute that is missing."""
    element = context.element_at(finding)
    editor = context.editor
    attribute = finding.fact("attribute")
    if attribute is None or element is None or editor is None or context.document is None:
        return None
    text = context.document.inner_text(element)
    rest = "".join(f' {k}="{escape(v)}"' for k, v in element.attributes.items())
    xml = f'<{element.tag}{rest} {attribute}="{escape(text)}"/>'
    return context.fix(f"write {xml}", editor.replace_element(element, xml), safe=False)
