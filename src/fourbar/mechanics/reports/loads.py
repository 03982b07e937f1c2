"""What a motion asks of drives and bearings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...numerics import DYNAMICS_UNREACHED
from ..dynamics.inner_forces import reactions
from ..simulation.motion import Motion
from ..simulation.saving import rate_names
from .limits import effort_limits, velocity_limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


class DriveLoad(NamedTuple):
    """What one drive must do, at the joint [N m or N, rad/s or m/s, W].

    `peak` is the largest |effort| at time `t`, with the joint's speed then; `rms` the effort that
    heats a motor. `power` is the largest that the drive gives, `braking` the largest that it takes.
    `motor_peak`, `motor_rms` and `motor_velocity` are on the motor's side of the reduction.
    `effort_limit` and `velocity_limit` are those of the drive, or of the joint in the description,
    inf without one; `is_beyond` is whether the motion asks for more.
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
    effort_limit: float = float("inf")
    velocity_limit: float = float("inf")

    @property
    def is_beyond(self) -> bool:
        """Whether the motion asks for more than a limit, by more than rounding."""
        share = 1.0 + DYNAMICS_UNREACHED
        return self.peak > share * self.effort_limit or self.velocity > share * self.velocity_limit


class JointLoad(NamedTuple):
    """The largest |force| [N] and |moment| [N m] components that a joint or loop transmits.

    `peak` (6,) in the joint's axes, and `t` (6,), when each is; NaN where rigid links do not
    determine a component.
    """

    name: str
    peak: NDArray[np.float64]
    t: NDArray[np.float64]


class CouplingLoad(NamedTuple):
    """The largest |effort| of a row of a coupling, or of a mimic, at time `t` [N m or N].

    At a joint with the factor 1; NaN where rigid links do not determine it.
    """

    name: str
    peak: float
    t: float


class Sizing(NamedTuple):
    """Loads of all drives, of all joints and loops, and of all couplings and mimics."""

    drives: tuple[DriveLoad, ...]
    joints: tuple[JointLoad, ...]
    couplings: tuple[CouplingLoad, ...] = ()


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
    if motion.q.ndim == 3:
        raise ValueError(
            f"this is a batch of {len(motion.q)} motions; choose one with motion.row(k)"
        )
    if motion.q.shape[1] != model.nq or motion.v.shape[1] != model.nv:
        raise ValueError(
            f"the motion is of {motion.model.name!r}, with {motion.q.shape[1]} positions and "
            f"{motion.v.shape[1]} velocities, and {model.name!r} has {model.nq} and {model.nv}; "
            "use a motion of the same joints"
        )
    found = reactions(model, None, motion.q, motion.v, a=motion.a)
    names = rate_names(model)
    drives = [
        _drive_load(
            names[column],
            abs(drive.reduction),
            motion.t,
            found.tau[:, column],
            motion.v[:, column],
        )
        for drive in model.drives
        for column in range(model.nv)[model.joint(drive.joint).v]
    ]
    limits = zip(drives, effort_limits(model), velocity_limits(model), strict=True)
    drives = [
        load._replace(effort_limit=float(effort), velocity_limit=float(velocity))
        for load, effort, velocity in limits
    ]
    joints = [
        JointLoad(
            name,
            np.where(known, np.abs(wrenches).max(axis=0), np.nan),
            np.where(known, motion.t[np.abs(wrenches).argmax(axis=0)], np.nan),
        )
        for names, values, determined in (
            (found.joint_names, found.joints, found.determined.joints),
            (found.loop_names, found.loops, found.determined.loops),
        )
        for name, wrenches, known in zip(names, np.moveaxis(values, 1, 0), determined, strict=True)
    ]
    couplings = [
        CouplingLoad(name, float(efforts[worst]), float(motion.t[worst]))
        if known
        else CouplingLoad(name, float("nan"), float("nan"))
        for names, values, determined in (
            (found.coupling_names, found.couplings, found.determined.couplings),
            (found.mimic_names, found.mimics, found.determined.mimics),
        )
        for name, efforts, known in zip(names, np.abs(values).T, determined, strict=True)
        for worst in [int(efforts.argmax())]
    ]
    return Sizing(tuple(drives), tuple(joints), tuple(couplings))


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
        # Zero comes first: of equal numbers the first is taken, and -0.0 is one.
        max(0.0, float(power.max())),
        max(0.0, float(-power.min())),
        peak / reduction if reduction else float("inf"),
        rms / reduction if reduction else float("inf"),
        fastest * reduction,
    )
