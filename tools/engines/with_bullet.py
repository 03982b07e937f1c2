"""URDF in PyBullet: poses of every link of the open tree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pybullet as bullet
from judge import judge, largest


def check(folder: Path, case: dict[str, Any]) -> str | float:
    """The largest difference over all rows."""
    if not case["plain"]:
        return "it has joints that URDF does not have"
    bullet.resetSimulation()
    body = bullet.loadURDF(str(folder / "robot.urdf"), useFixedBase=True)
    numbers = range(bullet.getNumJoints(body))
    infos = [bullet.getJointInfo(body, k) for k in numbers]
    joints = {info[1].decode(): k for k, info in enumerate(infos)}
    if any(infos[joints[name]][2] not in (0, 1) for name in case["parts"]):
        return "it has joints of several coordinates"
    worst = 0.0
    for row in case["rows"]:
        for name, values in row["positions"].items():
            bullet.resetJointState(body, joints[name], values[0])
        theirs: dict[str, Any] = {}
        for k, info in enumerate(infos):
            state = bullet.getLinkState(body, k, computeForwardKinematics=True)
            T = np.eye(4)
            T[:3, :3] = np.array(bullet.getMatrixFromQuaternion(state[5])).reshape(3, 3)
            T[:3, 3] = state[4]
            theirs[info[12].decode()] = T
        worst = max(worst, largest(row["poses"], theirs))
    return worst


bullet.connect(bullet.DIRECT)
sys.exit(judge("PyBullet, URDF", 1e-6, check))
