"""The check of C672 srdf-unknown-group."""

from __future__ import annotations

from .... import rules
from ...facts.srdf import SRDF
from ...fixes.names import closest
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
            _, text = closest(name, semantics.groups)
            span = semantics.span(element, attribute)
            message = f"there is no group '{name}'{text}"
            yield context.find(
                rules.control.SRDF_UNKNOWN_GROUP, SRDF / element.tag, message, span=span
            )
