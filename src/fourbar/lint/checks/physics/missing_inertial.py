"""The check of P441 missing-inertial."""

from __future__ import annotations

from .... import rules
from ...fixes.inertial import inertial_fix
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for bodies that move without mass."""
    told: set[str] = set()
    for link in context.robot.links:
        bodies = context.bodies
        if link.inertial is not None or not bodies.moves(link.name):
            continue
        names = bodies.links(link.name)
        if any(context.robot.links[name].inertial is not None for name in names):
            continue
        leader = bodies.leader(link.name)
        if leader in told:
            continue
        told.add(leader)
        others = len(names) - 1
        message = f"link '{link.name}' moves but has no <inertial>"
        if others:
            message += ", and neither do the links fixed to it"
        yield context.find(
            rules.physics.MISSING_INERTIAL,
            PartPath("link", link.name),
            message,
            fix=inertial_fix(context, link),
            facts={"element": "inertial"},
        )
