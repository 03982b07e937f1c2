"""The check of P445 copied-inertial."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath

_FEWEST = 3


def check(context: Context) -> Findings:
    """Group moving links by their inertia."""
    groups: dict[object, list[str]] = {}
    for link in context.robot.links:
        inertial = link.inertial
        if inertial is not None and inertial.mass > 0 and context.bodies.moves(link.name):
            groups.setdefault((inertial.mass, inertial.inertia), []).append(link.name)
    for names in groups.values():
        shapes = {
            tuple(shape.geometry for shape in context.robot.links[name].collisions)
            for name in names
        }
        if len(names) >= _FEWEST and len(shapes) == len(names):
            shown = ", ".join(f"'{name}'" for name in names[:5])
            message = f"{len(names)} different links have the same inertia: {shown}"
            yield context.find(
                rules.physics.COPIED_INERTIAL,
                PartPath("link", names[0]) / "inertial",
                message,
                facts={"links": tuple(names)},
                related=context.related(PartPath("link", names[1]) / "inertial", "the same here"),
            )
