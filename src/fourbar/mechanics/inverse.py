"""Inverse kinematics: the configuration that puts a link where it is wanted, loops closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from .. import _native
from ..numerics import INVERSE_TOLERANCE
from ..robot import Pose
from ..robot.values import kind_of_value
from .arguments import ChosenCoordinates, as_count, check_model, checked_coordinates
from .batch import kinematics
from .loops.arguments import check_threads
from .loops.assembly import assemble
from .loops.compile import Task
from .loops.inverse import reach_targets
from .loops.solve import Solutions, solve_rows
from .representation import representation, with_plain_numbers
from .screws import advance_screws, screws_of
from .targets import as_point, as_posture, as_starts, as_targets, bounds_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .model import Model

# The columns of the solver's report that count: position error, rotation error.
_ERRORS = {"pose": [1, 2], "position": [1], "rotation": [2]}

_TURN_STARTS = 8
"""The number of configurations from which screws are turned to a target that was not reached."""
_CLOSING_STARTS = 8
"""The number of configurations from which loops are closed where a target was not reached."""


class InverseKinematics(NamedTuple):
    """What `inverse_kinematics` found; arrays have a leading axis if the target had one.

    Of one target, `converged` is a bool, `iterations` an int, and errors are floats.

    `converged` is True only where the link is at its target within tolerance, all loops are closed
    and all limits hold. Elsewhere q is the best configuration found, with closed loops too, and
    `residual` is how far off it is [m or rad]: the largest of `position_error` (the distance),
    `rotation_error` (the angle) and |phi| of the loops; infinite where only limits are in the way.
    `iterations` counts the steps from all starts.
    """

    q: NDArray[np.float64]
    converged: NDArray[np.bool_]
    residual: NDArray[np.float64]
    iterations: NDArray[np.int64]
    position_error: NDArray[np.float64]
    rotation_error: NDArray[np.float64]

    def __repr__(self) -> str:
        return representation(self)


def inverse_kinematics(
    model: Model,
    link: str,
    target: ArrayLike | Pose,
    q0: ArrayLike | None = None,
    *,
    task: Task | None = None,
    point: ArrayLike | None = None,
    position_tolerance: float = INVERSE_TOLERANCE,
    rotation_tolerance: float = INVERSE_TOLERANCE,
    iterations: int = 100,
    starts: int = 32,
    seed: int = 0,
    posture: ArrayLike | None = None,
    posture_gain: float = 0.05,
    limits: bool = True,
    coordinates: ChosenCoordinates = "independent",
    threads: int | None = None,
) -> InverseKinematics:
    """Find q with T_world_link(q) = target, and every loop closed.

    Trees are solved by damped least squares (Levenberg-Marquardt): each step is

        dq = J# e + (1 - J# J) gain (posture - q),  J# = J^T (J J^T + damping)^-1

    with e the position error and the rotation vector of the rotation error, and coordinates that
    are at a limit held there. Joints that mimic others follow. Of a robot with loops or couplings,
    the target is one more loop to close, as `assemble` closes them.

    What cannot be reached does not raise: `converged` is False there.

    Parameters
    ----------
    target
        T_world_link, a Pose or (4, 4), or (n, 4, 4) for n problems, solved in parallel; or points
        (3,) or (n, 3) [m].
    q0
        Where to start, (nq,) or (n, nq); by default the neutral configuration, or the closed one
        next to it. Joints outside their limits are brought inside, those that do not move the
        link included.
    task
        "pose", "position" or "rotation"; by default "position" for points, else "pose".
    point
        A point on the link [m] that goes to the target's origin instead of the link's own origin.
    position_tolerance, rotation_tolerance
        The largest errors of the link [m], [rad]. Loops are closed to `model.tolerance`.
    iterations, starts
        The most steps from each start, and the most starts: q0, then random ones (`seed`).
    posture, posture_gain
        A configuration (nq,) to stay close to where the task leaves freedom, and the part of the
        way to it that a step may take; for trees. Only joints with one coordinate have a posture.
    limits
        False ignores joint limits.
    coordinates
        "spanning" ignores loops and couplings: the open tree.
    threads
        At most this many; by default one per core. The result does not depend on it.
    """
    check_model(model)
    if not isinstance(cast("object", link), str | int):
        raise TypeError(
            f"expected inverse_kinematics(model, link, target), got {kind_of_value(link)} for the "
            "link"
        )
    targets, task, single = as_targets(target, task)
    n = len(targets)
    starts = as_count("starts", starts, least=1)
    iterations = min(as_count("iterations", iterations, least=1), 2**31 - 1)
    if not (0.0 < position_tolerance < np.inf and 0.0 < rotation_tolerance < np.inf):
        raise ValueError(
            f"tolerances must be positive numbers, got {position_tolerance} and "
            f"{rotation_tolerance}"
        )
    if not 0.0 < posture_gain <= 1.0:
        raise ValueError(f"posture_gain must be above 0 and at most 1, got {posture_gain}")
    workers = check_threads(None if threads is None else as_count("threads", threads, least=1))
    offset = as_point(point)
    tolerances = (position_tolerance, rotation_tolerance)
    if checked_coordinates(coordinates) == "independent" and model.has_loops:
        if posture is not None:
            raise ValueError(
                "a posture is for trees; it cannot be combined with loops. "
                'Use coordinates="spanning" for the open tree'
            )
        number = as_count("seed", seed, least=0)

        def solve(
            task: Task, targets: NDArray[np.float64], q: NDArray[np.float64] | None
        ) -> InverseKinematics:
            found = reach_targets(
                model,
                link,
                task,
                offset,
                targets,
                q,
                limits=limits,
                tolerance=min(*tolerances, model.tolerance),
                steps=iterations,
                starts=starts,
                seed=number,
                threads=workers,
            )
            closed = _closed(model, found, limits=limits, threads=workers)
            return _of_closed(model, link, task, offset, targets, tolerances, closed)

    else:
        seeds = model.random(starts - 1, seed=seed, coordinates="spanning", limits=limits)
        preferred = as_posture(model, posture)

        def solve(
            task: Task, targets: NDArray[np.float64], q: NDArray[np.float64] | None
        ) -> InverseKinematics:
            return _of_tree(
                model,
                link,
                task,
                offset,
                targets,
                as_starts(model, q, len(targets)),
                tolerances,
                iterations=iterations,
                seeds=seeds,
                preferred=preferred,
                posture_gain=0.0 if posture is None else posture_gain,
                limits=limits,
                threads=workers,
            )

    given = None if q0 is None else as_starts(model, q0, n)
    result = solve(task, targets, given)
    if task != "rotation" and screws_of(model) and not result.converged.all():
        result = _with_turns(
            model, link, task, offset, targets, given, result, seed, solve, limits=limits
        )
    if not single:
        return result
    return with_plain_numbers(InverseKinematics(*(field[0] for field in result)))


def _with_turns(
    model: Model,
    link: str,
    task: Task,
    point: NDArray[np.float64] | None,
    targets: NDArray[np.float64],
    q: NDArray[np.float64] | None,
    result: InverseKinematics,
    seed: int,
    solve: Callable[[Task, NDArray[np.float64], NDArray[np.float64] | None], InverseKinematics],
    *,
    limits: bool,
) -> InverseKinematics:
    """The result with what further turns of screws reach.

    A rotation looks the same after each turn, so that steps which follow it stay in the turn they
    start in. Where a target was not reached, screws are first driven by the translation that is
    missing along their axes; for a pose by whole turns, from where the rotation is right.
    """
    count = _TURN_STARTS - 1
    seeds = model.random(count, seed=seed, coordinates="spanning", limits=limits)
    for number in range(_TURN_STARTS):
        missed = np.flatnonzero(~result.converged)
        if not len(missed):
            break
        first = None if q is None else q[missed]
        start = as_starts(model, first if number == 0 else seeds[number - 1], len(missed))
        if task == "pose":
            start = solve("rotation", targets[missed], start).q
        places = targets[missed, :3, 3]
        advance_screws(model, link, point, places, start, whole=task == "pose", limits=limits)
        again = solve(task, targets[missed], start)
        better = again.converged | (again.residual < result.residual[missed])
        result.iterations[missed] += again.iterations
        for field, new in zip(result, again, strict=True):
            if field is not result.iterations:
                field[missed[better]] = new[better]
    return result


def _of_tree(
    model: Model,
    link: str,
    task: Task,
    point: NDArray[np.float64] | None,
    targets: NDArray[np.float64],
    q: NDArray[np.float64],
    tolerances: tuple[float, float],
    *,
    iterations: int,
    seeds: NDArray[np.float64],
    preferred: NDArray[np.float64],
    posture_gain: float,
    limits: bool,
    threads: int,
) -> InverseKinematics:
    followers = model.followers
    report = np.zeros((len(targets), 4))
    _native.solve_inverse(
        model,
        link,
        point,
        task != "rotation",
        task != "position",
        tolerances,
        iterations,
        targets,
        seeds,
        np.ascontiguousarray([*bounds_of(model, limits), preferred]),
        posture_gain,
        np.array([f[1:3] + f[4:6] for f in followers], np.int32).reshape(-1, 4),
        np.array([f[6:8] for f in followers], np.float64).reshape(-1, 2),
        q,
        report,
        threads,
    )
    return InverseKinematics(
        q,
        report[:, 0] == 1.0,
        report[:, _ERRORS[task]].max(axis=1, initial=0.0),
        report[:, 3].astype(np.int64),
        report[:, 1],
        report[:, 2],
    )


def _closed(model: Model, found: Solutions, *, limits: bool, threads: int) -> Solutions:
    """With closed configurations next to those that missed their target and the loops as well.

    The search weighs both: far from every target it may leave loops open.
    """
    gap = np.abs(_native.closure_gaps(model, found.q)).max(axis=1, initial=0.0)
    missed = np.flatnonzero(~(gap <= model.tolerance))
    if not missed.size:
        return found
    next_to = solve_rows(
        model,
        model.loops,
        found.q[missed],
        (),
        limits=limits,
        tolerance=model.tolerance,
        starts=_CLOSING_STARTS,
        keep_independent=False,
        targets=None,
        threads=threads,
    )
    q = found.q.copy()
    q[missed] = next_to.q
    still = missed[~(next_to.residual <= model.tolerance)]
    if still.size:
        q[still] = assemble(model, limits=limits).q
    return found._replace(q=q)


def _of_closed(
    model: Model,
    link: str,
    task: Task,
    point: NDArray[np.float64] | None,
    targets: NDArray[np.float64],
    tolerances: tuple[float, float],
    found: Solutions,
) -> InverseKinematics:
    """The errors of the link apart from those of the loops."""
    position, rotation = np.zeros(len(targets)), np.zeros(len(targets))
    poses = kinematics(model, found.q, link, coordinates="spanning").pose
    if task != "rotation":
        places = poses[:, :3, 3] if point is None else poses[:, :3, :3] @ point + poses[:, :3, 3]
        position = np.linalg.norm(places - targets[:, :3, 3], axis=1)
    if task != "position":
        # |R1 - R2| = 2 sqrt(2) sin(angle / 2) in Frobenius' norm.
        apart = np.linalg.norm(poses[:, :3, :3] - targets[:, :3, :3], axis=(1, 2))
        rotation = 2.0 * np.arcsin(np.minimum(apart / np.sqrt(8.0), 1.0))
    gap = np.abs(_native.closure_gaps(model, found.q)).max(axis=1, initial=0.0)
    converged = (
        (gap <= model.tolerance)
        & (position <= tolerances[0])
        & (rotation <= tolerances[1])
        & np.isfinite(found.residual)
    )
    # The search measures by the largest component; a link's errors are lengths, as those of trees.
    off = np.maximum(gap, np.maximum(position, rotation))
    return InverseKinematics(
        found.q,
        converged,
        np.where(np.isfinite(found.residual), off, np.inf),
        np.array(found.iterations, dtype=np.int64),
        position,
        rotation,
    )
