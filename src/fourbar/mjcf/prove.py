"""Whether MuJoCo computes from a file what fourbar computes from the robot."""

from __future__ import annotations

from typing import Unpack

from ..diagnostics import Report
from ..robot import Robot
from ..transfer.agreement import Agreement, agree
from .engine import MujocoEngine
from .options import MjcfKeywords
from .write import to_mjcf


def prove(
    robot: Robot, *, stem: str = "robot", configurations: int = 20, **keywords: Unpack[MjcfKeywords]
) -> Agreement:
    """Write the robot as MJCF, load that in MuJoCo, and compare the two.

    Raises TransferError where MuJoCo is not installed or does not take the file.
    """
    written = to_mjcf(robot, report=Report(), stem=stem, **keywords)
    return agree(written.model, MujocoEngine(written), configurations=configurations)
