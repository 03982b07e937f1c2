"""The check of P401 zero-axis."""

from __future__ import annotations

from .... import rules
from ....robot.axes import undirected_axes
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for axes without direction."""
    for found in undirected_axes(context.robot):
        yield context.find(
            rules.physics.ZERO_AXIS, found.path, found.message, notes=(found.consequence,)
        )
