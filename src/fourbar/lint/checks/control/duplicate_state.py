"""The check of C682 duplicate-state."""

from __future__ import annotations

from collections import defaultdict

from .... import rules
from ....diagnostics import Related, Severity
from ....urdf.semantics import SRDF
from ....xml.tree import Element
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    semantics = context.semantics
    if semantics is None:
        return
    states: dict[str, dict[str, Element]] = defaultdict(dict)
    for state in semantics.all("group_state"):
        name, group = (state.attributes.get(key, "") for key in ("name", "group"))
        known = states[name]
        if known:
            message = f"duplicate state '{name}' of group '{group}'; the last one is used"
            severity = None
            if group not in known:
                labels = " or ".join(f"'{each}/{name}'" for each in (*known, group))
                message = f"several groups have a state '{name}'; use {labels}"
                severity = Severity.INFO
            first = known.get(group, next(iter(known.values())))
            yield context.find(
                rules.control.DUPLICATE_STATE,
                SRDF / "group_state",
                message,
                span=semantics.span(state, "name"),
                severity=severity,
                related=(Related(semantics.span(first, "name"), "first defined here"),),
            )
        known.setdefault(group, state)
