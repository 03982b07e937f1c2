"""The check of C602 transmission-without-type."""

from __future__ import annotations

from .... import rules
from ...facts.control import transmissions
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for the type."""
    for path, part, element in transmissions(context):
        if not part.type:
            message = f"transmission '{part.name}' has no <type>"
            yield context.find(
                rules.control.TRANSMISSION_WITHOUT_TYPE, path, message, element=element
            )
