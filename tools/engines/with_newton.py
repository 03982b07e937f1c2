"""USD in Newton: poses of every body, masses, and loops as joints outside the articulation."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import newton
import numpy as np
import warp as wp
from judge import judge, largest
from pxr import Usd

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
        return f"Newton leaves out '{gone[0]}'"
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
        # What only loops hold hangs on the first of them there, and is free for us.
        theirs = {
            name: _matrix(placed[k]) for k, name in enumerate(bodies) if name not in case["carried"]
        }
        worst = max(worst, largest(row["poses_closed"], theirs))
    return worst


def write_stages(folder: Path) -> None:
    """What Newton makes of the stages that come with it: where bodies are and what they weigh."""
    rows: dict[str, Any] = {}
    home = Path(newton.__file__).parent
    for file in sorted(home.glob("**/assets/**/*.usda")):
        builder = newton.ModelBuilder()
        try:
            builder.add_usd(str(file))
            model = builder.finalize(device="cpu")
        except (ValueError, NotImplementedError, ImportError, AttributeError, RuntimeError):
            continue  # not a robot, or more than this installation has
        if not len(model.body_label) or len(set(model.body_label)) > MOST:
            continue
        state = model.state()
        newton.eval_fk(model, _at_zero(model), model.joint_qd, state)
        values = zip(
            [label.split("/")[-1] for label in model.body_label],
            [_matrix(pose).tolist() for pose in state.body_q.numpy()],
            model.body_mass.numpy().tolist(),
            model.body_com.numpy().tolist(),
            model.body_inertia.numpy().tolist(),
            strict=True,
        )
        rows[str(file)] = {"bodies": list(values), "dofs": int(model.joint_dof_count)}
    (folder / "stages.json").write_text(json.dumps(rows))


def _at_zero(model: Any) -> Any:
    """All joints but free ones at zero; a file may start elsewhere."""
    q, starts = model.joint_q.numpy().copy(), model.joint_q_start.numpy()
    for number, kind in enumerate(model.joint_type.numpy()):
        first, last = starts[number], starts[number + 1]
        if kind not in (newton.JointType.FREE, newton.JointType.DISTANCE):
            q[first:last] = 0.0
        if kind == newton.JointType.BALL:
            q[last - 1] = 1.0
    return wp.array(q, dtype=float, device="cpu")


MOST = 100
"""Stages of more bodies are many copies of a robot."""


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


def agree_on_mimics(folder: Path) -> bool:
    """Whether PhysX's schema says what Newton's does, as Newton reads both: signs and offsets."""
    both = [_coefficients(folder / "mimics.usda")]
    stage = Usd.Stage.Open(str(folder / "mimics.usda"))
    for prim in stage.Traverse():
        if "NewtonMimicAPI" in prim.GetAppliedSchemas():
            prim.RemoveAppliedSchema("NewtonMimicAPI")
            for name in [n for n in prim.GetPropertyNames() if n.startswith("newton:mimic")]:
                prim.RemoveProperty(name)
    stage.Export(str(folder / "physx.usda"))
    both.append(_coefficients(folder / "physx.usda"))
    ours, theirs = both
    ours = [(float(np.degrees(offset)), slope) for offset, slope in ours]  # as the file has it
    same = len(ours) == 2 and bool(np.allclose(ours, theirs, rtol=1e-6, atol=1e-5))
    print(
        f"  mimics for PhysX {'mean' if same else 'DO NOT MEAN'} what those for Newton do: {theirs}"
    )
    return same


def _coefficients(file: Path) -> list[tuple[float, float]]:
    builder = newton.ModelBuilder()
    builder.add_usd(str(file))
    pairs = zip(builder.joint_mimic_joint, builder.joint_mimic_coeffs, strict=True)
    return [coefficients for leader, coefficients in pairs if leader >= 0]


write_stages(Path(sys.argv[1]).parent)
same = agree_on_mimics(Path(sys.argv[1]).parent)
sys.exit(judge(f"Newton {newton.__version__}, USD", 5e-6, check) or not same)
