"""The check of C670 srdf-unknown-link."""

from __future__ import annotations

from .... import rules
from ....diagnostics import does_not_exist
from ....urdf.semantics import SRDF, references
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look the links up."""
    semantics = context.semantics
    if semantics is None:
        return
    known = context.robot.links
    for element, attribute, what in references(semantics, "link"):
        name = element.attributes.get(attribute)
        if name is not None and name not in known:
            message, facts = does_not_exist(f"{what}: link", name, known.names)
            yield context.find(
                rules.control.SRDF_UNKNOWN_LINK,
                SRDF / element.tag,
                message,
                span=semantics.span(element, attribute),
                facts=facts,
            )
