"""The check of C606 zero-reduction."""

from __future__ import annotations

from .... import rules
from ...facts.control import ends, transmissions
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for zeros."""
    for item in transmissions(context):
        owners = [(item.path, item.part.mechanical_reduction, item.element)]
        for path, end, element in (*ends(item, "joint"), *ends(item, "actuator")):
            owners.append((path, end.mechanical_reduction, element))
        for path, reduction, element in owners:
            if reduction == 0:
                inner = element.find("mechanicalReduction") if element is not None else None
                message = f"the reduction of transmission '{item.part.name}' must not be 0"
                place = path / "mechanicalReduction"
                yield context.find(
                    rules.control.ZERO_REDUCTION, place, message, element=inner or element
                )
