"""How hard drives work over many poses, and how hard a link can push."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import closure, explicit_form, inverse_dynamics
from ...numerics import DYNAMICS_CANCELLED, DYNAMICS_UNREACHED, RANK
from ..arguments import as_positions
from ..dynamics.distribution import actuation
from ..loops.chart import can_lead
from ..loops.declared import joint_names
from ..loops.follow import entries_of, follow, reach_rows
from .furthest import furthest
from .limits import driven_columns, effort_limits

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model


class EffortMap(NamedTuple):
    """What poses ask of drives.

    Attributes
    ----------
    drives
        The joints with a drive, one name for each of their velocities.
    holding
        Efforts that hold each configuration, (n, drives) [N m or N]; NaN where they cannot, as at a
        dead centre of the drives.
    share
        The largest of them as a share of its limit, (n,); inf where they cannot hold.
    force
        The largest force that the link can exert along the direction besides, (n,) [N]: zero where
        the drives cannot hold the robot, inf where nothing ends it. None without a link.
    joint
        The joint whose drive ends it, empty where none does.
    """

    drives: tuple[str, ...]
    holding: NDArray[np.float64]
    share: NDArray[np.float64]
    force: NDArray[np.float64] | None
    joint: tuple[str, ...]


def effort_map(
    model: Model,
    Q: ArrayLike,
    link: str | None = None,
    direction: Sequence[float] = (0.0, 0.0, -1.0),
) -> EffortMap:
    """Efforts that hold configurations Q (n, nq), and how hard `link` can push in each of them.

    The push is at the link's origin along `direction`, in world axes and of any length, by drives
    that hold the robot as well; a negative z presses on the ground. With as many drives as freedoms
    efforts are linear in the force, and the limit is a quotient; with more, it is a linear program
    over how they share it.

    Q comes from `sample_closed`, `model.random` or `joint_grid`. Raises ActuationError where there
    are too few drives to hold the robot in any pose.
    """
    rows = np.atleast_2d(np.asarray(Q, dtype=np.float64))
    columns, limits = driven_columns(model), effort_limits(model)
    held = inverse_dynamics(model, None, rows, None, None, coordinates="independent")
    G, _ = explicit_form(model, None, rows, None)
    B = np.swapaxes(G[:, columns], -1, -2)  # f = B x
    if len(rows) and B.shape[2] < B.shape[1]:
        actuation(model, None, rows[0], held[0])  # says which freedom has no drive
    pushed = None if link is None else _felt(model, rows, link, _unit(direction), held)
    poses = [
        DrivenPose(B[k], limits, held[k], None if pushed is None else pushed[k])
        for k in range(len(rows))
    ]
    names = tuple(joint_names(model, [int(c)])[0] for c in columns)
    return EffortMap(
        names,
        np.array([pose.holding for pose in poses]).reshape(len(rows), len(columns)),
        np.array([pose.share for pose in poses]),
        None if pushed is None else np.array([pose.force for pose in poses]),
        tuple("" if pose.ends is None else names[pose.ends] for pose in poses),
    )


def _felt(
    model: Model,
    rows: NDArray[np.float64],
    link: str,
    towards: NDArray[np.float64],
    held: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What freedoms feel of a unit push (n, nu); zero where the link cannot move that way."""

    def felt(axis: NDArray[np.float64]) -> NDArray[np.float64]:
        wrench = np.concatenate([-axis, np.zeros(3)])
        found = inverse_dynamics(
            model, None, rows, None, None, coordinates="independent", wrenches={link: wrench}
        )
        return found - held

    found = felt(towards)
    # Rounding is of the size of what is felt of all directions, and of the weight taken off it.
    size = np.sqrt(sum((felt(axis) ** 2).sum(axis=1) for axis in np.eye(3)))
    least = DYNAMICS_UNREACHED * size + DYNAMICS_CANCELLED * np.linalg.norm(held, axis=1)
    found[np.linalg.norm(found, axis=1) <= least] = 0.0
    return found


