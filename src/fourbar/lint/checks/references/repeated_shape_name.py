"""The check of R214 repeated-shape-name."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare the names of shapes."""
    for link in context.robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            seen: dict[str, int] = {}
            for i, shape in enumerate(shapes):
                first = seen.setdefault(shape.name or "", i)
                if shape.name and first != i:
                    path = PartPath("link", link.name)
                    place = path.item(kind, first) / "name"
                    yield context.find(
                        rules.references.REPEATED_SHAPE_NAME,
                        path.item(kind, i) / "name",
                        f"duplicate {kind} name '{shape.name}' in link '{link.name}'",
                        facts={"name": shape.name},
                        related=context.related(place, "first used here"),
                    )
