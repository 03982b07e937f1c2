"""Efforts at drives that need not be the independent joints.

With B the columns of the drives, efforts x at them are felt by the independent joints as
f = G^T B x. Fewer drives than freedoms leave a residual, more leave efforts that move nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import explicit_form
from ...numerics import DYNAMICS_UNREACHED, RANK, SINGULAR
from ..drive import Drive, check_limits, checked_drives, drive_columns
from ..effort_unit import effort_unit
from ..loops.declared import joint_names
from .error import ActuationError
from .least_distance import shortest

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..data import Data
    from ..model import Model


class Actuation(NamedTuple):
    """Efforts at drives, and what they leave.

    Attributes
    ----------
    tau
        Efforts [N m or N], (nv,): zero at joints without a drive.
    residual
        f - G^T tau, (nu,): what the drives cannot do.
    rank
        How many freedoms the drives move.
    preload_basis
        Efforts that move nothing, (nv, drives - rank), orthonormal: inner forces.
    saturated
        Whether each drive is at its limit or beyond, in the order of `drives`.

    With a leading axis for a batch; `rank` and `preload_basis` of a batch are those of every row.
    """

    tau: NDArray[np.float64]
    residual: NDArray[np.float64]
    rank: int | NDArray[np.int64]
    preload_basis: NDArray[np.float64] | tuple[NDArray[np.float64], ...]
    saturated: NDArray[np.bool_]


def actuation(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    f: ArrayLike,
    *,
    drives: Iterable[str | Drive] | None = None,
    limits: bool = True,
    preload: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    strict: bool = True,
) -> Actuation:
    """Distribute efforts f (nu,) at the independent joints over the drives.

    The smallest sum((tau / limit)^2) that gives f; `weights` (drives,) takes the place of
    1 / limit^2. With `limits`, a distribution within the limits is preferred where there is one.
    `preload` (nv,) is a wish: its part that moves nothing is added. Raises ActuationError where the
    drives cannot give f, unless `strict` is False: then the nearest, and its `residual`.
    """
    del data  # as in all functions of dynamics; nothing here needs one
    chosen = model.drives if drives is None else checked_drives(model, drives)
    wanted = np.asarray(f, dtype=np.float64)
    G = explicit_form(model, None, q, None)[0]
    if wanted.shape != (*G.shape[:-2], G.shape[-1]):
        raise ValueError(f"f has shape {wanted.shape}, expected {(*G.shape[:-2], G.shape[-1])}")
    if not np.isfinite(wanted).all():
        raise ValueError("f contains numbers that are not finite")
    problem = _Problem(model, chosen, limits, weights, preload)
    if wanted.ndim == 1:
        found = problem.solve(G, wanted)
        _check(model, chosen, found, wanted, "") if strict else None
        return found
    rows = [problem.solve(*row) for row in zip(G, wanted, strict=True)]
    for number, found in enumerate(rows if strict else ()):
        _check(model, chosen, found, wanted[number], f" at configuration {number}")
    return Actuation(
        np.array([row.tau for row in rows]).reshape(len(rows), model.nv),
        np.array([row.residual for row in rows]).reshape(wanted.shape),
        np.array([row.rank for row in rows], dtype=np.int64),
        tuple(np.asarray(row.preload_basis) for row in rows),
        np.array([row.saturated for row in rows], dtype=bool).reshape(
            len(rows), len(problem.columns)
        ),
    )


def distribute(
    model: Model,
    q: ArrayLike,
    f: NDArray[np.float64],
    drives: Iterable[str | Drive] | None,
    out: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """Efforts of `actuation`, in `out` if there is one: what inverse_dynamics and gravity call."""
    tau = actuation(model, None, q, f, drives=drives).tau
    if out is None:
        return tau
    if out.shape != tau.shape or out.dtype != np.float64:
        raise ValueError(f"out has shape {out.shape}, expected {tau.shape}")
    out[...] = tau
    return out


class _Problem:
    """The drives of a model, and how their efforts are weighed."""

    def __init__(
        self,
        model: Model,
        drives: tuple[Drive, ...],
        limits: bool,
        weights: ArrayLike | None,
        preload: ArrayLike | None,
    ) -> None:
        self.nv = model.nv
        check_limits(model)
        self.columns = drive_columns(model, drives)
        most = np.array(model.effort_limit)
        for drive in drives:
            if drive.effort is not None:
                most[model.joint(drive.joint).v] = drive.effort
        self.most = most[self.columns]
        self.limits = limits
        if weights is None:
            # A joint without a limit counts as the strongest of the others.
            known = self.most[np.isfinite(self.most) & (self.most > 0.0)]
            strongest = float(known.max()) if known.size else 1.0
            usable = np.isfinite(self.most) & (self.most > 0.0)
            self.scale = np.where(usable, self.most, strongest)
        else:
            given = np.asarray(weights, dtype=np.float64)
            if given.shape != self.columns.shape or not (np.isfinite(given) & (given > 0.0)).all():
                raise ValueError(f"weights must be {len(self.columns)} positive numbers")
            self.scale = given**-0.5
        wish = np.zeros(self.nv) if preload is None else np.asarray(preload, dtype=np.float64)
        if wish.shape != (self.nv,) or not np.isfinite(wish).all():
            raise ValueError(f"preload must be {self.nv} finite numbers")
        self.preload = wish[self.columns]

    def solve(self, G: NDArray[np.float64], f: NDArray[np.float64]) -> Actuation:
        # In units of the limits, x = scale * y, the shortest y is the one wanted.
        A = G[self.columns].T * self.scale
        U, sizes, Vt = np.linalg.svd(A)
        # Beside a dead centre of its drives a mechanism needs efforts without bound: a freedom that
        # moves them a millionth of what it moves other joints counts as not driven.
        least = SINGULAR * float(np.linalg.norm(G, 2)) * float(self.scale.min(initial=np.inf))
        least = max(RANK * float(sizes.max(initial=0.0)), least if sizes.size else 0.0, 1e-300)
        rank = int((sizes > least).sum())
        y = Vt[:rank].T @ ((U[:, :rank].T @ f) / sizes[:rank])
        null = Vt[rank:].T
        y = y + null @ (null.T @ (self.preload / self.scale))
        if self.limits and null.shape[1]:
            y = _within(y, null, self.most / self.scale)
        x = self.scale * y
        tau = np.zeros(self.nv)
        tau[self.columns] = x
        basis = np.zeros((self.nv, null.shape[1]))
        if null.shape[1]:
            basis[self.columns] = np.linalg.qr(self.scale[:, None] * null)[0]
        return Actuation(
            tau, f - G.T @ tau, rank, basis, np.abs(x) >= self.most * (1.0 - DYNAMICS_UNREACHED)
        )


def _within(
    y: NDArray[np.float64], null: NDArray[np.float64], most: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The y + null z next to y with no entry beyond `most`; y itself where there is none."""
    if (np.abs(y) <= most).all():
        return y
    bounded = np.isfinite(most)
    rows, at, room = null[bounded], y[bounded], most[bounded]
    z = shortest(np.vstack([rows, -rows]), np.concatenate([-room - at, at - room]))
    return y if z is None else y + null @ z


def _check(
    model: Model, drives: tuple[Drive, ...], found: Actuation, f: NDArray[np.float64], where: str
) -> None:
    scale = float(np.abs(f).max(initial=0.0))
    missing = np.abs(found.residual)
    if not missing.size or float(missing.max()) <= DYNAMICS_UNREACHED * scale:
        return
    columns = np.arange(model.nv) if not model.loops.blocks else model.chart.v
    lost = joint_names(model, columns[missing > 0.1 * missing.max()].tolist())
    worst = int(missing.argmax())
    most = f"{float(missing[worst]):.3g} {effort_unit(model, [int(columns[worst])])}"
    most = most if len(lost) == 1 else f"up to {most}"
    names = ", ".join(repr(drive.joint) for drive in drives) or "none"
    raise ActuationError(
        f"the drives of {model.name!r} ({names}) cannot produce this motion{where}: "
        f"{', '.join(repr(name) for name in lost)} {'needs' if len(lost) == 1 else 'need'} "
        f"{most} that no drive can give",
        'use drives=..., coordinates="independent" for the efforts of all freedoms, or actuation '
        "with strict=False for the nearest efforts and what they leave",
        freedoms=lost,
        residual=found.residual,
    )
