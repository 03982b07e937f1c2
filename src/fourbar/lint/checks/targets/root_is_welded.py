"""The check of T810 root-is-welded."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look at the root."""
    roots = context.robot.roots
    if len(roots) != 1 or roots[0].inertial is None or roots[0].inertial.mass <= 0:
        return
    names = " and ".join(
        t for t in context.settings.targets if t in rules.targets.ROOT_IS_WELDED.targets
    )
    message = f"{names} will weld '{roots[0].name}' to the world, so its mass has no effect"
    yield context.find(rules.targets.ROOT_IS_WELDED, PartPath("link", roots[0].name), message)
