"""Exact derivatives of dynamics along the motions that loops allow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _native

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..batch import Frame
    from ..data import Data
    from ..model import Model


class InverseDerivatives(NamedTuple):
    """Of the efforts f: along positions, velocities and accelerations, (nu, nu) each.

    Column j of dq is the change of f per velocity of the independent joint j, all others following
    as loops demand. A leading axis for a batch.
    """

    dq: NDArray[np.float64]
    dv: NDArray[np.float64]
    da: NDArray[np.float64]


class ForwardDerivatives(NamedTuple):
    """Of the accelerations du: along positions and velocities (nu, nu), and tau (nu, nv)."""

    dq: NDArray[np.float64]
    dv: NDArray[np.float64]
    dtau: NDArray[np.float64]


class Linear(NamedTuple):
    """dx/dt = A x + B tau, or x(t + dt) = A x + B tau, for small changes x = (dy, u) of a state.

    A is (2 nu, 2 nu), B (2 nu, nv); dy are independent velocities times time. With G of
    `explicit_jacobian`, `model.integrate(q, G @ dy)` is the changed q, to first order in dy.
    """

    A: NDArray[np.float64]
    B: NDArray[np.float64]


def closed_forward_derivatives(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    v: ArrayLike | None,
    tau: ArrayLike | None,
    wrenches: Mapping[str, ArrayLike] | None,
    frame: Frame | None,
    friction: bool,
    threads: int | None,
) -> ForwardDerivatives:
    """What the compiled `forward_dynamics_derivatives` calls for mechanisms with loops."""
    kinds: dict[str, Any] = {"threads": threads}
    loads: dict[str, Any] = {"wrenches": wrenches, "frame": frame or "local_world_aligned"}
    a = _native.forward_dynamics(model, data, q, v, tau, friction=friction, **loads, **kinds)
    dq, dv, _ = _native.dynamics_derivatives(
        model, data, q, v, a, friction=friction, tau=tau, **loads, **kinds
    )
    inverse = _native.inverse_mass_matrix(model, data, q, **kinds)
    G, _ = _native.explicit_form(model, data, q, None, **kinds)
    return ForwardDerivatives(
        -inverse @ dq, -inverse @ dv, inverse @ np.swapaxes(np.asarray(G), -1, -2)
    )


def linearise(
    model: Model,
    q: ArrayLike,
    v: ArrayLike | None = None,
    tau: ArrayLike | None = None,
    *,
    dt: float | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    frame: Frame = "local_world_aligned",
    friction: bool = True,
) -> Linear:
    """A and B of the motion near a state (q, v) under efforts tau, in independent coordinates.

    With `dt` [s], those of a step in which tau is held (matrix exponential). dy of floating and
    spherical joints turns with the joint itself, which adds nothing to A where they are at rest.
    """
    if dt is not None and not (np.isfinite(dt) and dt > 0.0):
        raise ValueError(f"dt must be a positive number [s], got {dt}")
    found = _native.forward_dynamics_derivatives(
        model, None, q, v, tau, wrenches=wrenches, frame=frame, friction=friction
    )
    nu, width = found.dq.shape[-1], found.dtau.shape[-1]
    shape = found.dq.shape[:-2]
    A = np.zeros((*shape, 2 * nu, 2 * nu))
    B = np.zeros((*shape, 2 * nu, width))
    A[..., :nu, nu:] = np.eye(nu)
    A[..., nu:, :nu], A[..., nu:, nu:] = found.dq, found.dv
    B[..., nu:, :] = found.dtau
    return Linear(A, B) if dt is None else _held(A, B, dt)


def _held(A: NDArray[np.float64], B: NDArray[np.float64], dt: float) -> Linear:
    """The step of a linear system whose input is held: exp([[A, B], [0, 0]] dt)."""
    n, m = B.shape[-2:]
    whole = np.zeros((*A.shape[:-2], n + m, n + m))
    whole[..., :n, :n], whole[..., :n, n:] = A * dt, B * dt
    # Scaling and squaring with a Taylor series, whose terms end at the last digit.
    size = float(np.abs(whole).sum(axis=-1).max(initial=0.0))
    halvings = max(0, int(np.ceil(np.log2(size))) + 1) if size > 0.5 else 0
    scaled = whole / 2.0**halvings
    result = np.broadcast_to(np.eye(n + m), whole.shape).copy()
    term = result.copy()
    for k in range(1, 20):
        term = term @ scaled / k
        result += term
    for _ in range(halvings):
        result = result @ result
    return Linear(result[..., :n, :n], result[..., :n, n:])
