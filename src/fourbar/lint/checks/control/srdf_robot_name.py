"""The check of C678 srdf-robot-name."""

from __future__ import annotations

from .... import rules
from ....urdf.semantics import SRDF
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    semantics = context.semantics
    name = semantics.document.root.attributes.get("name") if semantics is not None else None
    if semantics is not None and name != context.robot.name:
        message = f"the SRDF is for robot '{name}', but this robot is '{context.robot.name}'"
        span = semantics.span(semantics.document.root, "name")
        yield context.find(rules.control.SRDF_ROBOT_NAME, SRDF / "name", message, span=span)
