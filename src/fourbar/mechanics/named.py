"""Named configurations of a description as configurations of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..numerics import STATED
from ..robot.configuration import find_configuration
from .loops.assembly import assemble
from .loops.error import LoopError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Configuration
    from .model import Model

Stated = dict[str, tuple[float, ...]]


def open_configuration(model: Model, name: str) -> NDArray[np.float64]:
    """The named configuration on the open tree; joints it leaves out are neutral."""
    return _start(model, _stated(model, find_configuration(model.robot.configurations, name)))


def closed_configuration(model: Model, name: str) -> NDArray[np.float64]:
    """The named configuration with loops, couplings and mimics closed.

    The closed configuration next to it, if that has every given joint where it was given, but for
    rounding; else these joints are held. LoopError where it cannot be closed that way.
    """
    configuration = find_configuration(model.robot.configurations, name)
    stated = _stated(model, configuration)
    q = _start(model, stated)
    if model.has_loops:
        try:
            closed = assemble(model, None, q).q
            q = assemble(model, stated).q if _moved(model, q, closed, stated) else closed
        except LoopError as error:
            raise LoopError(
                f"configuration {configuration.label!r}: {error}",
                residual=error.residual,
                q=error.q,
                open=error.open,
            ) from error
    _check_followers(model, configuration, q)
    return q


def _stated(model: Model, configuration: Configuration) -> Stated:
    """The positions of the joints that move by themselves, as q has them."""
    followers = {follower.joint for follower in model.followers}
    return {
        position.joint: position.fit(model.joints[position.joint].kind, model.planar)
        or position.values
        for position in configuration.positions
        if position.joint in model.joints and position.joint not in followers
    }


def _start(model: Model, stated: Stated) -> NDArray[np.float64]:
    return model.q(stated, coordinates="spanning")


def _moved(
    model: Model, q: NDArray[np.float64], closed: NDArray[np.float64], stated: Stated
) -> bool:
    """Whether closing took a given joint elsewhere."""
    away = np.abs(model.difference(q, closed))
    return any((away[model.joints[name].v] > STATED).any() for name in stated)


def _check_followers(model: Model, configuration: Configuration, q: NDArray[np.float64]) -> None:
    """LoopError where a joint is given another position than its mimic has."""
    followers = {follower.joint: follower for follower in model.followers}
    for position in configuration.positions:
        follower = followers.get(position.joint)
        if follower is None or len(position.values) != 1:
            continue
        given, there = position.values[0], float(q[model.joints[position.joint].q][0])
        if abs(given - there) > STATED:
            why = "cannot move" if follower.source is None else f"mimics {follower.source!r}"
            raise LoopError(
                f"configuration {configuration.label!r} has joint {position.joint!r} at {given:g}, "
                f"but it {why} and is at {there:g}",
                q=q,
            )
