"""The check of C603 transmission-without-joint."""

from __future__ import annotations

from .... import rules
from ...facts.control import transmissions
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Count both ends."""
    for path, part, element in transmissions(context):
        missing = [n for n, e in (("joint", part.joints), ("actuator", part.actuators)) if not e]
        if missing and not part.extra:
            message = f"transmission '{part.name}' has no {' and no '.join(missing)}"
            yield context.find(
                rules.control.TRANSMISSION_WITHOUT_JOINT, path, message, element=element
            )
