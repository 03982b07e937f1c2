"""The check of C605 transmission-without-interface."""

from __future__ import annotations

from .... import rules
from ...facts.control import ends, transmissions
from ...rule import Context, Findings

AFTER = ("C603",)


def check(context: Context) -> Findings:
    """Look for the interfaces."""
    for item in transmissions(context):
        # Other families of transmissions (pr2_mechanism_model) have no interfaces.
        if not item.part.type.startswith("transmission_interface"):
            continue
        if any(end.part.hardware_interfaces for end in ends(item, "actuator")):
            continue
        for path, end, element in ends(item, "joint"):
            if not end.hardware_interfaces and not end.extra:
                message = f"joint '{end.name}' has no <hardwareInterface>"
                yield context.find(
                    rules.control.TRANSMISSION_WITHOUT_INTERFACE, path, message, element=element
                )
