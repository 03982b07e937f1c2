"""The check of C677 end-effector-in-own-group."""

from __future__ import annotations

from .... import rules
from ....urdf.semantics import SRDF
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare parent link and group."""
    semantics = context.semantics
    for element in semantics.all("end_effector") if semantics is not None else ():
        if semantics is None:
            return
        group = element.attributes.get("group", "")
        parent = element.attributes.get("parent_link", "")
        if parent in semantics.links_of(group, context.robot):
            name = element.attributes.get("name", "")
            message = f"end effector '{name}': parent link '{parent}' is in its own group '{group}'"
            span = semantics.span(element, "parent_link")
            yield context.find(
                rules.control.END_EFFECTOR_IN_OWN_GROUP, SRDF / "end_effector", message, span=span
            )
