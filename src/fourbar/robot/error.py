"""What robots and their parts raise."""

from __future__ import annotations

from ..error import FourbarError


class RobotError(FourbarError, ValueError):
    """A part with a value that no robot can have, or an edit that would break the robot."""
