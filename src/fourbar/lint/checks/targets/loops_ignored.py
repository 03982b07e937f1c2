"""The check of T801 loops-ignored."""

from __future__ import annotations

from .... import rules
from ...facts.own_elements import written_for
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for URDF+."""
    for kind, parts in (("loop", context.robot.loops), ("coupling", context.robot.couplings)):
        for part in parts:
            own = written_for(context.robot, kind, part.name)
            targets = [target for target in context.settings.targets if target != own]
            if not targets:
                continue
            names = " and ".join(targets)
            message = f"{names} will ignore {kind} '{part.name}'"
            yield context.find(rules.targets.LOOPS_IGNORED, PartPath(kind, part.name), message)
