"""The check of P457 collision-apart-from-visual."""

from __future__ import annotations

from .... import rules
from ....shapes.solid import Solid
from ...facts.shapes import placed
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare the two boxes."""
    for link in context.robot.links:
        if not link.visuals or not link.collisions:
            continue
        shown = {(shape.geometry, shape.origin) for shape in link.visuals}
        if any((shape.geometry, shape.origin) in shown for shape in link.collisions):
            continue
        seen = [placed(shape, context) for shape in link.visuals]
        touched = [placed(shape, context) for shape in link.collisions]
        if None in seen or None in touched:
            continue
        one, two = (_bounds([p for p in part if p is not None]) for part in (seen, touched))
        gaps = [max(two[0][i] - one[1][i], one[0][i] - two[1][i]) for i in range(3)]
        if max(gaps) > 0:
            path = PartPath("link", link.name).item("collision", 0)
            message = f"the collisions of link '{link.name}' are {max(gaps):.3g} m from its visuals"
            yield context.find(rules.physics.COLLISION_APART_FROM_VISUAL, path, message)


def _bounds(parts: list[Solid]) -> tuple[list[float], list[float]]:
    low = [min(p.bounds[0][i] for p in parts) for i in range(3)]
    high = [max(p.bounds[1][i] for p in parts) for i in range(3)]
    return low, high
