"""How far a link is from losing a direction of motion, loops closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from .._native import closure, data_positions, jacobian
from ..numerics import (
    SINGULAR,
    SINGULARITY_AROUND,
    SINGULARITY_LEAST,
    SINGULARITY_STEP,
    UNDETERMINED,
)
from .arguments import ChosenCoordinates, checked_coordinates
from .batch import kinematics
from .loops.closed import check_closed
from .loops.follow import follow
from .representation import representation, with_plain_numbers
from .second_order import hessian

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .data import Data
    from .loops.chart import Chart
    from .model import Model

RowChoice = Literal["all", "linear", "angular"]
_ROWS = {"all": slice(0, 6), "linear": slice(0, 3), "angular": slice(3, 6)}
_SAMPLES = 8


class Singularity(NamedTuple):
    """The singular value decomposition of a link's Jacobian and what follows from it.

    The Jacobian is that over the nu independent velocities `model.chart.v`, which are all nv where
    nothing closes. The measures use the first r singular values, r the rank at a generic
    configuration: a planar arm is not singular because it cannot leave its plane. For a batch, all
    have a leading axis; for one configuration, single numbers are Python's.

    Two kinds of singularity are told apart (Gosselin and Angeles). `closure` is small where the
    independent joints do not determine the others: with them locked, the mechanism can still move.
    Where it is zero there is no such Jacobian: `singular` is True and the measures of the link are
    NaN. `singular` alone means that the link loses a direction of motion.
    """

    singular_values: NDArray[np.float64]  # (m,), largest first; m = min(rows, nu)
    rank: NDArray[np.int64]
    generic_rank: int
    singular: NDArray[np.bool_]  # rank < generic rank
    condition: NDArray[np.float64]  # largest / r-th singular value; inf where singular
    manipulability: NDArray[np.float64]  # product of the first r singular values (Yoshikawa)
    smallest: NDArray[np.float64]  # the r-th: distance of J to the nearest singular matrix
    lost_direction: NDArray[np.float64]  # (rows,) the unit twist that is hardest to make
    joint_direction: NDArray[np.float64]  # (nu,) the unit joint velocity that moves it least
    gradient: NDArray[np.float64]  # (nu,) of `smallest`; against it lies the singularity
    distance: NDArray[np.float64]  # smallest / |gradient|: first-order estimate [rad or m]
    closure: NDArray[np.float64]  # smallest / largest singular value of K's dependent columns

    def __repr__(self) -> str:
        return representation(self)

    @property
    def is_closure_singular(self) -> NDArray[np.bool_]:
        """The independent joints do not determine the others."""
        return self.closure < SINGULAR


def singularity(
    model: Model,
    data: Data,
    link: str,
    *,
    rows: RowChoice = "all",
    length: float = 1.0,
    point: ArrayLike | None = None,
    tolerance: float = SINGULAR,
    coordinates: ChosenCoordinates = "independent",
) -> Singularity:
    """Singular values, rank, condition and distance to singularity of a link's Jacobian.

    Call forward_kinematics first, at a closed configuration: LoopError elsewhere.

    Parameters
    ----------
    rows
        The whole Jacobian, or its linear or angular half.
    length
        Characteristic length [m]: linear rows are divided by it, so that metres and radians can
        be compared.
    tolerance
        Singular values below this part of the largest count as zero.
    coordinates
        "spanning" ignores loops, couplings and mimics: the open tree.
    """
    if rows not in _ROWS:
        raise ValueError(f"unknown rows {rows!r}; expected one of: all, linear, angular")
    if not length > 0.0:
        raise ValueError(f"length must be positive, got {length}")
    chart = None
    if checked_coordinates(coordinates) == "independent" and (model.has_loops or model.followers):
        chart = model.chart
    scale = np.array([1.0 / length] * 3 + [1.0] * 3)[:, None]
    chosen = _ROWS[rows]
    whole_J = jacobian(model, data, link, point=point)
    J_tree = (scale * whole_J)[..., chosen, :]
    q = data_positions(data)
    if chart is not None:
        check_closed(model, q)
    G, quality = (None, None) if chart is None else _explicit(model, q, chart)
    J = J_tree if G is None else J_tree @ G
    r, size = _generic_rank(model, link, point, scale, chosen, tolerance, chart)
    U, values, Vt = np.linalg.svd(J, full_matrices=False)
    largest = values[..., :1] if values.shape[-1] else np.zeros((*values.shape[:-1], 1))
    # A link that one joint drives has one singular value: it is small beside what it is elsewhere.
    whole = largest if chart is None else np.maximum(largest, size)
    rank = np.sum(values > tolerance * np.where(whole > 0.0, whole, 1.0), axis=-1)
    worst = np.ones(values.shape[:-1]) if quality is None else quality
    if r == 0:
        zero = np.zeros(values.shape[:-1])
        found = Singularity(
            values,
            rank,
            0,
            rank < 0,
            zero + 1.0,
            zero,
            zero,
            np.zeros((*zero.shape, J.shape[-2])),
            np.zeros((*zero.shape, J.shape[-1])),
            np.zeros((*zero.shape, J.shape[-1])),
            zero + np.inf,
            worst,
        )
        return with_plain_numbers(found)
    smallest = values[..., r - 1]
    lost, joint = U[..., :, r - 1], Vt[..., r - 1, :]
    outer = np.zeros((*lost.shape[:-1], 6))
    outer[..., chosen] = lost * scale[chosen, 0]

    def slope(x: NDArray[np.float64]) -> NDArray[np.float64]:
        if all(slot.nv == 1 for slot in model.joints.values()):
            return _slope(whole_J, outer, x)
        H = hessian(model, data, link, point=point)
        return np.einsum("...r,...rij,...i->...j", outer, H, x)

    # d sigma / dq_j = u^T (dJ/dq_j) v for a simple singular value.
    if G is None or chart is None:
        gradient = slope(joint)
    else:
        # d(J G)/du_j = (dJ/dq G_j) G + J dG/du_j
        turned = slope((G @ joint[..., None])[..., 0])
        bent = _derivative(model, q, G, joint, chart)
        gradient = np.einsum("...v,...vj->...j", turned, G)
        gradient += np.einsum("...r,...rv,...vj->...j", lost, J_tree, bent)
    steepness = np.linalg.norm(gradient, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        condition = np.where(rank < r, np.inf, values[..., 0] / smallest)
        distance = np.where(smallest == 0.0, 0.0, smallest / steepness)
    found = Singularity(
        values,
        rank,
        r,
        rank < r,
        condition,
        np.prod(values[..., :r], axis=-1),
        smallest,
        lost,
        joint,
        gradient,
        distance,
        worst,
    )
    if quality is not None:
        found = _undetermined(found, quality <= UNDETERMINED)
    return with_plain_numbers(found)


def _slope(
    J: NDArray[np.float64], u: NDArray[np.float64], x: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How u^T J x (...) changes with each q_j, (..., nv), for joints of one velocity each.

    With columns (v_i, w_i) in the order of the chain, the derivative of column i with respect to
    q_j is (w_j x v_i, w_j x w_i) where j is not behind i, and (w_i x v_j, 0) where it is. The sums
    over i are running ones: the Hessian of a chain of n joints would take 6 n^2 numbers.
    """
    v, w = J[..., :3, :], J[..., 3:, :]
    xv, xw = v * x[..., None, :], w * x[..., None, :]
    u_v, u_w = u[..., :3, None], u[..., 3:, None]
    before = np.cumsum(xw, axis=-1) - xw
    behind_v = xv.sum(axis=-1, keepdims=True) - np.cumsum(xv, axis=-1) + xv
    behind_w = xw.sum(axis=-1, keepdims=True) - before
    turning = np.cross(behind_v, u_v, axis=-2) + np.cross(behind_w, u_w, axis=-2)
    return (w * turning + v * np.cross(u_v, before, axis=-2)).sum(axis=-2)


