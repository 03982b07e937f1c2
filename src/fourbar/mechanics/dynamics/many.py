"""Several quantities of many configurations in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ... import _native

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model

Quantity = Literal["tau", "f", "a", "M", "M_inverse", "C", "bias", "gravity", "energy", "momentum"]


def dynamics(
    model: Model,
    Q: ArrayLike,
    V: ArrayLike | None = None,
    A: ArrayLike | None = None,
    TAU: ArrayLike | None = None,
    *,
    what: Sequence[Quantity] = ("tau",),
    friction: bool = True,
    wrenches: Mapping[str, ArrayLike] | None = None,
    out: Mapping[str, NDArray[np.float64]] | None = None,
    threads: int | None = None,
) -> dict[str, NDArray[np.float64]]:
    """Quantities of configurations Q (n, nq), by name, each with a leading axis of n.

    "tau" (efforts at drives) and "f" (at independent joints) of the motion V, A; "a", the
    accelerations under TAU; "M", "M_inverse", "C", "bias", "gravity" (at drives), "energy" (n, 2:
    kinetic, potential), "momentum" (n, 6, about the centre of mass). Without a Data: the fastest
    way to many of them. `out` has arrays for some or all of them.
    """
    options: dict[str, Any] = {"wrenches": wrenches, "friction": friction, "threads": threads}
    given = dict(out or {})

    def at(name: str) -> dict[str, Any]:
        return {"out": given.get(name), "threads": threads}

    compute: dict[str, Callable[[], NDArray[np.float64]]] = {
        "tau": lambda: _native.inverse_dynamics(
            model, None, Q, V, A, **options, out=given.get("tau")
        ),
        "f": lambda: _native.inverse_dynamics(
            model, None, Q, V, A, **options, coordinates="independent", out=given.get("f")
        ),
        "a": lambda: _native.forward_dynamics(
            model, None, Q, V, TAU, **options, out=given.get("a")
        ),
        "M": lambda: _native.mass_matrix(model, None, Q, **at("M")),
        "M_inverse": lambda: _native.inverse_mass_matrix(model, None, Q, **at("M_inverse")),
        "C": lambda: _native.coriolis_matrix(model, None, Q, _wanted(V, "C"), **at("C")),
        "bias": lambda: _native.bias(model, None, Q, V, **at("bias")),
        "gravity": lambda: _native.gravity(model, None, Q, **at("gravity")),
        "energy": lambda: _native.dynamics_energy(model, None, Q, V, threads=threads),
        "momentum": lambda: _native.dynamics_momentum(
            model, None, Q, _wanted(V, "momentum"), threads=threads
        ),
    }
    if np.ndim(Q) != 2:
        raise ValueError(f"Q has shape {np.shape(Q)}, expected (n, {model.nq})")
    for name in (*what, *given):
        if name not in compute:
            raise ValueError(f"unknown quantity {name!r}; expected one of: {', '.join(compute)}")
    for name in ("energy", "momentum"):
        if name in given:
            raise ValueError(f"out has no place for {name!r}")
    return {name: compute[name]() for name in what}


def _wanted(V: ArrayLike | None, name: str) -> ArrayLike:
    if V is None:
        raise ValueError(f"{name!r} needs V")
    return V
