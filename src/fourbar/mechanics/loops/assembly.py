"""Closing a mechanism: phi(q) = 0 from the zero pose or a guess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import LoopChoice, closure
from ..manifold import random as random_configuration
from .arguments import check_configurations, check_starts, check_tolerance
from .declared import declared_columns
from .error import LoopError
from .system import Loops

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model, Positions

TOLERANCE = 1e-10
"""A mechanism counts as closed when no |phi| is above this [m or rad]."""

_STEPS = 100
# Held joints move by at most this [rad or m] before the others follow.
_STRIDE = 0.2


class Assembly(NamedTuple):
    """A closed configuration.

    `residual` is the largest |phi| [m or rad], `iterations` counts evaluations of K and `starts`
    the configurations that were tried. `branch` has a sign per block of `model.loops`: that of
    the determinant of its dependent columns. It changes only where the mechanism passes a
    singular pose, so it tells the ways of assembling a linkage apart; 0 at such a pose.
    """

    q: NDArray[np.float64]
    residual: float
    iterations: int
    starts: int
    branch: tuple[int, ...]


class Solution(NamedTuple):
    """What a search ended with."""

    q: NDArray[np.float64]
    residual: float
    iterations: int
    starts: int


def assemble(
    model: Model,
    positions: Mapping[str, Positions] | None = None,
    q0: ArrayLike | None = None,
    *,
    limits: bool = False,
    tolerance: float = TOLERANCE,
    starts: int = 32,
) -> Assembly:
    """Close all loops, couplings and mimics, holding the joints in `positions` [rad or m].

    Starts from q0 (nq,) or the zero pose. Joints that the description calls independent stay where
    they are if the mechanism closes that way. Newton's method with a line search finds the solution
    next to the start; where there is none, Levenberg-Marquardt goes on from there and from further
    starts, the same ones in every run. Without q0, the held joints are moved from the closed zero
    pose to their positions in small steps, if that is possible: the branch of assembly is then the
    zero pose's. With `limits`, only positions within the joints' limits count.

    Raises LoopError, with the best residual reached, when the mechanism does not close.
    """
    from .chart import branch_of

    check_tolerance(tolerance)
    check_starts(starts)
    q, held = start(model, positions, q0)
    if held and q0 is None:
        q = _walk(model, q, held, tolerance)
    found = solve(model, model.loops, q, held, limits=limits, tolerance=tolerance, starts=starts)
    if found.residual > tolerance:
        raise open_error(model, model.loops, found, held, limits=limits, tolerance=tolerance)
    return Assembly(*found, branch_of(model, found.q))


def start(
    model: Model, positions: Mapping[str, Positions] | None, q0: ArrayLike | None
) -> tuple[NDArray[np.float64], frozenset[int]]:
    """The configuration to start from, and the entries of v that are to stay."""
    q = np.array(model.neutral if q0 is None else q0, dtype=np.float64)
    if q.shape != (model.nq,):
        raise ValueError(f"q0 has shape {q.shape}, expected ({model.nq},)")
    held: set[int] = set()
    for name, value in (positions or {}).items():
        slot = model.joint(name)
        entries = np.atleast_1d(np.asarray(value, dtype=np.float64))
        if entries.shape != (slot.nq,):
            numbers = "1 number" if slot.nq == 1 else f"{slot.nq} numbers"
            raise ValueError(f"joint {name!r} takes {numbers}, not {entries.size}")
        if not np.isfinite(entries).all():
            raise ValueError(f"the position of joint {name!r} is not finite: {value}")
        q[slot.q] = entries
        held.update(range(slot.v.start, slot.v.stop))
    check_configurations(model, q, "the configuration to start from")
    return q, frozenset(held)


def _walk(
    model: Model, q: NDArray[np.float64], held: frozenset[int], tolerance: float
) -> NDArray[np.float64]:
    """The pose with held joints as in q that is reached closed from zero; q itself if none is."""
    loops = model.loops
    at = solve(model, loops, np.array(model.neutral), (), starts=1, tolerance=tolerance)
    if at.residual > tolerance:
        return q
    # First, for out of a dead centre following goes the way that rounding pushes it, if at all.
    out = _leave(model, q, held, at.q, tolerance)
    if out is not None:
        return out
    entries = [
        entry
        for slot in model.joints.values()
        if slot.v.start in held
        for entry in range(slot.q.start, slot.q.stop)
    ]
    for fixed in _attempts(model, loops, held):
        free = free_columns(loops, fixed)
        choice = LoopChoice(loops, free)
        reached, residual = loops._follow(  # pyright: ignore[reportPrivateUsage]
            at.q[None], q[None, entries], entries, choice, tolerance, _STRIDE, 200, _STEPS, 1
        )
        if residual[0] <= tolerance:
            reached[0, entries] = q[entries]  # exactly where they are wanted
            return reached[0]
    return q


def _leave(
    model: Model,
    q: NDArray[np.float64],
    held: frozenset[int],
    zero: NDArray[np.float64],
    tolerance: float,
) -> NDArray[np.float64] | None:
    """The same where the closed zero pose is a dead centre of the one joint held; else None."""
    from .drive import followers
    from .tracing import trace

    slots = [slot for slot in model.joints.values() if slot.v.start in held]
    if len(slots) != 1 or slots[0].nv != 1:
        return None
    try:
        if followers(model, slots[0], zero) is not None:
            return None
        return trace(model, slots[0].name, q[slots[0].q], zero, tolerance=tolerance).q[-1]
    except LoopError:
        return None


def solve(
    model: Model,
    loops: Loops,
    q: NDArray[np.float64],
    held: Iterable[int],
    *,
    limits: bool = False,
    tolerance: float = TOLERANCE,
    starts: int = 32,
    keep_independent: bool = True,
    target: NDArray[np.float64] | None = None,
) -> Solution:
    """The best configuration found from q and further starts, closed or not."""
    found = solve_rows(
        model,
        loops,
        q[None],
        held,
        limits=limits,
        tolerance=tolerance,
        starts=starts,
        keep_independent=keep_independent,
        targets=None if target is None else target[None],
        threads=1,
    )
    return Solution(found.q[0], float(found.residual[0]), found.iterations[0], found.starts[0])


class Solutions(NamedTuple):
    """What a search for every row ended with; a residual is infinite where limits forbid it."""

    q: NDArray[np.float64]
    residual: NDArray[np.float64]
    iterations: list[int]
    starts: list[int]


def solve_rows(
    model: Model,
    loops: Loops,
    q: NDArray[np.float64],
    held: Iterable[int],
    *,
    limits: bool,
    tolerance: float,
    starts: int,
    keep_independent: bool,
    targets: NDArray[np.float64] | None,
    threads: int,
) -> Solutions:
    """The best configurations found from q (n, nq), each with its target (n, 4, 4) if any."""
    stay = frozenset(held)
    attempts = _attempts(model, loops, stay) if keep_independent else [stay]
    bounds = (np.array(model.lower), np.array(model.upper)) if limits else None
    if bounds is not None:
        q = _clamped(model, loops, q, stay, bounds)
    found = Solutions(
        *loops._search(  # pyright: ignore[reportPrivateUsage]
            np.ascontiguousarray(q),
            targets,
            [free_columns(loops, fixed) for fixed in attempts],
            _drawn(model, max(starts, 1) - 1),
            bounds,
            tolerance,
            _STEPS,
            threads,
        )
    )
    if bounds is not None:  # joints that no loop moves have limits too
        beyond = ((found.q < bounds[0] - 1e-9) | (found.q > bounds[1] + 1e-9)).any(axis=1)
        found.residual[beyond & (found.residual <= tolerance)] = np.inf
    return found


def _attempts(model: Model, loops: Loops, held: frozenset[int]) -> list[frozenset[int]]:
    """What to hold: first the independent joints too, then only what must be."""
    keep = declared_columns(model, loops) | held
    return [keep, held] if keep != held else [held]


def free_columns(loops: Loops, held: Iterable[int]) -> list[list[int]]:
    """The columns of every block that are not held."""
    stay = set(held)
    return [[c for c in block.columns.tolist() if c not in stay] for block in loops.blocks]


def open_error(
    model: Model,
    loops: Loops,
    found: Solution,
    held: Iterable[int],
    *,
    limits: bool = False,
    tolerance: float = TOLERANCE,
    target: NDArray[np.float64] | None = None,
) -> LoopError:
    """The error that says what stays open and by how much."""
    stay = set(held)
    names = [
        slot.name for slot in model.joints.values() if stay & set(range(slot.v.start, slot.v.stop))
    ]
    phi = _residual(loops, model, found.q, target)
    sizes = loops.gaps(phi)
    largest = float(np.abs(phi).max(initial=0.0))
    still = {name: size for name, size in sizes.items() if size > tolerance}
    where = f" with {', '.join(repr(name) for name in names)} held" if names else ""
    if limits and not still:
        return LoopError(
            f"{model.name!r} closes{where}, but only beyond the limits of its joints",
            residual=largest,
            q=found.q,
        )
    worst = max(still, key=lambda name: still[name], default="")
    message = (
        f"{model.name!r} does not close{where}: {len(still)} of {len(sizes)} constraints stay "
        f"open, {worst!r} by {still.get(worst, found.residual):.3g} after {found.starts} starts"
    )
    constraint = loops.constraint(worst) if worst else None
    if constraint is not None and constraint.kind == "loop":
        turned = phi[constraint.rows][3:]
        if turned.size and abs(float(np.abs(turned).max()) - 2.0) < 1e-6:
            message += "; its two frames meet turned by half a turn: turn the successor's origin"
    return LoopError(message, residual=largest, q=found.q, open=still)


def _residual(
    loops: Loops, model: Model, q: NDArray[np.float64], target: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    if loops is model.loops:
        return np.array(closure(model, q)[0])
    phi, _ = loops._evaluate(q, target)  # pyright: ignore[reportPrivateUsage]
    return phi


def _drawn(model: Model, count: int) -> NDArray[np.float64]:
    """Configurations that further starts go towards: the same ones in every run."""
    known: NDArray[np.float64] | None = model.__dict__.get("_drawn")
    if known is None or len(known) != count:
        slots = tuple(model.joints.values())
        generator = np.random.default_rng(0)
        known = random_configuration(slots, model.lower, model.upper, generator, (count,))
        model.__dict__["_drawn"] = known
    return known


def _clamped(
    model: Model,
    loops: Loops,
    q: NDArray[np.float64],
    held: frozenset[int],
    bounds: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """With joints that no loop moves within their limits; the search sees to the others."""
    moved = q.copy()
    inside = {int(c) for block in loops.blocks for c in block.columns} | held
    for slot in model.joints.values():
        if slot.quaternion is None and slot.v.start not in inside:
            moved[:, slot.q] = np.clip(q[:, slot.q], bounds[0][slot.q], bounds[1][slot.q])
    return moved
