"""The fix of S107 completed-numbers."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the numbers that were taken."""
    element = context.element_at(finding)
    if element is None or context.editor is None:
        return None
    if "rgba" in element.attributes:
        name, text = "rgba", f"{element.attributes['rgba'].rstrip()} 1"
    else:
        name, text = "scale", " ".join([element.attributes["scale"].strip()] * 3)
    edits = context.editor.set_attribute(element, name, text)
    return context.fix(f'write {name}="{text}"', edits)