def _explicit(
    model: Model, q: NDArray[np.float64], chart: Chart
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """G (..., nv, nu), zero where it does not exist, and how well it is determined.

    The latter is the smallest singular value of K's dependent columns over the largest, in the
    cluster where it is worst.
    """
    K = closure(model, q)[1]
    G = np.zeros((*q.shape[:-1], model.nv, chart.v.size))
    G[..., chart.v, range(chart.v.size)] = 1.0
    worst = np.ones(q.shape[:-1])
    for block, columns in zip(model.loops.blocks, chart.dependent, strict=True):
        if not columns.size:
            continue
        U, values, Vt = np.linalg.svd(K[..., block.rows[:, None], columns], full_matrices=False)
        share = values[..., -1] / np.maximum(values[..., 0], np.finfo(np.float64).tiny)
        inverse = np.where((share > UNDETERMINED)[..., None], 1.0 / np.maximum(values, 1e-300), 0.0)
        independent = np.setdiff1d(block.columns, columns)
        B = K[..., block.rows[:, None], independent]
        follow = -np.swapaxes(Vt, -1, -2) @ (inverse[..., None] * (np.swapaxes(U, -1, -2) @ B))
        G[..., columns[:, None], np.searchsorted(chart.v, independent)] = follow
        worst = np.minimum(worst, share)
    return np.where((worst > UNDETERMINED)[..., None, None], G, 0.0), worst


def _derivative(
    model: Model,
    q: NDArray[np.float64],
    G: NDArray[np.float64],
    u: NDArray[np.float64],
    chart: Chart,
) -> NDArray[np.float64]:
    """Columns (dG/du_j) u, (..., nv, nu), by central differences along the columns of G."""
    columns = np.moveaxis(G, -1, -2)
    here = np.broadcast_to(q[..., None, :], (*columns.shape[:-1], q.shape[-1]))
    sides: list[NDArray[np.float64]] = []
    for step in (SINGULARITY_STEP, -SINGULARITY_STEP):
        beside = model.integrate(here, step * columns).reshape(-1, model.nq)
        sides.append(_explicit(model, beside, chart)[0].reshape(*columns.shape, -1))
    slope = (sides[0] - sides[1]) / (2.0 * SINGULARITY_STEP)
    return np.moveaxis((slope @ u[..., None, :, None])[..., 0], -1, -2)


def _undetermined(found: Singularity, where: NDArray[np.bool_]) -> Singularity:
    """NaN for the link's measures where the independent joints do not determine the others."""
    if not np.any(where):
        return found
    cut = np.asarray(where)
    wide = cut[..., None]
    return found._replace(
        singular_values=np.where(wide, np.nan, found.singular_values),
        rank=np.where(cut, 0, found.rank),
        singular=cut | found.singular,
        condition=np.where(cut, np.inf, found.condition),
        manipulability=np.where(cut, np.nan, found.manipulability),
        smallest=np.where(cut, np.nan, found.smallest),
        lost_direction=np.where(wide, np.nan, found.lost_direction),
        joint_direction=np.where(wide, np.nan, found.joint_direction),
        gradient=np.where(wide, np.nan, found.gradient),
        distance=np.where(cut, 0.0, found.distance),
    )


def _generic_rank(
    model: Model,
    link: str,
    point: ArrayLike | None,
    scale: NDArray[np.float64],
    rows: slice,
    tolerance: float,
    chart: Chart | None,
) -> tuple[int, float]:
    """The largest rank at a few configurations, what the structure allows, and the size of J."""
    if model.nv == 0:
        return 0, 0.0
    if chart is None:
        # What the structure allows: limits may leave a part of it, or contradict each other.
        samples = model.random(_SAMPLES, seed=0, coordinates="spanning", limits=False)
    else:
        drawn = np.random.default_rng(0).standard_normal((_SAMPLES, chart.q.size))
        away = SINGULARITY_AROUND * drawn
        poses, residual = follow(model, chart, chart.home[chart.q] + away, None)
        samples = np.concatenate([chart.home[None], poses[residual <= model.tolerance]])
    found = kinematics(model, samples, link, point=point, coordinates="spanning")
    J = (scale * found.jacobian)[..., rows, :]
    over_chart = J if chart is None else J @ _explicit(model, samples, chart)[0]
    if not over_chart.shape[-1]:
        return 0, 0.0
    values = np.linalg.svd(over_chart, compute_uv=False)
    largest = np.where(values[:, :1] > SINGULARITY_LEAST, values[:, :1], np.inf)
    rank = int(np.sum(values > tolerance * largest, axis=-1).max())
    return rank, float(values[:, 0].max())
