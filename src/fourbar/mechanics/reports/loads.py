"""What a motion asks of drives and bearings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..dynamics.inner_forces import reactions
from ..simulation.motion import Motion

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


class DriveLoad(NamedTuple):
    """What one drive must do, at the joint [N m or N, rad/s or m/s, W].

    `peak` is the largest |effort| at time `t`, with the joint's speed then; `rms` the effort that
    heats a motor. `power` is the largest that the drive gives, `braking` the largest that it takes.
    `motor_peak`, `motor_rms` and `motor_velocity` are on the motor's side of the reduction.
    """

    joint: str
    peak: float
    t: float
    speed_at_peak: float
    rms: float
    velocity: float
    power: float
    braking: float
    motor_peak: float
    motor_rms: float
    motor_velocity: float


class JointLoad(NamedTuple):
    """The largest |force| [N] and |moment| [N m] components that a joint or loop transmits.

    In the joint's axes, (6,); NaN where rigid links do not determine a component.
    """

    name: str
    peak: NDArray[np.float64]


class Sizing(NamedTuple):
    """Loads of all drives, and of all joints and loops."""

    drives: tuple[DriveLoad, ...]
    joints: tuple[JointLoad, ...]


def sizing(model: Model, motion: Motion) -> Sizing:
    """What drives and bearings must bear to make a motion.

    Of the motion, t, q, v and a count: efforts are those that a model needs for it, which may be
    another one than was simulated, with other drives or a payload.
    """
    if not isinstance(motion, Motion):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(
            f"motion must be a Motion with times, velocities and accelerations, got "
            f"{type(motion).__name__}; simulate returns one, and turn makes one of a joint's way"
        )
    if motion.q.ndim != 2 or motion.q.shape[1] != model.nq:
        raise ValueError(
            f"the motion has positions of shape {motion.q.shape}, expected (n, {model.nq}); "
            "choose one of a batch with row(k)"
        )
    found = reactions(model, None, motion.q, motion.v, a=motion.a)
    drives = [
        _drive_load(
            drive.joint,
            abs(drive.reduction),
            motion.t,
            found.tau[:, column],
            motion.v[:, column],
        )
        for drive in model.drives
        for column in range(model.nv)[model.joint(drive.joint).v]
    ]
    joints = [
        JointLoad(name, np.where(known, np.abs(wrenches).max(axis=0), np.nan))
        for names, values, determined in (
            (found.joint_names, found.joints, found.determined.joints),
            (found.loop_names, found.loops, found.determined.loops),
        )
        for name, wrenches, known in zip(names, np.moveaxis(values, 1, 0), determined, strict=True)
    ]
    return Sizing(tuple(drives), tuple(joints))


def _drive_load(
    joint: str,
    reduction: float,
    t: NDArray[np.float64],
    effort: NDArray[np.float64],
    speed: NDArray[np.float64],
) -> DriveLoad:
    worst = int(np.abs(effort).argmax())
    peak = float(abs(effort[worst]))
    # The mean over time, by trapezoids: samples may be of any distance.
    middle = (effort[1:] ** 2 + effort[:-1] ** 2) / 2
    square = float(middle @ np.diff(t) / (t[-1] - t[0])) if len(t) > 1 else peak**2
    power = effort * speed
    rms, fastest = square**0.5, float(np.abs(speed).max())
    return DriveLoad(
        joint,
        peak,
        float(t[worst]),
        float(speed[worst]),
        rms,
        fastest,
        float(max(power.max(), 0.0)),
        float(max(-power.min(), 0.0)),
        peak / reduction if reduction else float("inf"),
        rms / reduction if reduction else float("inf"),
        fastest * reduction,
    )
