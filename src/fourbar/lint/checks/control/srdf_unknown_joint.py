"""The check of C671 srdf-unknown-joint."""

from __future__ import annotations

from .... import rules
from ....diagnostics import does_not_exist
from ....urdf.semantics import SRDF, references
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look the joints up."""
    semantics = context.semantics
    if semantics is None:
        return
    virtual = {e.attributes.get("name") for e in semantics.all("virtual_joint")}
    known = context.robot.joints
    for element, attribute, what in references(semantics, "joint"):
        name = element.attributes.get(attribute)
        if name is not None and name not in known and name not in virtual:
            message, facts = does_not_exist(f"{what}: joint", name, known.names)
            span = semantics.span(element, attribute)
            yield context.find(
                rules.control.SRDF_UNKNOWN_JOINT,
                SRDF / element.tag,
                message,
                span=span,
                facts=facts,
            )