def joint_grid(
    model: Model,
    positions: Mapping[str, ArrayLike],
    q0: ArrayLike | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Closed configurations over all combinations of positions of some joints.

    Returns Q (n, nq) in row order, the last joint fastest, and which of them the mechanism can
    reach (n,); the others are NaN. All else stays as in q0 (nq,), or in the pose next to zero,
    unless it follows from these joints. They need not be the independent ones: as with `move`, any
    joints will do of which none follows from the others. Raises ValueError, with the names of
    joints that can be given, where one does.
    """
    given = as_positions(positions, "[0.1, 0.2]")
    chosen = [(model.joint(name), np.asarray(values)) for name, values in given.items()]
    for slot, values in chosen:
        if slot.nq != 1 or values.ndim != 1 or not values.size or not np.isfinite(values).all():
            raise ValueError(
                f"positions of joint {slot.name!r} must be a list of finite numbers, and the joint "
                "must have one coordinate"
            )
    start = model.q({}) if q0 is None else np.asarray(q0, dtype=np.float64)
    mesh = np.meshgrid(*(values for _, values in chosen), indexing="ij")
    count = int(np.prod([values.size for _, values in chosen]))
    Q = np.repeat(start[None], count, axis=0)
    for (slot, _), values in zip(chosen, mesh, strict=True):
        Q[:, slot.q.start] = values.ravel()
    if not model.loops.blocks:
        return Q, np.ones(count, dtype=bool)
    at = model.chart
    if all(slot.q.start in at.q for slot, _ in chosen):
        q, residual = follow(model, at, Q[:, at.q], start, tolerance=model.tolerance)
        reached = np.asarray(residual <= model.tolerance)
    else:
        held = frozenset(slot.v.start for slot, _ in chosen)
        _check_leads(model, start, held)
        entries = entries_of(model, held)
        rows = np.repeat(start[None], count, axis=0)
        q, reached = reach_rows(model, rows, Q[:, entries], entries, held, model.tolerance, 1)
    q[~reached] = np.nan
    return q, reached


def _check_leads(model: Model, q: NDArray[np.float64], columns: frozenset[int]) -> None:
    """Refuse joints of which one follows from the others, as two of a four-bar do."""
    # A pose may be a dead centre of joints that can be given elsewhere.
    poses = [np.array(closure(model, pose)[1]) for pose in (q, model.chart.home)]
    if any(can_lead(model, K, columns) for K in poses):
        return
    free = [
        slot.name
        for slot in model.joints.values()
        if slot.nq == 1 and any(can_lead(model, K, {slot.v.start}) for K in poses)
    ]
    names = joint_names(model, sorted(columns))
    if len(names) == 1:
        problem = f"joint {names[0]!r} cannot be given: it cannot move"
    else:
        problem = f"joints {', '.join(names)} cannot be given together: some follow from the others"
    raise ValueError(f"{problem}; each of these can be given alone: {', '.join(free)}")


def _unit(direction: Sequence[float]) -> NDArray[np.float64]:
    given = np.asarray(direction, dtype=np.float64)
    length = float(np.linalg.norm(given)) if given.shape == (3,) else np.nan
    if not 0.0 < length < np.inf:
        raise ValueError(f"direction must be three numbers, not all zero, got {direction!r}")
    return given / length


class DrivenPose:
    """One configuration: f = B x, with |x| <= limits."""

    def __init__(
        self,
        B: NDArray[np.float64],
        limits: NDArray[np.float64],
        held: NDArray[np.float64],
        push: NDArray[np.float64] | None,
    ) -> None:
        # In units of the limits, so that the shortest x is the one that uses them least.
        finite = np.isfinite(limits) & (limits > 0.0)
        scale = np.where(finite, limits, float(limits[finite].max(initial=1.0)))
        U, sizes, Vt = np.linalg.svd(B * scale)
        rank = int((sizes > RANK * max(float(sizes.max(initial=0.0)), 1e-300)).sum())
        self._rows = U[:, :rank], sizes[:rank], Vt[:rank]
        self._null = Vt[rank:].T
        self._most = np.where(np.isfinite(limits), limits / scale, np.inf)
        self.holding = np.full(len(limits), np.nan)
        self.share, self.force, self.ends = np.inf, 0.0, None
        y = self._efforts(held)
        if y is None:
            return
        if (np.abs(y) > self._most).any():
            y = self._shared(y)
        self.holding = scale * y
        with np.errstate(invalid="ignore", divide="ignore"):
            shares = np.where(y != 0.0, np.abs(y) / self._most, 0.0)
        self.share = float(shares.max(initial=0.0))
        if push is not None and self.share <= 1.0 + DYNAMICS_UNREACHED:
            self._push(y, self._efforts(push))

    def _efforts(self, f: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """The shortest y that gives f; None where none does."""
        U, sizes, Vt = self._rows
        part = U.T @ f
        missing = float(np.linalg.norm(f - U @ part))
        if missing > DYNAMICS_UNREACHED * max(float(np.linalg.norm(f)), 1e-300):
            return None
        return Vt.T @ (part / sizes)

    def _shared(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        """The efforts with the smallest largest share: those within the limits, if any are."""
        width = self._null.shape[1]
        bounded = np.isfinite(self._most)
        if not width or not (self._most[bounded] > 0.0).all():
            return y
        rows, at, most = self._null[bounded], y[bounded], self._most[bounded]
        # Over (z, s): |y + null z| <= s most, with s as small as it gets.
        C = np.block([[rows, -most[:, None]], [-rows, -most[:, None]]])
        start = np.zeros(width + 1)
        start[-1] = float((np.abs(at) / most).max(initial=0.0))
        goal = np.zeros(width + 1)
        goal[-1] = -1.0
        found = furthest(C, np.concatenate([-at, at]), goal, start)
        return y if found is None else y + self._null @ found[0][:-1]

    def _push(self, y: NDArray[np.float64], more: NDArray[np.float64] | None) -> None:
        """As much of `more` as the limits leave."""
        if more is None:
            return
        bounded = np.flatnonzero(np.isfinite(self._most))
        felt = np.hstack([more[bounded, None], self._null[bounded]])
        room = np.concatenate([self._most[bounded] - y[bounded], self._most[bounded] + y[bounded]])
        start = np.zeros(felt.shape[1])
        goal = np.eye(1, felt.shape[1])[0]
        found = furthest(np.vstack([felt, -felt]), np.maximum(room, 0.0), goal, start)
        if found is None:
            self.force = np.inf
            return
        self.force = float(found[0][0])
        self.ends = int(bounded[min(found[1]) % len(bounded)]) if found[1] else None
