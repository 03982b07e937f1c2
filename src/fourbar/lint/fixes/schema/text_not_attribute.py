"""The fix of S112 text-not-attribute."""

from __future__ import annotations

from ....markup import attributes, escape_attribute
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the text as the attribute that is missing."""
    element = context.element_at(finding)
    editor = context.editor
    attribute = finding.fact("attribute")
    if attribute is None or element is None or editor is None or context.document is None:
        return None
    text = context.document.inner_text(element)
    rest = attributes(element.attributes)
    xml = f'<{element.tag}{rest} {attribute}="{escape_attribute(text)}"/>'
    return context.fix(f"write {xml}", editor.replace_element(element, xml), safe=False)
