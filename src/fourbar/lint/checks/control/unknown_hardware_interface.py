"""The check of C604 unknown-hardware-interface."""

from __future__ import annotations

from .... import rules
from ....diagnostics import nearest, suggesting
from ...facts.control import ends, transmissions
from ...rule import Context, Findings

_KNOWN = (
    "EffortJointInterface",
    "PositionJointInterface",
    "VelocityJointInterface",
    "PosVelJointInterface",
    "PosVelAccJointInterface",
    "JointStateInterface",
    "JointModeInterface",
    "ActuatorStateInterface",
)


def check(context: Context) -> Findings:
    """Compare with the known names."""
    for item in transmissions(context):
        for path, end, element in (*ends(item, "joint"), *ends(item, "actuator")):
            for text in end.hardware_interfaces:
                name = text.rpartition("/")[2].rpartition("::")[2] or text
                if name.replace("Actuator", "Joint") in _KNOWN or name in _KNOWN:
                    continue
                message = f"unknown hardware interface '{text}'"
                message, facts = suggesting(message, name, nearest(name, _KNOWN))
                inner = element.find("hardwareInterface") if element is not None else None
                yield context.find(
                    rules.control.UNKNOWN_HARDWARE_INTERFACE,
                    path / "hardwareInterface",
                    message,
                    element=inner or element,
                    facts=facts,
                )
