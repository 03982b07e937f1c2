"""Energy and momentum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ... import _native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ..arguments import ChosenCoordinates
    from ..data import Data
    from ..model import Model


class Energy(NamedTuple):
    """Energies [J]: numbers, or (n,) for a batch."""

    kinetic: NDArray[np.float64]
    potential: NDArray[np.float64]

    @property
    def total(self) -> NDArray[np.float64]:
        """What stays the same where nothing drives, brakes or pushes."""
        return self.kinetic + self.potential


class Momentum(NamedTuple):
    """Linear [kg m/s] and angular momentum [kg m^2/s] in world axes, (3,) each, or (n, 3)."""

    linear: NDArray[np.float64]
    angular: NDArray[np.float64]


class CentroidalMatrix(NamedTuple):
    """A (6, nu) and `rate` = dA/dt u (6,), or with a leading axis for a batch."""

    A: NDArray[np.float64]
    rate: NDArray[np.float64]


def energy(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    v: ArrayLike | None = None,
    *,
    coordinates: ChosenCoordinates = "independent",
    threads: int | None = None,
) -> Energy:
    """Kinetic and potential energy of all that moves.

    Armatures and springs of joints count. Potential energy is zero where the centre of mass is
    level with the world's origin and springs are at rest. v is (nv,) or (nu,); None is rest.
    """
    values = _native.dynamics_energy(model, data, q, v, coordinates=coordinates, threads=threads)
    stored = _in_springs(model, q) if model.stiffness.any() else 0.0
    return Energy(values.T[0], values.T[1] + stored)


def _in_springs(model: Model, q: ArrayLike) -> NDArray[np.float64]:
    """What springs hold [J], a number or (n,)."""
    import numpy as np

    positions = np.asarray(q, dtype=np.float64)
    stored = np.zeros(positions.shape[:-1])
    for slot in model.joints.values():
        if slot.nv == 1 and model.stiffness[slot.v.start]:
            away = positions[..., slot.q.start] - model.rest[slot.v.start]
            stored = stored + 0.5 * model.stiffness[slot.v.start] * away**2
    return stored


def momentum(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    v: ArrayLike,
    *,
    about: Literal["center_of_mass", "origin"] = "center_of_mass",
    coordinates: ChosenCoordinates = "independent",
    threads: int | None = None,
) -> Momentum:
    """Linear momentum, and angular momentum about the centre of mass or the world's origin.

    Of all that moves: links fixed to the root count for nothing, not for the centre either.
    """
    values = _native.dynamics_momentum(
        model, data, q, v, about=about, coordinates=coordinates, threads=threads
    )
    return Momentum(values[..., :3], values[..., 3:])


def centroidal_matrix(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    v: ArrayLike | None = None,
    *,
    coordinates: ChosenCoordinates = "independent",
    threads: int | None = None,
) -> CentroidalMatrix:
    """A with momentum (linear, angular about the centre of mass) = A u, and dA/dt u.

    The rate of momentum is A du + rate, which forces on the robot as a whole must provide; `rate`
    is zero without v.
    """
    A, rate = _native.dynamics_centroidal(
        model, data, q, v, coordinates=coordinates, threads=threads
    )
    return CentroidalMatrix(A, rate)
