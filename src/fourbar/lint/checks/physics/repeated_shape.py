"""The check of P456 repeated-shape."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare the shapes of each link."""
    for link in context.robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            seen: set[object] = set()
            for i, shape in enumerate(shapes):
                key = (shape.geometry, shape.origin)
                if key in seen:
                    path = PartPath("link", link.name).item(kind, i)
                    element, fix = context.element(path), None
                    removable = kind == "collision" and not shape.name and not shape.extra
                    if element is not None and context.editor is not None and removable:
                        edits = context.editor.remove_element(element)
                        fix = context.fix("remove the repetition", edits)
                    message = f"link '{link.name}' has this {kind} already"
                    yield context.find(rules.physics.REPEATED_SHAPE, path, message, fix=fix)
                seen.add(key)
