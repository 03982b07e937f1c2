"""The check of C622 ros2-control-unknown-type."""

from __future__ import annotations

from .... import rules
from ....diagnostics import unknown
from ...facts.control import controls
from ...fixes.names import correction
from ...rule import Context, Findings

_KNOWN = ("system", "actuator", "sensor")


def check(context: Context) -> Findings:
    """Compare the type."""
    for path, part, element in controls(context):
        if part.type in _KNOWN:
            continue
        message, facts = unknown("ros2_control type", part.type, _KNOWN)
        yield context.find(
            rules.control.ROS2_CONTROL_UNKNOWN_TYPE,
            path / "type",
            message,
            element=element,
            attribute="type",
            facts=facts,
            fix=correction(context, element, "type", facts),
        )
