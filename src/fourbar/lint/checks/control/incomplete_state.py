"""The check of C674 incomplete-state."""

from __future__ import annotations

from .... import rules
from ....urdf.semantics import SRDF
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare state and group."""
    semantics, joints = context.semantics, context.robot.joints
    if semantics is None:
        return
    passive = {e.attributes.get("name", "") for e in semantics.all("passive_joint")}
    for state in semantics.all("group_state"):
        group = state.attributes.get("group", "")
        stated = {child.attributes.get("name", "") for child in state.children}
        missing = sorted(
            name
            for name in semantics.joints_of(group, context.robot) - stated - passive
            if joints[name].kind.moves and joints[name].mimic is None
        )
        if missing:
            name = state.attributes.get("name", "")
            shown = ", ".join(missing[:5])
            message = f"state '{name}' of group '{group}' has no value for {shown}"
            span = semantics.span(state)
            yield context.find(
                rules.control.INCOMPLETE_STATE, SRDF / "group_state", message, span=span
            )
