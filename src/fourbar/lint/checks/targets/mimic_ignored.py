"""The check of T803 mimic-ignored."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for followers."""
    names = " and ".join(
        t for t in context.settings.targets if t in rules.targets.MIMIC_IGNORED.targets
    )
    for joint in context.robot.joints:
        if joint.mimic is not None:
            message = f"in {names}, joint '{joint.name}' will not follow '{joint.mimic.joint}'"
            yield context.find(
                rules.targets.MIMIC_IGNORED, PartPath("joint", joint.name) / "mimic", message
            )
