"""Whether another program computes the same from what was written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from ..mechanics import forward_kinematics
from ..mechanics.dynamics import inverse_dynamics, mass_matrix
from ..mechanics.loops import LoopError, sample_closed
from ..numerics import AGREE_DYNAMICS, AGREE_LOOPS, AGREE_POSES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model


class Engine(Protocol):
    """A program that has loaded what was written, asked in the coordinates of a Model."""

    name: str
    version: str
    mass: float
    rounding: float
    """What the numbers of the file leave of 1 m, 1 kg or 1 rad; 0 where they are exact."""
    mobility: tuple[int, int] | None
    """That of the file and that of the model, where the engine can tell."""

    def poses(self, q: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """The pose (4, 4) of every link in the world."""
        ...

    def mass_matrix(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """M (nv, nv) of the tree, in the velocities of the model."""
        ...

    def gravity(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """The efforts (nv,) that hold the tree at rest, against gravity and springs of joints."""
        ...

    def residual(self, q: NDArray[np.float64]) -> float | None:
        """How far the loops are from closed [m or rad]; None where the file has none."""
        ...


class Agreement(NamedTuple):
    """The largest differences over all configurations.

    Attributes
    ----------
    engine
        Name and version.
    configurations, links
        How many were compared.
    poses
        Of all entries of all poses [m or 1].
    mass
        Of the robot's mass, as a share of it.
    mass_matrix, gravity
        As a share of the largest entry; of efforts, springs of joints included, or of the robot's
        weight times one metre.
    residual
        Of the engine's loops at our closed poses [m or rad]; None without loops or closed poses.
    closed
        How many closed poses that was.
    tolerance
        What counts as closed in the model [m or rad].
    rounding
        What the numbers of the file leave of 1 m, 1 kg or 1 rad.
    mobility
        Of the file and of the model, where the engine can tell.
    """

    engine: str
    configurations: int
    links: int
    poses: float
    mass: float
    mass_matrix: float
    gravity: float
    residual: float | None
    closed: int
    tolerance: float
    rounding: float = 0.0
    mobility: tuple[int, int] | None = None

    @property
    def holds(self) -> bool:
        """Whether every difference is rounding."""
        closed = max(AGREE_LOOPS, 10.0 * self.tolerance, self.rounding)
        return (
            self.poses <= max(AGREE_POSES, self.rounding)
            and max(self.mass, self.mass_matrix, self.gravity) <= max(AGREE_DYNAMICS, self.rounding)
            and (self.residual is None or self.residual <= closed)
            and (self.mobility is None or self.mobility[0] == self.mobility[1])
        )


def agree(model: Model, engine: Engine, *, configurations: int = 20, seed: int = 0) -> Agreement:
    """Compare a model with an engine at random configurations of the open tree and closed ones."""
    rows = model.random(configurations, seed=seed, coordinates="spanning")
    rows = np.clip(rows, -_FAR, _FAR)
    data = model.data()
    heavy = model.mass * float(np.linalg.norm(model.gravity))
    worst = inertia = weight = 0.0
    count = 0
    for q in rows:
        forward_kinematics(model, data, q, coordinates="spanning")
        theirs = engine.poses(q)
        count = len(theirs)
        for link, T in theirs.items():
            ours = np.asarray(data.poses[model.link_number(link)])
            worst = max(worst, float(np.abs(ours - T).max()))
        if model.nv:
            M = mass_matrix(model, None, q, coordinates="spanning")
            inertia = max(inertia, _share(engine.mass_matrix(q) - M, M))
            g = inverse_dynamics(model, None, q, None, None, coordinates="spanning")
            off = float(np.abs(engine.gravity(q) - g).max())
            weight = max(weight, off / max(np.abs(g).max(), heavy, _TINY))
    residual, closed = _closed(model, engine, configurations, seed)
    return Agreement(
        f"{engine.name} {engine.version}",
        len(rows),
        count,
        worst,
        abs(engine.mass - model.mass) / max(model.mass, _TINY),
        inertia,
        weight,
        residual,
        closed,
        model.tolerance if closed else 0.0,
        engine.rounding,
        engine.mobility,
    )


def table(found: Agreement) -> str:
    """The differences for people."""
    at = f"at {found.configurations} configurations"
    rows = [
        ("poses", found.poses, f"of {found.links} links {at} [m]"),
        ("mass", found.mass, "as a share of the mass"),
        ("mass matrix", found.mass_matrix, "as a share of the largest entry"),
        ("gravity", found.gravity, "as a share of the weight times 1 m, or the largest effort"),
    ]
    if found.residual is not None:
        rows.append(("loops", found.residual, f"at {found.closed} closed poses [m or rad]"))
    if found.mobility is not None:
        here, there = found.mobility
        rows.append(("mobility", float(abs(here - there)), f"{here} in the file, {there} before"))
    verdict = "agrees with" if found.holds else "does not agree with"
    lines = [f"{found.engine} {verdict} the robot; the largest differences are"]
    lines += [f"  {name:<12}{value:8.1e}  {unit}" for name, value, unit in rows]
    lines.append(f"not compared: {_NOT_COMPARED}; see fourbar compare")
    return "\n".join(lines) + "\n"


_NOT_COMPARED = "limits, effort, velocity, damping, friction and shapes"
"""What an engine is not asked for: no pose, mass matrix or weight depends on it."""
_FAR = 1e3
"""[rad or m] Slides without ends are tried within a kilometre."""
_TINY = 1e-12


def _share(difference: NDArray[np.float64], of: NDArray[np.float64]) -> float:
    return float(np.abs(difference).max() / max(np.abs(of).max(), _TINY))


def _closed(model: Model, engine: Engine, count: int, seed: int) -> tuple[float | None, int]:
    if not (model.has_loops or model.followers):
        return None, 0
    try:
        rows = sample_closed(model, count, seed=seed)
    except LoopError:
        rows = model.chart.home[None] if model.has_loops else model.neutral[None]
    found = [value for q in rows if (value := engine.residual(q)) is not None]
    return max(found, default=None), len(found)
