"""The check of C624 unknown-interface."""

from __future__ import annotations

from .... import rules
from ....diagnostics import unknown
from ...facts.control import all_components, interfaces
from ...fixes.names import correction
from ...rule import Context, Findings

_KNOWN = ("position", "velocity", "acceleration", "effort", "torque", "force", "current", "voltage")


def check(context: Context) -> Findings:
    """Compare the names."""
    for item in all_components(context):
        if item.part.kind != "joint":
            continue
        for kind in ("command", "state"):
            for path, part, element in interfaces(item, kind):
                message, facts = unknown(f"{kind} interface", part.name, _KNOWN)
                if part.name in _KNOWN or "suggestion" not in facts:
                    continue
                yield context.find(
                    rules.control.UNKNOWN_INTERFACE,
                    path / "name",
                    message,
                    element=element,
                    attribute="name",
                    facts=facts,
                    fix=correction(context, element, "name", facts),
                )
