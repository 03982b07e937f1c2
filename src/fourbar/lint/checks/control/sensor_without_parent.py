"""The check of C640 sensor-without-parent."""

from __future__ import annotations

from .... import rules
from ...facts.control import sensors
from ...rule import Context, Findings

AFTER = ("S103",)


def check(context: Context) -> Findings:
    """Look for the parent."""
    for path, part, element in sensors(context):
        if not part.parent and not part.parent_joint:
            message = f"sensor '{part.name}' has no parent link or joint"
            yield context.find(rules.control.SENSOR_WITHOUT_PARENT, path, message, element=element)
