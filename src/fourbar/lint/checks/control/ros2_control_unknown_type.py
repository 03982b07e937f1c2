"""The check of C622 ros2-control-unknown-type."""

from __future__ import annotations

from .... import rules
from ...facts.control import controls
from ...fixes.names import closest, correction
from ...rule import Context, Findings

_KNOWN = ("system", "actuator", "sensor")


def check(context: Context) -> Findings:
    """Compare the type."""
    for path, part, element in controls(context):
        if part.type in _KNOWN:
            continue
        guess, text = closest(part.type, _KNOWN)
        text = text or f"; known are {', '.join(_KNOWN)}"
        yield context.find(
            rules.control.ROS2_CONTROL_UNKNOWN_TYPE,
            path / "type",
            f"'{part.type}' is no type of ros2_control hardware{text}",
            element=element,
            attribute="type",
            fix=correction(context, element, "type", guess),
        )
