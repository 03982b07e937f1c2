"""The check of C608 transmission-on-fixed-joint."""

from __future__ import annotations

from .... import rules
from ...facts.control import ends, transmissions
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look at the joint types."""
    for item in transmissions(context):
        for path, end, element in ends(item, "joint"):
            joint = context.robot.joints.get(end.name)
            if joint is not None and not joint.kind.moves:
                message = f"transmission '{item.part.name}' drives fixed joint '{joint.name}'"
                yield context.find(
                    rules.control.TRANSMISSION_ON_FIXED_JOINT,
                    path,
                    message,
                    element=element,
                    attribute="name",
                )
