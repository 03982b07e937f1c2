"""What a mechanism can carry, and what its drives and bearings must bear."""

from .loads import DriveLoad, JointLoad, Sizing, sizing
from .payload import PayloadLimit, payload_limit
from .serial import Equivalent, equivalent

__all__ = [
    "DriveLoad",
    "Equivalent",
    "JointLoad",
    "PayloadLimit",
    "Sizing",
    "equivalent",
    "payload_limit",
    "sizing",
]
