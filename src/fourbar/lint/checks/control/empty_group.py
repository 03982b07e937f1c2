"""The check of C679 empty-group."""

from __future__ import annotations

from .... import rules
from ....urdf.semantics import SRDF
from ...rule import Context, Findings

AFTER = ("C670", "C671", "C672", "C675")


def check(context: Context) -> Findings:
    """Count the joints."""
    semantics = context.semantics
    for name, element in semantics.groups.items() if semantics is not None else ():
        if semantics is not None and not semantics.joints_of(name, context.robot):
            if any(c.tag == "link" for c in element.children):
                continue  # the root link alone: an end effector without joints
            message = f"group '{name}' has no joints"
            yield context.find(
                rules.control.EMPTY_GROUP, SRDF / "group", message, span=semantics.span(element)
            )
