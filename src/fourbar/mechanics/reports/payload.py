"""How much a robot can carry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import explicit_form, inverse_dynamics
from ...robot import Inertial, Pose
from ..error import ModelError
from ..loops.declared import joint_names
from .efforts import DrivenPose
from .limits import driven_columns, effort_limits

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model


class PayloadLimit(NamedTuple):
    """The largest payload `mass` (n,) [kg], and the joints whose drives are then at their limits.

    inf, with an empty name, where no drive has a limit that the payload loads; zero where a drive
    is beyond its limit without any payload, as one with an effort limit of 0 always is.
    """

    mass: NDArray[np.float64]
    joint: tuple[str, ...]


def payload_limit(
    model: Model,
    Q: ArrayLike,
    link: str,
    V: ArrayLike | None = None,
    A: ArrayLike | None = None,
    *,
    center: Sequence[float] = (0.0, 0.0, 0.0),
    friction: bool = True,
) -> PayloadLimit:
    """How heavy a point mass on `link` may be in configurations Q (n, nq), with motion V, A.

    `center` is where its mass is, in the frame of the link [m]. Efforts grow in proportion to the
    mass, tau = tau0 + m tau1, so the limit needs two evaluations and no search. With more drives
    than freedoms it is the largest mass that any way of sharing the load allows, a linear program
    for each configuration.
    """
    columns, limits = driven_columns(model), effort_limits(model)
    rows = np.atleast_2d(np.asarray(Q, dtype=np.float64))
    if link in model.payload:
        raise ModelError(f"link {link!r} carries a payload already; use a model without it")
    place = np.asarray(center, dtype=np.float64)
    if place.shape != (3,) or not np.isfinite(place).all():
        raise ValueError(f"center must be three finite numbers [m], got {center!r}")
    inertial = Inertial(mass=1.0, origin=Pose((float(place[0]), float(place[1]), float(place[2]))))
    loaded = model.with_payload({**model.payload, link: inertial})
    if len(columns) > (model.chart.size if model.loops.blocks else model.nv):
        return _shared(model, loaded, rows, V, A, friction=friction)
    tau0 = inverse_dynamics(model, None, rows, V, A, friction=friction)[:, columns]
    tau1 = inverse_dynamics(loaded, None, rows, V, A, friction=friction)[:, columns] - tau0
    # Against the payload's own direction a drive has what its limit leaves.
    room = limits - np.sign(tau1) * tau0
    with np.errstate(divide="ignore", invalid="ignore"):
        mass = np.where(tau1 != 0.0, room / np.abs(tau1), np.inf)
    mass = np.where(np.abs(tau0) > limits, 0.0, np.maximum(mass, 0.0))
    worst = mass.argmin(axis=1) if mass.shape[1] else np.zeros(len(rows), dtype=np.int64)
    least = mass.min(axis=1, initial=np.inf)
    names = tuple(
        "" if np.isinf(m) else joint_names(model, [int(columns[w])])[0]
        for m, w in zip(least, worst, strict=True)
    )
    return PayloadLimit(least, names)


def _shared(
    model: Model,
    loaded: Model,
    rows: NDArray[np.float64],
    V: ArrayLike | None,
    A: ArrayLike | None,
    *,
    friction: bool,
) -> PayloadLimit:
    """The limit where drives can share a load in many ways: as far as the best of them goes."""
    columns, limits = driven_columns(model), effort_limits(model)
    own, whole = (
        inverse_dynamics(each, None, rows, V, A, friction=friction, coordinates="independent")
        for each in (model, loaded)
    )
    B = np.swapaxes(explicit_form(model, None, rows, None)[0][:, columns], -1, -2)
    poses = [DrivenPose(B[k], limits, own[k], whole[k] - own[k]) for k in range(len(rows))]
    names = [joint_names(model, [int(column)])[0] for column in columns]
    return PayloadLimit(
        np.array([pose.force for pose in poses]),
        tuple("" if pose.ends is None else names[pose.ends] for pose in poses),
    )
