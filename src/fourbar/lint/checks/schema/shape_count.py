"""The check of S115 shape-count where the reader has kept a shape that is not part of URDF."""

from __future__ import annotations

from .... import rules
from ....diagnostics import PartPath, Severity, nearest
from ....robot import OtherGeometry, RawElement
from ....urdf.plain import SHAPES
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for shapes that nobody draws; misspelt ones are errors of their own."""
    meant: dict[str, str | None] = {}  # comparing names is slow, and tags repeat
    for link in context.robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for i, shape in enumerate(shapes):
                if not isinstance(shape.geometry, OtherGeometry):
                    continue
                kept = [e.tag for e in shape.geometry.extra if isinstance(e, RawElement)]
                for tag in kept:
                    if tag not in meant:
                        # A prefix is not a slip of the keyboard: another tool knows the shape.
                        meant[tag] = None if ":" in tag else nearest(tag, SHAPES)
                if not kept or any(meant[tag] for tag in kept):
                    continue
                yield context.find(
                    rules.schema.SHAPE_COUNT,
                    PartPath("link", link.name).item(kind, i) / "geometry",
                    f"<{kept[0]}> is not a shape of URDF; nothing is drawn and nothing collides",
                    severity=Severity.WARNING,  # for another tool may understand it
                )
