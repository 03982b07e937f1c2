"""The check of T807 no-collisions."""

from __future__ import annotations

from .... import rules
from ...rule import ROBOT, Context, Findings


def check(context: Context) -> Findings:
    """Count the shapes."""
    links = context.robot.links
    if links and not any(link.collisions for link in links):
        yield context.find(rules.targets.NO_COLLISIONS, ROBOT, "no link has a collision shape")
