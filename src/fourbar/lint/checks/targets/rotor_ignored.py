"""The check of T812 rotor-ignored."""

from __future__ import annotations

from .... import rules
from ....robot import RawElement
from ...facts.control import transmissions
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for rotors that Drake alone reads."""
    rule = rules.targets.ROTOR_IGNORED
    names = " and ".join(t for t in context.settings.targets if t in rule.targets)
    for path, part, element in transmissions(context):
        for actuator in part.actuators:
            tags = {extra.tag for extra in actuator.extra if isinstance(extra, RawElement)}
            if "drake:rotor_inertia" in tags:
                message = f"{names} will ignore the rotor's inertia of actuator '{actuator.name}'"
                yield context.find(rule, path, message, element=element)
