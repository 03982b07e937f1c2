"""The check of R214 repeated-shape-name."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare the names of shapes."""
    for link in context.robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            seen: set[str] = set()
            for i, shape in enumerate(shapes):
                if shape.name and shape.name in seen:
                    message = f"link '{link.name}' has two {kind}s named '{shape.name}'"
                    yield context.find(
                        rules.references.REPEATED_SHAPE_NAME,
                        PartPath("link", link.name).item(kind, i) / "name",
                        message,
                    )
                seen.add(shape.name or "")
