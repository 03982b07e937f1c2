"""The check of C624 unknown-interface."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components, interfaces
from ...fixes.names import closest, correction
from ...rule import Context, Findings

_KNOWN = ("position", "velocity", "acceleration", "effort", "torque", "force", "current", "voltage")


def check(context: Context) -> Findings:
    """Compare the names."""
    for item in all_components(context):
        if item.part.kind != "joint":
            continue
        for kind in ("command", "state"):
            for path, part, element in interfaces(item, kind):
                guess, text = closest(part.name, _KNOWN)
                if part.name in _KNOWN or guess is None:
                    continue
                yield context.find(
                    rules.control.UNKNOWN_INTERFACE,
                    path / "name",
                    f"'{part.name}' is no {kind} interface that controllers know{text}",
                    element=element,
                    attribute="name",
                    fix=correction(context, element, "name", guess),
                )
