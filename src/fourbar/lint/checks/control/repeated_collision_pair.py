"""The check of C676 repeated-collision-pair."""

from __future__ import annotations

from .... import rules
from ....diagnostics import Related
from ....urdf.semantics import SRDF
from ...rule import Context, Element, Findings


def check(context: Context) -> Findings:
    """Compare the pairs."""
    semantics = context.semantics
    if semantics is None:
        return
    seen: dict[frozenset[str], Element] = {}
    for element in semantics.all("disable_collisions"):
        one, two = (element.attributes.get(name, "") for name in ("link1", "link2"))
        first = seen.setdefault(frozenset((one, two)), element)
        if one != two and first is element:
            continue
        message, related = f"duplicate pair '{one}' and '{two}'", ()
        if one == two:
            message = f"link '{one}' cannot collide with itself"
        else:
            related = (Related(semantics.span(first), "first disabled here"),)
        yield context.find(
            rules.control.REPEATED_COLLISION_PAIR,
            SRDF / "disable_collisions",
            message,
            span=semantics.span(element),
            related=related,
        )
