"""An armature for a robot: one bone per joint that moves, and what its pose means.

In the rest pose every joint is at zero, so that a bone's angle or shift is its joint's position.
Bones point to the next joint, square to their own joint's axis, which is the bone's x.
"""

from __future__ import annotations

from math import atan2, isfinite, pi, tau
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..mechanics import Model
from ..robot import Joint, Robot, directions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .posing import Poser

_SHORTEST = 0.02
"""[m] Blender has no bones without a length."""
_ASIDE = 1e-6
"""[m] A next joint that is closer to the axis gives no direction."""
_MOST = pi
"""[rad] Blender's limits of a rotation mean nothing beyond half a turn."""

BoneMotion = Literal["rotation", "translation", "other"]


class PlannedBone(NamedTuple):
    """A bone of a joint: `matrix` (4, 4) is its rest pose in the robot's frame, y along it.

    `offset` (4, 4) is its pose in the child link's frame. `motion` is what a user may do with it:
    turn it about x, shift it along x, or nothing where the joint has other freedoms. `chain` is the
    number of bones that inverse kinematics may turn to bring this one's tail to a target; 0 for
    none.
    """

    joint: str
    parent: str | None
    matrix: NDArray[np.float64]
    offset: NDArray[np.float64]
    length: float
    motion: BoneMotion
    lower: float | None
    upper: float | None
    chain: int

    @property
    def tail(self) -> NDArray[np.float64]:
        """Where the bone ends, in the child link's frame (3,)."""
        return (self.offset @ np.array([0.0, self.length, 0.0, 1.0]))[:3]


def plan_rig(poser: Poser) -> tuple[PlannedBone, ...]:
    """The bones of a robot, parents first."""
    model = poser.model
    robot = poser.robot
    moving = [joint for joint in robot.joints if joint.name in model.joints]
    parents = {joint.name: _moving_above(joint, model) for joint in moving}
    frames = {joint.name: _zero_frame(joint, robot) for joint in moving}
    below: dict[str | None, list[str]] = {}
    for name, parent in parents.items():
        below.setdefault(parent, []).append(name)
    leading = poser.leading
    bones: list[PlannedBone] = []
    pending = list(reversed(below.get(None, [])))
    while pending:
        name = pending.pop()
        joint = robot.joints[name]
        ends = [frames[n] for n in below.get(name, [])] or _ends(joint, frames[name], robot)
        matrix, length = _bone(joint, frames[name], ends)
        motion = _motion(joint)
        # Only joints that lead can be kept within their limits: the others follow.
        held = motion != "other" and name in leading
        lower, upper = _limits(joint) if held else (None, None)
        offset = np.linalg.inv(frames[name]) @ matrix
        bones.append(
            PlannedBone(name, parents[name], matrix, offset, length, motion, lower, upper, 0)
        )
        pending += reversed(below.get(name, []))
    turning = {b.joint for b in bones if b.motion == "rotation" and b.joint in leading}
    chains = {b.joint: _chain(b.joint, parents, below, turning) for b in bones}
    return tuple(bone._replace(chain=chains[bone.joint]) for bone in bones)


def bone_value(bone: PlannedBone, basis: NDArray[np.float64], near: float) -> float:
    """The joint's position at a bone's pose (4, 4) on its rest pose; `near` counts the turns."""
    if bone.motion == "translation":
        return float(basis[0, 3])
    angle = atan2(float(basis[2, 1]), float(basis[1, 1]))
    return angle + tau * round((near - angle) / tau)


def _zero_frame(joint: Joint, robot: Robot) -> NDArray[np.float64]:
    """The pose of a joint's child link with every joint at zero, loops open."""
    frame = joint.origin.matrix()
    above = robot.parent_joints.get(joint.parent)
    while above:
        frame = above[0].origin.matrix() @ frame
        above = robot.parent_joints.get(above[0].parent)
    return frame


def _ends(joint: Joint, frame: NDArray[np.float64], robot: Robot) -> list[NDArray[np.float64]]:
    """Where the last link of a chain goes to: its ends of loops, or else its centre of mass."""
    link = joint.child
    origins = [loop.predecessor_origin for loop in robot.loops if loop.predecessor == link]
    origins += [loop.successor_origin for loop in robot.loops if loop.successor == link]
    inertial = robot.links[link].inertial
    if not origins and inertial is not None:
        origins = [inertial.origin]
    return [frame @ origin.matrix() for origin in origins]


def _moving_above(joint: Joint, model: Model) -> str | None:
    """The next joint upwards that moves."""
    above = model.robot.parent_joints.get(joint.parent)
    while above and above[0].name not in model.joints:
        above = model.robot.parent_joints.get(above[0].parent)
    return above[0].name if above else None


def _motion(joint: Joint) -> BoneMotion:
    steps = joint.kind.steps("xy") if joint.kind.orientation is None else ()
    if len(steps) != 1 or steps[0].motion == "screw":
        return "other"
    return "rotation" if steps[0].motion == "rotation" else "translation"


def _limits(joint: Joint) -> tuple[float | None, float | None]:
    if not joint.kind.has_range or joint.limit is None:
        return None, None
    lower, upper = joint.bounds
    wide = joint.kind.steps("xy")[0].motion == "rotation" and max(-lower, upper) > _MOST
    if wide or not (isfinite(lower) and isfinite(upper)) or lower > upper:
        return None, None
    return lower, upper


def _bone(
    joint: Joint, frame: NDArray[np.float64], next_frames: list[NDArray[np.float64]]
) -> tuple[NDArray[np.float64], float]:
    """The rest pose of a bone, and its length."""
    ways = directions(joint) if joint.kind.steps("xy") else ()
    x = frame[:3, :3] @ np.array(ways[0] if ways else (1.0, 0.0, 0.0))
    aims = [f[:3, 3] - frame[:3, 3] for f in next_frames]
    length = max([float(np.linalg.norm(aim)) for aim in aims], default=0.0)
    aim = max(aims, key=lambda a: float(np.linalg.norm(a)), default=np.zeros(3))
    y = aim - x * float(aim @ x)
    if float(np.linalg.norm(y)) < _ASIDE:
        # The axis itself shows the way: any direction square to it will do.
        y = np.eye(3)[int(np.abs(x).argmin())]
        y = y - x * float(y @ x)
    y = y / np.linalg.norm(y)
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack([x, y, np.cross(x, y)])
    matrix[:3, 3] = frame[:3, 3]
    return matrix, max(length, _SHORTEST)


def _chain(
    joint: str,
    parents: dict[str, str | None],
    below: dict[str | None, list[str]],
    turning: set[str],
) -> int:
    """How many bones from this one upwards turn freely, one after the other; 0 unless it ends."""
    if below.get(joint):
        return 0
    count = 0
    at: str | None = joint
    while at is not None and at in turning and len(below.get(at, [])) <= 1:
        count, at = count + 1, parents[at]
    return count if count > 1 else 0
