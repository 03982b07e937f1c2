"""The check of C601 transmission-unknown-joint."""

from __future__ import annotations

from .... import rules
from ...facts.control import ends, transmissions
from ...fixes.names import closest, correction
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look the joints up."""
    known = context.robot.joints
    for item in transmissions(context):
        for path, end, element in ends(item, "joint"):
            if end.name and end.name not in known:
                guess, text = closest(end.name, known.names)
                yield context.find(
                    rules.control.TRANSMISSION_UNKNOWN_JOINT,
                    path / "name",
                    f"transmission '{item.part.name}' names '{end.name}', no such joint{text}",
                    element=element,
                    attribute="name",
                    facts={"name": end.name},
                    fix=correction(context, element, "name", guess),
                )
