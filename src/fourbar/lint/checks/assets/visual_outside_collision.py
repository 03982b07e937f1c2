"""The check of A564 visual-outside-collision."""

from __future__ import annotations

from .... import rules
from ...fixes.collision import primitive_fix
from ...rule import Context, Findings, PartPath

AFTER = ("A560", "P457", "P458")
_LEAST = 0.005
_SHARE = 0.05


def check(context: Context) -> Findings:
    """Measure how far visuals are from collision shapes."""
    for link in context.robot.links:
        found = context.coverage(link)
        if found is None or found.outside <= max(_LEAST, _SHARE * found.size):
            continue
        x, y, z = found.where
        yield context.find(
            rules.assets.VISUAL_OUTSIDE_COLLISION,
            PartPath("link", link.name).item("collision", 0),
            f"the visuals of link '{link.name}' stick out of its collision shapes by "
            f"{found.outside * 1e3:.3g} mm, at ({x:.3f}, {y:.3f}, {z:.3f})",
            fix=primitive_fix(context, link),
            notes=(f"`fourbar collide --link {link.name}` makes shapes that contain them.",),
            facts={"outside": found.outside, "where": list(found.where)},
        )
