"""The check of P456 repeated-shape."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare the shapes of each link."""
    for link in context.robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            seen: dict[object, int] = {}
            for i, shape in enumerate(shapes):
                key = (shape.geometry, shape.origin)
                first = seen.setdefault(key, i)
                if first != i:
                    path = PartPath("link", link.name).item(kind, i)
                    element, fix = context.element(path), None
                    removable = kind == "collision" and not shape.name and not shape.extra
                    if element is not None and context.editor is not None and removable:
                        edits = context.editor.remove_element(element)
                        fix = context.fix("remove the duplicate", edits)
                    place = PartPath("link", link.name).item(kind, first)
                    yield context.find(
                        rules.physics.REPEATED_SHAPE,
                        path,
                        f"duplicate {kind} in link '{link.name}'",
                        fix=fix,
                        related=context.related(place, "the same here"),
                    )
