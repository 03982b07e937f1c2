"""The check of C642 sensor-rate."""

from __future__ import annotations

from .... import rules
from ...facts.control import sensors
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look at the rate."""
    for path, part, element in sensors(context):
        if part.update_rate is not None and part.update_rate <= 0:
            rate = f"{part.update_rate:g}"
            message = f"the update rate of sensor '{part.name}' must be positive, got {rate}"
            yield context.find(
                rules.control.SENSOR_RATE,
                path / "update_rate",
                message,
                element=element,
                attribute="update_rate",
            )
