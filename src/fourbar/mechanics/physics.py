"""What joints and surroundings add to masses: gravity, armature, damping, friction, springs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from ..robot import Inertial
from .error import ModelError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .model import Model


def checked_gravity(gravity: Sequence[float]) -> NDArray[np.float64]:
    """Three finite numbers [m/s^2]."""
    values = np.array(gravity, dtype=np.float64)
    if values.shape != (3,) or not np.isfinite(values).all():
        raise ValueError(f"gravity must be three finite numbers [m/s^2], got {gravity}")
    return values


def checked_payload(payload: Mapping[str, Inertial] | None) -> dict[str, Inertial]:
    """What links and frames carry, with masses that can be."""
    if payload is None:
        return {}
    if not isinstance(payload, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"payload must be a dict of links to Inertial, got {payload!r}")
    for name, carried in payload.items():
        if not isinstance(carried, Inertial):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"payload[{name!r}] must be an Inertial, got {carried!r}; "
                "use fb.Inertial(mass=...) for a point mass"
            )
        if not (np.isfinite(carried.mass) and carried.mass >= 0.0):
            raise ValueError(
                f"the mass of payload[{name!r}] must be finite and not negative, got {carried.mass}"
            )
        for moment in ("ixx", "iyy", "izz"):
            value = getattr(carried.inertia, moment)
            if not (np.isfinite(value) and value >= 0.0):
                raise ValueError(
                    f"{moment} of payload[{name!r}] must be finite and not negative, got {value}"
                )
    return dict(payload)


def checked_armature(
    model: Model, armature: Mapping[str, float] | ArrayLike
) -> NDArray[np.float64]:
    """A number for every entry of v, none of them negative."""
    if isinstance(armature, Mapping):
        values = np.zeros(model.nv)
        for name, value in armature.items():
            values[model.joint(name).v] = value
    else:
        values = np.array(armature, dtype=np.float64)
        if values.shape != (model.nv,):
            raise ValueError(f"armature has shape {values.shape}, expected ({model.nv},)")
    if not (np.isfinite(values).all() and (values >= 0.0).all()):
        raise ValueError("armature must be finite and not negative")
    return values


def find_armature(model: Model) -> NDArray[np.float64]:
    """What the drives' rotors and the armatures of the description add to each entry of v."""
    values = np.zeros(model.nv)
    for armature in model.robot.armatures:
        if armature.joint in model.joints:
            values[model.joint(armature.joint).v] = armature.inertia
    for drive in model.drives if _has_rotors(model) else ():
        values[model.joint(drive.joint).v] += drive.armature
    values.setflags(write=False)
    return values


def _has_rotors(model: Model) -> bool:
    """Whether drives can have rotors at all: finding default drives may need a closed pose."""
    return model._drives is not None or bool(model.robot.transmissions)  # pyright: ignore[reportPrivateUsage]


def read_dynamics(model: Model, what: Literal["damping", "friction"]) -> NDArray[np.float64]:
    """A number of `<dynamics>` for every entry of v; none is zero."""
    values = np.zeros(model.nv)
    for name, slot in model.joints.items():
        dynamics = model.robot.joints[name].dynamics
        value = None if dynamics is None else getattr(dynamics, what)
        if value is None:
            continue
        if not np.isfinite(value):
            raise ModelError(f"the {what} of joint {name!r} is not finite")
        values[slot.v] = value
    return values


def read_spring(model: Model, what: Literal["stiffness", "rest"]) -> NDArray[np.float64]:
    """A number of `<spring>` for every entry of v; none is zero, as at joints with several."""
    values = np.zeros(model.nv)
    for name, slot in model.joints.items():
        spring = model.robot.joints[name].spring
        if spring is not None and slot.nv == 1:
            values[slot.v] = getattr(spring, what)
    return values
