"""What inverse kinematics is asked for, checked: targets, points, starts, and limits to keep to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..numerics import NEAR_AXIS
from ..robot import Pose
from .arguments import as_floats
from .error import ModelError
from .loops.compile import Task

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .model import Model


def as_targets(
    target: ArrayLike | Pose, task: Task | None
) -> tuple[NDArray[np.float64], Task, bool]:
    """Targets (n, 4, 4), what of them counts, and whether there is only one."""
    if task not in (None, "pose", "position", "rotation"):
        raise ValueError(f"unknown task {task!r}; expected one of: pose, position, rotation")
    given = target.matrix() if isinstance(target, Pose) else as_floats("target", target)
    if not np.isfinite(given).all():
        raise ValueError("the target contains numbers that are not finite")
    if task is None and given.shape == (3, 3):
        raise ValueError(
            "the target has shape (3, 3), which could be a rotation or three points: give a pose "
            '(4, 4), or task="position"'
        )
    if task in (None, "position") and given.ndim in (1, 2) and given.shape[-1] == 3:
        points = np.atleast_2d(given)
        targets = np.tile(np.eye(4), (len(points), 1, 1))
        targets[:, :3, 3] = points
        return targets, "position", given.ndim == 1
    if given.ndim not in (2, 3) or given.shape[-2:] != (4, 4):
        raise ValueError(
            f"the target has shape {given.shape}, expected (4, 4) or (n, 4, 4), "
            "or (3,) or (n, 3) for a position"
        )
    targets = np.ascontiguousarray(given.reshape(-1, 4, 4))
    if np.abs(targets[:, 3] - [0.0, 0.0, 0.0, 1.0]).max(initial=0.0) > NEAR_AXIS:
        raise ValueError("the target's last row is not 0 0 0 1; is the matrix transposed?")
    R = targets[:, :3, :3]
    if task != "position" and (
        np.abs(R @ np.swapaxes(R, 1, 2) - np.eye(3)).max(initial=0.0) > NEAR_AXIS
        or (np.linalg.det(R) < 0.0).any()
    ):
        raise ValueError("the target's upper left 3 x 3 part is not a rotation")
    return targets, task or "pose", given.ndim == 2


def as_point(point: ArrayLike | None) -> NDArray[np.float64] | None:
    """A point on the link (3,) [m], or None."""
    if point is None:
        return None
    offset = np.asarray(point, dtype=np.float64)
    if offset.shape != (3,):
        raise ValueError(f"point has shape {offset.shape}, expected (3,)")
    if not np.isfinite(offset).all():
        raise ValueError("point contains numbers that are not finite")
    return offset


def as_posture(model: Model, posture: ArrayLike | None) -> NDArray[np.float64]:
    """The configuration (nq,) that solutions keep near to."""
    preferred = model.neutral if posture is None else np.asarray(posture, dtype=np.float64)
    if preferred.shape != (model.nq,):
        raise ValueError(f"posture has shape {preferred.shape}, expected ({model.nq},)")
    if not np.isfinite(preferred).all():
        raise ValueError("posture contains numbers that are not finite")
    return preferred


def as_starts(model: Model, q0: ArrayLike | None, n: int) -> NDArray[np.float64]:
    """A configuration for each of n targets, (n, nq); solving overwrites it."""
    given = model.neutral if q0 is None else as_floats("q0", q0)
    if given.shape not in ((model.nq,), (n, model.nq)):
        raise ValueError(f"q0 has shape {given.shape}, expected ({model.nq},) or ({n}, {model.nq})")
    if not np.isfinite(given).all():
        raise ValueError("q0 contains numbers that are not finite")
    return np.array(np.broadcast_to(given, (n, model.nq)), order="C")


def bounds_of(model: Model, limits: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Limits of q, those of followers carried over to the joints they follow."""
    lower, upper = np.full(model.nq, -np.inf), np.full(model.nq, np.inf)
    if not limits:
        return lower, upper
    lower[:], upper[:] = model.lower, model.upper
    for follower in model.followers:
        if follower.source is None or follower.multiplier == 0.0:
            if not lower[follower.q] <= follower.offset <= upper[follower.q]:
                raise ModelError(
                    f"joint {follower.joint!r} is held at {follower.offset:g}, outside its limits"
                )
            continue
        ends = (
            (model.lower[follower.q] - follower.offset) / follower.multiplier,
            (model.upper[follower.q] - follower.offset) / follower.multiplier,
        )
        lower[follower.source_q] = max(lower[follower.source_q], min(ends))
        upper[follower.source_q] = min(upper[follower.source_q], max(ends))
    empty = lower > upper
    if empty.any():
        names = [joint.name for joint in model.joints.values() if empty[joint.q].any()]
        raise ModelError(f"no position is within the limits of {', '.join(names)}")
    return lower, upper
