"""Preview animations: core glTF, so that every viewer can play them."""

from __future__ import annotations

from typing import Any

from ...diagnostics import Report
from ...robot import Planar, Robot
from ...spatial.rotation import quaternion_about
from ..write.buffer import Buffer, Rows, rows_of_numbers
from .sweep import Motion, Positions, open_motions

Record = dict[str, Any]


def animate(
    robot: Robot,
    model: Record,
    rest: Positions,
    *,
    buffer: Buffer,
    planar: Planar,
    report: Report,
) -> list[Record]:
    """Animations of one robot: one per joint that can be moved, and one of all together."""
    if robot.loops or robot.couplings:
        from .closed_motion import closed_motions

        motions = closed_motions(robot, rest, planar=planar, report=report)
    else:
        motions = open_motions(robot, rest, report=report)
    joints = {joint["name"]: joint for joint in model["joints"]}
    animations = [_animation(motion, joints, buffer) for motion in motions]
    return [animation for animation in animations if animation["channels"]]


def _animation(motion: Motion, joints: dict[str, Record], buffer: Buffer) -> Record:
    times = buffer.add_rows(rows_of_numbers(motion.times, "float32", 1, bounds=True))
    channels: list[Record] = []
    samplers: list[Record] = []
    for name, rows in motion.positions.items():
        joint = joints[name]
        for number, (node, dof) in enumerate(zip(joint["dofNodes"], joint["dofs"], strict=True)):
            values = [row[number] for row in rows]
            if all(value == values[0] for value in values) and len(rows[0]) > 1:
                continue
            channels.append(
                {
                    "sampler": len(samplers),
                    "target": {"node": node, "path": dof["motion"]},
                }
            )
            output = buffer.add_rows(_keys(dof, values))
            samplers.append({"input": times, "interpolation": "LINEAR", "output": output})
    return {"name": motion.name, "channels": channels, "samplers": samplers}


def _keys(dof: Record, values: list[float]) -> Rows:
    if dof["motion"] == "translation":
        moved = [component * value + 0.0 for value in values for component in dof["axis"]]
        return rows_of_numbers(moved, "float32", 3)
    # The half angle runs through, so that neighbouring keys never change sign.
    turned = [c for value in values for c in quaternion_about(dof["axis"], value)]
    return rows_of_numbers(turned, "float32", 4)
