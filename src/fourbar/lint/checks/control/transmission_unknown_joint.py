"""The check of C601 transmission-unknown-joint."""

from __future__ import annotations

from .... import rules
from ....diagnostics import does_not_exist
from ...facts.control import ends, transmissions
from ...fixes.names import correction
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look the joints up."""
    known = context.robot.joints
    for item in transmissions(context):
        for path, end, element in ends(item, "joint"):
            if end.name and end.name not in known:
                what = f"transmission '{item.part.name}': joint"
                message, facts = does_not_exist(what, end.name, known.names)
                yield context.find(
                    rules.control.TRANSMISSION_UNKNOWN_JOINT,
                    path / "name",
                    message,
                    element=element,
                    attribute="name",
                    facts=facts,
                    fix=correction(context, element, "name", facts),
                )
