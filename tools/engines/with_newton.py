"""USD in Newton: poses of every body, masses, and loops as joints outside the articulation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import newton
import numpy as np
import warp as wp
from judge import judge, largest

wp.config.quiet = True


def check(folder: Path, case: dict[str, Any]) -> str | float:
    """The largest difference over all rows; Newton computes in single precision."""
    builder = newton.ModelBuilder()
    try:
        builder.add_usd(str(folder / "robot.usda"))
    except (ValueError, NotImplementedError) as error:
        return str(error).splitlines()[0][:80]
    model = builder.finalize(device="cpu")
    joints = [label.split("/")[-1] for label in model.joint_label]
    bodies = [label.split("/")[-1] for label in model.body_label]
    starts = model.joint_q_start.numpy()
    missing = [loop for loop in case["loops"] if loop not in joints]
    if missing:
        return f"loop '{missing[0]}' is missing"
    gone = [name for name in case["bodies"] if name not in bodies]
    if gone:
        return f"Newton leaves out '{gone[0]}', which only loops hold"
    mass = float(model.body_mass.numpy().sum())
    worst = abs(mass - case["mass"]) / case["mass"]
    for row in case["rows"]:
        q = model.joint_q.numpy().copy()
        for joint, parts in case["parts"].items():
            values = [row["positions"][part][0] for part in parts if part in row["positions"]]
            if not values:
                continue
            number = joints.index(joint)
            width = starts[number + 1] - starts[number]
            if width != len(values):
                return f"joint '{joint}' has {width} coordinates there"
            q[starts[number] : starts[number + 1]] = values
        state = model.state()
        newton.eval_fk(model, wp.array(q, dtype=float, device="cpu"), model.joint_qd, state)
        placed = state.body_q.numpy()
        theirs = {name: _matrix(placed[k]) for k, name in enumerate(bodies)}
        worst = max(worst, largest(row["poses_closed"], theirs))
    return worst


def _matrix(pose: Any) -> Any:
    x, y, z, w = (float(c) for c in pose[3:])
    T = np.eye(4)
    T[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    T[:3, 3] = pose[:3]
    return T


sys.exit(judge(f"Newton {newton.__version__}, USD", 5e-6, check))
