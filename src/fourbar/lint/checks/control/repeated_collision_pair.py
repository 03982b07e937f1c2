"""The check of C676 repeated-collision-pair."""

from __future__ import annotations

from .... import rules
from ...facts.srdf import SRDF
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the pairs."""
    semantics = context.semantics
    seen: set[frozenset[str]] = set()
    for element in semantics.all("disable_collisions") if semantics is not None else ():
        one, two = (element.attributes.get(name, "") for name in ("link1", "link2"))
        pair = frozenset((one, two))
        if semantics is not None and (one == two or pair in seen):
            message = (
                f"link '{one}' cannot collide with itself"
                if one == two
                else f"the pair '{one}' and '{two}' is disabled already"
            )
            span = semantics.span(element)
            yield context.find(
                rules.control.REPEATED_COLLISION_PAIR,
                SRDF / "disable_collisions",
                message,
                span=span,
            )
        seen.add(pair)
