"""How far screws have to turn for a link to get where it is wanted."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import numpy as np

from .batch import kinematics
from .mimic import obey

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .coordinates import Coordinates
    from .model import Model

_TURN = 2.0 * pi


def screws_of(model: Model) -> list[Coordinates]:
    """The joints with a thread that advances, except those that mimic others."""
    followers = {follower.joint for follower in model.followers}
    return [
        slot
        for slot in model.joints.values()
        if model.robot.joints[slot.name].lead and slot.name not in followers
    ]


def advance_screws(
    model: Model,
    link: str,
    point: NDArray[np.float64] | None,
    places: NDArray[np.float64],
    q: NDArray[np.float64],
    *,
    whole: bool,
    limits: bool,
) -> None:
    """Turn the screws below a link until it is at its place (n, 3) [m] along their axes, in q.

    One screw after the other, by `whole` turns or exactly, each within its limits.
    """
    for slot in screws_of(model):
        pose, jacobian = kinematics(model, q, link, coordinates="spanning")
        here = pose[:, :3, 3] if point is None else pose[:, :3, :3] @ point + pose[:, :3, 3]
        linear, axis = jacobian[:, :3, slot.v.start], jacobian[:, 3:, slot.v.start]
        # The part of the column along the axis is the lead; the rest is the arm's turning.
        lead = (linear * axis).sum(axis=1)
        missing = ((places - here) * axis).sum(axis=1)
        angle: NDArray[np.float64] = np.zeros_like(lead)
        np.divide(missing, lead, out=angle, where=lead != 0.0)
        if whole:
            angle = _TURN * np.round(angle / _TURN)
        angle += q[:, slot.q.start]
        if limits:
            angle = np.clip(angle, model.lower[slot.q.start], model.upper[slot.q.start])
        q[:, slot.q.start] = angle
        obey(q, model.followers)
