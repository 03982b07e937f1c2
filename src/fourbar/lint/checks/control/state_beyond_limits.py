"""The check of C673 state-beyond-limits."""

from __future__ import annotations

from math import isfinite

from .... import rules
from ....urdf.semantics import SRDF
from ...facts.control import as_number
from ...rule import Context, Findings

_SLACK = 1e-3


def check(context: Context) -> Findings:
    """Compare with the limits."""
    semantics = context.semantics
    for state in semantics.all("group_state") if semantics is not None else ():
        for element in state.children:
            joint = context.robot.joints.get(element.attributes.get("name", ""))
            position = as_number(element.attributes.get("value"))
            if semantics is None or joint is None or position is None or joint.dof != 1:
                continue
            if not isfinite(position):  # of which the reader tells
                continue
            lower, upper = joint.bounds
            if not lower - _SLACK <= position <= upper + _SLACK:
                name = state.attributes.get("name", "")
                message = (
                    f"state '{name}' puts joint '{joint.name}' at {position:g}, outside "
                    f"its limits {lower:g} to {upper:g}"
                )
                span = semantics.span(element, "value")
                yield context.find(
                    rules.control.STATE_BEYOND_LIMITS, SRDF / "group_state", message, span=span
                )
