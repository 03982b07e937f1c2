"""The search for closed configurations: phi(q) = 0 from a guess and from further starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import closure_gaps
from ...graph.planar import misaligned_loops
from ...numerics import AT_LIMIT, OPPOSITE, SEARCH_STEPS
from ..arguments import as_floats, as_numbers, as_positions
from .arguments import check_configurations
from .declared import declared_columns
from .error import LoopError
from .system import Loops

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..coordinates import Coordinates
    from ..model import Model


class Solution(NamedTuple):
    """What a search ended with."""

    q: NDArray[np.float64]
    residual: float
    iterations: int
    starts: int


class Start(NamedTuple):
    """Configurations to start from, (n, nq), and the entries of v that are to stay."""

    q: NDArray[np.float64]
    held: frozenset[int]
    single: bool


def start(
    model: Model, positions: Mapping[str, ArrayLike] | None, q0: ArrayLike | None
) -> tuple[NDArray[np.float64], frozenset[int]]:
    """The configuration (nq,) to start from, and the entries of v that are to stay."""
    rows = start_rows(model, positions, q0)
    if not rows.single:
        if q0 is not None and np.ndim(q0) == 2:
            raise ValueError(f"q0 has shape {np.shape(q0)}, expected ({model.nq},)")
        given = as_positions(positions)
        names = [n for n, value in given.items() if _rows(model.joint(n), value).ndim == 2]
        raise ValueError(
            f"joint {names[0]!r} has {len(rows.q)} positions, expected one: this takes no batches"
        )
    return rows.q[0], rows.held


def start_rows(
    model: Model, positions: Mapping[str, ArrayLike] | None, q0: ArrayLike | None
) -> Start:
    """The configurations to start from: q0 (nq,) or (n, nq) with these joints elsewhere.

    A joint has one position, or one for each of n configurations.
    """
    q = np.array(model.neutral if q0 is None else as_floats("q", q0))
    if q.ndim not in (1, 2) or q.shape[-1] != model.nq:
        raise ValueError(f"q0 has shape {q.shape}, expected ({model.nq},) or (n, {model.nq})")
    slots = {name: model.joint(name) for name in as_positions(positions)}
    given = {name: _rows(slot, as_positions(positions)[name]) for name, slot in slots.items()}
    sizes = {len(rows) for rows in (q, *given.values()) if rows.ndim == 2}
    if len(sizes) > 1:
        raise ValueError(f"batches of different sizes: {', '.join(map(str, sorted(sizes)))}")
    moved = np.array(np.broadcast_to(q, (max(sizes, default=1), model.nq)))
    for name, slot in slots.items():
        moved[:, slot.q] = given[name]
    check_configurations(model, moved, "the configuration to start from")
    held = frozenset(c for slot in slots.values() for c in range(slot.v.start, slot.v.stop))
    return Start(moved, held, single=not sizes)


def _rows(slot: Coordinates, value: ArrayLike) -> NDArray[np.float64]:
    """The positions of one joint: (nq,), or (n, nq) for a batch."""
    numbers = as_numbers(slot.name, value)
    if slot.nq == 1 and numbers.shape not in ((), (1,)) and numbers.shape[-1:] != (1,):
        numbers = numbers[..., None]
    entries = np.atleast_1d(numbers)
    if entries.ndim > 2 or entries.shape[-1] != slot.nq:
        counted = "1 number" if slot.nq == 1 else f"{slot.nq} numbers"
        raise ValueError(f"joint {slot.name!r} takes {counted}, not {np.shape(value)}")
    return entries


def solve(
    model: Model,
    loops: Loops,
    q: NDArray[np.float64],
    held: Iterable[int],
    *,
    limits: bool = False,
    tolerance: float | None = None,
    starts: int = 32,
    keep_independent: bool = True,
) -> Solution:
    """The best configuration found from q and further starts, closed or not."""
    found = solve_rows(
        model,
        loops,
        q[None],
        held,
        limits=limits,
        tolerance=model.tolerance if tolerance is None else tolerance,
        starts=starts,
        keep_independent=keep_independent,
        targets=None,
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
    steps: int = SEARCH_STEPS,
    seed: int = 0,
) -> Solutions:
    """The best configurations found from q (n, nq), each with its target (n, 4, 4) if any."""
    stay = frozenset(held)
    attempts = attempts_at(model, loops, stay) if keep_independent else [stay]
    bounds = (np.array(model.lower), np.array(model.upper)) if limits else None
    if bounds is not None:
        q = _clamped(model, loops, q, stay, bounds)
    found = Solutions(
        *loops._search(  # pyright: ignore[reportPrivateUsage]
            np.ascontiguousarray(q),
            targets,
            [free_columns(loops, fixed) for fixed in attempts],
            loops.starts(model, max(starts, 1) - 1, seed),
            bounds,
            tolerance,
            steps,
            threads,
        )
    )
    if bounds is not None:  # joints that no loop moves have limits too
        beyond = ((found.q < bounds[0] - AT_LIMIT) | (found.q > bounds[1] + AT_LIMIT)).any(axis=1)
        found.residual[beyond & (found.residual <= tolerance)] = np.inf
    return found


def attempts_at(model: Model, loops: Loops, held: frozenset[int]) -> list[frozenset[int]]:
    """What to hold: first the independent joints too, then only what must be."""
    keep = declared_columns(model, loops) | held
    return [keep, held] if keep != held else [held]


def free_columns(loops: Loops, held: Iterable[int]) -> list[list[int]]:
    """The columns of every block that are not held."""
    stay = set(held)
    return [[c for c in block.columns.tolist() if c not in stay] for block in loops.blocks]


def open_error(
    model: Model,
    found: Solution,
    held: Iterable[int],
    *,
    limits: bool = False,
    tolerance: float,
) -> LoopError:
    """The error that says what stays open and by how much."""
    stay = set(held)
    names = [
        slot.name for slot in model.joints.values() if stay & set(range(slot.v.start, slot.v.stop))
    ]
    loops = model.loops
    phi = np.array(closure_gaps(model, found.q))
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
    attempts = "1 attempt" if found.starts == 1 else f"{found.starts} attempts"
    message = (
        f"{model.name!r} cannot be closed{where}: constraint {worst!r} stays open by "
        f"{still.get(worst, found.residual):.3g} m or rad ({len(still)} of {len(sizes)} "
        f"constraints, {attempts})"
    )
    constraint = loops.constraint(worst) if worst else None
    if constraint is not None and constraint.kind == "loop":
        turned = phi[constraint.rows][3:]
        if turned.size and abs(float(np.abs(turned).max()) - 2.0) < OPPOSITE:
            message += (
                "; its two frames meet half a turn apart: rotate the successor's origin by 180 "
                "degrees"
            )
    askew = [found.loop.name for found in misaligned_loops(model.robot) if found.loop.name in still]
    if askew:
        message += (
            f"; the axis of loop {askew[0]!r} is not parallel to the joints of its cycle (G347)"
        )
    return LoopError(message, residual=largest, q=found.q, open=still)


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
