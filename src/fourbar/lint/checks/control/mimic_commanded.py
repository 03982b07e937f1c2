"""The check of C630 mimic-commanded."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for commanded followers."""
    for path, part, element in all_components(context):
        joint = context.robot.joints.get(part.name) if part.kind == "joint" else None
        if joint is not None and joint.mimic is not None and part.command_interfaces:
            message = f"joint '{joint.name}' mimics '{joint.mimic.joint}' but is commanded as well"
            yield context.find(
                rules.control.MIMIC_COMMANDED, path, message, element=element, attribute="name"
            )
