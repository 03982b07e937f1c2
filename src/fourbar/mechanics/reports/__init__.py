"""What a mechanism can carry, and what its drives and bearings must bear."""

from .efforts import EffortMap, effort_map, joint_grid
from .loads import CouplingLoad, DriveLoad, JointLoad, Sizing, sizing
from .payload import PayloadLimit, payload_limit
from .serial import Equivalent, equivalent
from .turning import turn

__all__ = [
    "CouplingLoad",
    "DriveLoad",
    "EffortMap",
    "Equivalent",
    "JointLoad",
    "PayloadLimit",
    "Sizing",
    "effort_map",
    "equivalent",
    "joint_grid",
    "payload_limit",
    "sizing",
    "turn",
]
