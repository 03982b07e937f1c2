"""Preview animations: core glTF, so that every viewer can play them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...diagnostics import Report
from ...gltf_file.buffer_writer import BufferWriter, Rows, rows_of_numbers
from ...robot import Planar, Robot
from ...spatial.rotation import quaternion_about
from ..run.displacement import slide_of
from .sweep import Motion, Positions, open_motions

Record = dict[str, Any]


def animate(
    robot: Robot,
    model: Record,
    rest: Positions,
    *,
    buffer: BufferWriter,
    planar: Planar,
    report: Report,
    step: Callable[[], object],
) -> list[Record]:
    """Animations of one robot: one per joint that can be moved, and one of all together.

    `step` is called between the poses of closed mechanisms, which take their time.
    """
    if robot.loops or robot.couplings:
        from .closed_motion import closed_motions

        motions = closed_motions(robot, rest, planar=planar, report=report, step=step)
    else:
        motions = open_motions(robot, rest, report=report)
    return play_motions(motions, model, buffer=buffer)


def play_motions(motions: list[Motion], model: Record, *, buffer: BufferWriter) -> list[Record]:
    """An animation for each motion in which something moves."""
    joints = {joint["name"]: joint for joint in model["joints"]}
    animations = [_animation(motion, joints, buffer) for motion in motions]
    return [animation for animation in animations if animation["channels"]]


def _animation(motion: Motion, joints: dict[str, Record], buffer: BufferWriter) -> Record:
    times = buffer.add_rows(rows_of_numbers(motion.times, "float32", 1, bounds=True))
    channels: list[Record] = []
    samplers: list[Record] = []
    for name, rows in motion.positions.items():
        joint = joints[name]
        for number, (node, dof) in enumerate(zip(joint["dofNodes"], joint["dofs"], strict=True)):
            values = [row[number] for row in rows]
            if all(value == values[0] for value in values) and len(rows[0]) > 1:
                continue
            for path, keys in _tracks(dof, values):
                channels.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
                output = buffer.add_rows(keys)
                samplers.append({"input": times, "interpolation": "LINEAR", "output": output})
    return {"name": motion.name, "channels": channels, "samplers": samplers}


def _tracks(dof: Record, values: list[float]) -> Iterator[tuple[str, Rows]]:
    """The channels of a DOF's node that move, and their keys."""
    slides = [slide_of(dof["motion"], dof.get("pitch"), value) for value in values]
    if None not in slides:
        moved = [c * slide + 0.0 for slide in slides if slide is not None for c in dof["axis"]]
        yield "translation", rows_of_numbers(moved, "float32", 3)
    if dof["motion"] != "translation":
        # The half angle runs through, so that neighbouring keys never change sign.
        turned = [c for value in values for c in quaternion_about(dof["axis"], value)]
        yield "rotation", rows_of_numbers(turned, "float32", 4)
