"""Inverse kinematics: the configuration that puts a link where it is wanted."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from .. import _native
from .error import ModelError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .model import Model

Task = Literal["pose", "position", "rotation"]


class InverseKinematics(NamedTuple):
    """What `inverse_kinematics` found; arrays have a leading axis if the target had one.

    `converged` is True only where both errors are within tolerance and all limits hold. Elsewhere
    q is the best configuration found, and the errors say how far off it is [m, rad].
    """

    q: NDArray[np.float64]
    converged: NDArray[np.bool_]
    position_error: NDArray[np.float64]
    rotation_error: NDArray[np.float64]
    iterations: NDArray[np.int64]


def inverse_kinematics(
    model: Model,
    link: str,
    target: ArrayLike,
    q0: ArrayLike | None = None,
    *,
    task: Task = "pose",
    point: ArrayLike | None = None,
    position_tolerance: float = 1e-9,
    rotation_tolerance: float = 1e-9,
    iterations: int = 100,
    starts: int = 10,
    seed: int = 0,
    posture: ArrayLike | None = None,
    posture_gain: float = 0.05,
    limits: bool = True,
    threads: int | None = None,
) -> InverseKinematics:
    """Find q with T_world_link(q) = target.

    Damped least squares (Levenberg-Marquardt): each step is

        dq = J# e + (1 - J# J) gain (posture - q),  J# = J^T (J J^T + damping)^-1

    with e the position error and the rotation vector of the rotation error, and coordinates that
    are at a limit held there. Joints that mimic others follow.

    Parameters
    ----------
    target
        T_world_link, (4, 4), or (n, 4, 4) for n problems, solved in parallel. For
        task="position" also points (3,) or (n, 3) [m].
    q0
        Where to start, (nq,) or (n, nq); by default the neutral configuration. Joints outside
        their limits are brought inside, those that do not move the link included.
    point
        A point on the link [m] that goes to the target's origin instead of the link's own origin.
    iterations, starts
        At most so many steps from each start; random further starts (`seed`) if the first fails.
    posture, posture_gain
        A configuration (nq,) to stay close to where the task leaves freedom, and the part of the
        way to it that a step may take. Only joints with one coordinate have a posture.
    limits
        False ignores joint limits.
    threads
        At most so many; by default one per core. The result does not depend on it.
    """
    targets, single = _as_targets(target, task)
    n = len(targets)
    lower, upper = _bounds(model, limits)
    q = _as_starts(model, q0, n)
    iterations = min(_whole("iterations", iterations, least=1), 2**31 - 1)
    starts = _whole("starts", starts, least=0)
    if not (position_tolerance > 0.0 and rotation_tolerance > 0.0):
        raise ValueError("tolerances must be above zero")
    if not 0.0 < posture_gain <= 1.0:
        raise ValueError(f"posture_gain is {posture_gain}, expected above 0 and at most 1")
    preferred = model.neutral if posture is None else np.asarray(posture, dtype=np.float64)
    if preferred.shape != (model.nq,):
        raise ValueError(f"posture has shape {preferred.shape}, expected ({model.nq},)")
    if not np.isfinite(preferred).all():
        raise ValueError("posture is not finite")
    seeds = model.random(starts, seed=seed)
    followers = model.followers
    report = np.zeros((n, 4))
    _native.solve_inverse(
        model,
        link,
        None if point is None else np.asarray(point, dtype=np.float64),
        task != "rotation",
        task != "position",
        (position_tolerance, rotation_tolerance),
        iterations,
        targets,
        seeds,
        np.ascontiguousarray([lower, upper, preferred]),
        posture_gain if posture is not None else 0.0,
        np.array([f[1:3] + f[4:6] for f in followers], np.int32).reshape(-1, 4),
        np.array([f[6:8] for f in followers], np.float64).reshape(-1, 2),
        q,
        report,
        0 if threads is None else _whole("threads", threads, least=1),
    )
    result = InverseKinematics(
        q,
        report[:, 0] == 1.0,
        report[:, 1],
        report[:, 2],
        report[:, 3].astype(np.int64),
    )
    return InverseKinematics(*(field[0] for field in result)) if single else result


def _as_targets(target: ArrayLike, task: Task) -> tuple[NDArray[np.float64], bool]:
    if task not in ("pose", "position", "rotation"):
        raise ValueError(f"task is {task!r}, expected 'pose', 'position' or 'rotation'")
    given = np.asarray(target, dtype=np.float64)
    if not np.isfinite(given).all():
        raise ValueError("the target is not finite")
    if task == "position" and given.ndim in (1, 2) and given.shape[-1] == 3:
        points = np.atleast_2d(given)
        targets = np.tile(np.eye(4), (len(points), 1, 1))
        targets[:, :3, 3] = points
        return targets, given.ndim == 1
    if given.ndim not in (2, 3) or given.shape[-2:] != (4, 4):
        raise ValueError(f"the target has shape {given.shape}, expected (4, 4) or (n, 4, 4)")
    targets = np.ascontiguousarray(given.reshape(-1, 4, 4))
    if np.abs(targets[:, 3] - [0.0, 0.0, 0.0, 1.0]).max(initial=0.0) > 1e-6:
        raise ValueError("the target's last row is not 0 0 0 1; is the matrix transposed?")
    R = targets[:, :3, :3]
    if task != "position" and (
        np.abs(R @ np.swapaxes(R, 1, 2) - np.eye(3)).max(initial=0.0) > 1e-6
        or (np.linalg.det(R) < 0.0).any()
    ):
        raise ValueError("the target's upper left 3 x 3 block is no rotation")
    return targets, given.ndim == 2


def _as_starts(model: Model, q0: ArrayLike | None, n: int) -> NDArray[np.float64]:
    """A configuration for each of n targets, (n, nq); solving overwrites it."""
    given = model.neutral if q0 is None else np.asarray(q0, dtype=np.float64)
    if given.shape not in ((model.nq,), (n, model.nq)):
        raise ValueError(f"q0 has shape {given.shape}, expected ({model.nq},) or ({n}, {model.nq})")
    if not np.isfinite(given).all():
        raise ValueError("q0 is not finite")
    return np.array(np.broadcast_to(given, (n, model.nq)), order="C")


def _whole(name: str, value: int, *, least: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or number < least:
        raise ValueError(f"{name} is {value!r}, expected a whole number of at least {least}")
    return number


def _bounds(model: Model, limits: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Limits of q, those of followers carried over to the joints they follow."""
    lower, upper = np.full(model.nq, -np.inf), np.full(model.nq, np.inf)
    if not limits:
        return lower, upper
    lower[:], upper[:] = model.lower, model.upper
    for follower in model.followers:
        if follower.source is None or follower.multiplier == 0.0:
            if not lower[follower.q] <= follower.offset <= upper[follower.q]:
                raise ModelError(
                    f"joint {follower.joint!r} stands still at {follower.offset:g}, "
                    "outside its limits"
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
