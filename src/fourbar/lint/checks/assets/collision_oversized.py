"""The check of A565 collision-oversized."""

from __future__ import annotations

from .... import rules
from ...fixes.collision import primitive_fix
from ...rule import Context, Findings, PartPath

AFTER = ("A560", "P457", "P458")
_LEAST = 0.005
_SHARE = 0.25


def check(context: Context) -> Findings:
    """Measure how far collision shapes are from the hull of the visuals."""
    for link in context.robot.links:
        found = context.coverage(link)
        if found is None or found.excess <= max(_LEAST, _SHARE * found.size):
            continue
        x, y, z = found.farthest
        yield context.find(
            rules.assets.COLLISION_OVERSIZED,
            PartPath("link", link.name).item("collision", 0),
            f"the collision shapes of link '{link.name}' reach {found.excess * 1e3:.3g} mm beyond "
            f"its visuals, at ({x:.3f}, {y:.3f}, {z:.3f}); they are {found.size * 1e3:.3g} mm "
            "across",
            fix=primitive_fix(context, link),
            notes=(f"`fourbar collide --link {link.name}` makes shapes that fit.",),
            facts={"excess": found.excess, "farthest": list(found.farthest)},
        )
