"""The check of C672 srdf-unknown-group."""

from __future__ import annotations

from .... import rules
from ....diagnostics import does_not_exist
from ....urdf.semantics import SRDF
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look the groups up."""
    semantics = context.semantics
    if semantics is None:
        return
    places = [(e, "group") for e in semantics.all("group_state")]
    for element in semantics.all("end_effector"):
        places += [(element, "group"), (element, "parent_group")]
    for group in semantics.all("group"):
        places += [(child, "name") for child in group.children if child.tag == "group"]
    for element, attribute in places:
        name = element.attributes.get(attribute)
        if name and name not in semantics.groups:
            message, facts = does_not_exist("group", name, semantics.groups)
            yield context.find(
                rules.control.SRDF_UNKNOWN_GROUP,
                SRDF / element.tag,
                message,
                span=semantics.span(element, attribute),
                facts=facts,
            )
