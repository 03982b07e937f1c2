"""Independent coordinates of a closed mechanism: which they are, and whether they are enough.

Of the n joint velocities of a block, n - rank(K) can be chosen; the others follow. K loses rank at
singular poses, so the rank is that of the best of several closed poses.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import LoopChoice, closure, closure_gaps, pivots
from ...numerics import RANK, SOLVED, UNDETERMINED
from .declared import Declared, declared_in, joint_names
from .error import LoopError
from .solve import open_error, solve
from .system import LoopBlock

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model

_POSES = 6
# Velocities of one block, and entries of K: some seconds, and 800 MB.
_MOST_COUPLED = 1_500
_MOST_ENTRIES = 100_000_000


class Chart(NamedTuple):
    """Independent coordinates, and a closed pose at which they are good.

    Attributes
    ----------
    v
        The independent entries of v, ascending: u = v[chart.v].
    q
        The independent entries of q, ascending: y = q[chart.q]. A quaternion joint of which only
        some velocities are independent has none; it keeps its orientation.
    dependent
        The entries of v that follow, per block of `model.loops`.
    ranks
        The rank of each block of K.
    home
        The closed pose next to the zero pose at which K has these ranks and v determines the other
        velocities, (nq,).
    declared
        True where the description chose, per block; False where fourbar did.
    """

    v: NDArray[np.int64]
    q: NDArray[np.int64]
    dependent: tuple[NDArray[np.int64], ...]
    ranks: tuple[int, ...]
    home: NDArray[np.float64]
    declared: tuple[bool, ...]
    rows: tuple[NDArray[np.int64], ...]
    native: LoopChoice

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Chart belongs to its Model; pickle the Model, and use its `chart`")

    @property
    def size(self) -> int:
        """The number of independent velocities: the mobility."""
        return int(self.v.size)


def branches_of(model: Model, q: NDArray[np.float64]) -> NDArray[np.int64]:
    """The sign of the determinant of each block's dependent columns at closed poses (n, nq).

    (n, blocks); without blocks for a mechanism that closes at q but was not found to close near
    zero: without a home pose there is nothing to compare with.
    """
    try:
        at = model.chart
    except LoopError as error:
        if error.residual is not None:
            return np.zeros((len(q), 0), np.int64)
        at = model.automatic_chart
    K = closure(model, q)[1]
    signs = np.zeros((len(q), len(at.rows)), np.int64)
    for k, (rows, columns) in enumerate(zip(at.rows, at.dependent, strict=True)):
        block = K[:, rows[:, None], columns]
        sign, size = np.linalg.slogdet(block)
        largest = np.maximum(np.abs(block).max(axis=(1, 2), initial=0.0), 1e-300)
        away = size - np.log(largest) * len(rows) > np.log(UNDETERMINED)
        signs[:, k] = np.where(away | (not len(rows)), sign, 0)
    return signs


def good_columns(
    model: Model, block: LoopBlock, K: NDArray[np.float64], first: Sequence[int] = ()
) -> list[int]:
    """A block's dependent columns, well conditioned; those in `first` stay independent if they can.

    Joints become dependent in the order quaternions (a part of an orientation is no coordinate),
    mimics, other joints of several velocities, the rest; those in `first` last, and of these the
    joints of several velocities before the others, so that as many joints as possible stay.
    """
    wanted = set(first)
    ranks = {
        column: _eagerness(model, name)
        for name in block.joints
        for column in range(model.joints[name].v.start, model.joints[name].v.stop)
    }
    groups = [ranks[c] + 4 if c in wanted else ranks[c] for c in block.columns.tolist()]
    A = np.ascontiguousarray(K[np.ix_(block.rows, block.columns)])
    rank, order, _ = pivots(A, groups, rank_tolerance(model))
    return sorted(int(block.columns[j]) for j in order[:rank])


def _eagerness(model: Model, name: str) -> int:
    slot = model.joints[name]
    if slot.quaternion is not None:
        return 0
    if model.robot.joints[name].mimic is not None:
        return 1
    return 2 if slot.nv > 1 else 3


def find_chart(model: Model, *, declared: bool = True) -> Chart:
    """The independent coordinates that the description declares, checked, or a good choice.

    With `declared=False`, a good choice in any case. Raises LoopError when the mechanism cannot be
    closed, and when the declared joints are too many, too few, or do not determine the others; the
    error then has a `choice` that does.
    """
    loops = model.loops
    followers = _followers(model)
    _check_size(model, followers)
    said = [declared_in(model, block) if declared else None for block in loops.blocks]
    home, K, ranks = _home(model, said, followers)
    dependent: list[NDArray[np.int64]] = []
    rows: list[NDArray[np.int64]] = []
    for block, rank, chosen, own in zip(loops.blocks, ranks, said, followers, strict=True):
        if chosen is None and own is not None:
            # Mimics alone need no factorisation, which for a long chain would take long.
            dependent.append(np.array(own, dtype=np.int64))
            rows.append(block.rows)
            continue
        if chosen is None:
            follow = good_columns(model, block, K)
        else:
            free = set(_valid(model, block, K, rank, chosen))
            follow = [c for c in block.columns.tolist() if c not in free]
        dependent.append(np.array(follow, dtype=np.int64))
        A = np.ascontiguousarray(K[np.ix_(block.rows, dependent[-1])].T)
        count, order, _ = pivots(A, [], rank_tolerance(model))
        rows.append(block.rows[np.sort(np.array(order[:count], dtype=np.int64))])
    follows = {int(c) for columns in dependent for c in columns}
    v = np.array([c for c in range(model.nv) if c not in follows], dtype=np.int64)
    return Chart(
        v,
        _positions(model, follows),
        tuple(dependent),
        tuple(ranks),
        home,
        tuple(chosen is not None for chosen in said),
        tuple(rows),
        LoopChoice(loops, [columns.tolist() for columns in dependent]),
    )


def _check_size(model: Model, followers: Sequence[list[int] | None]) -> None:
    """Solving takes time with the third power of what is coupled, and K memory with the second."""
    loops = model.loops
    blocks = zip(loops.blocks, followers, strict=True)
    coupled = max((len(block.columns) for block, own in blocks if own is None), default=0)
    if coupled > _MOST_COUPLED:
        raise LoopError(
            f"{coupled:,} joint variables of {model.name!r} are coupled with each other; at most "
            f"{_MOST_COUPLED:,} can be solved for"
        )
    if loops.n_c * model.nv > _MOST_ENTRIES:
        raise LoopError(
            f"{model.name!r} has {loops.n_c:,} constraint equations in {model.nv:,} velocities; "
            f"their product must not exceed {_MOST_ENTRIES:,}"
        )


def _followers(model: Model) -> list[list[int] | None]:
    """Per block, the columns that follow others; None where more than mimics is in a block."""
    found: list[list[int] | None] = [[] for _ in model.loops.blocks]
    for constraint in model.loops.constraints:
        own, slot = found[constraint.block], model.joints.get(constraint.name)
        if constraint.kind != "mimic" or slot is None or len(constraint.columns) != 2:
            found[constraint.block] = None
        elif own is not None:
            own.append(slot.v.start)
    return [None if own is None else sorted(own) for own in found]


def _positions(model: Model, follows: set[int]) -> NDArray[np.int64]:
    entries: list[int] = []
    for slot in model.joints.values():
        own = range(slot.v.start, slot.v.stop)
        if slot.quaternion is None:
            entries += [slot.q.start + k for k, c in enumerate(own) if c not in follows]
        elif not follows & set(own):
            entries += range(slot.q.start, slot.q.stop)
    return np.array(entries, dtype=np.int64)


class _Pose(NamedTuple):
    """A closed pose, K there and the rank of each of its blocks."""

    q: NDArray[np.float64]
    K: NDArray[np.float64]
    ranks: list[int]


def _home(
    model: Model, said: Sequence[Declared | None], followers: Sequence[list[int] | None]
) -> _Pose:
    """A closed pose near zero with the largest rank among several.

    Of those, one at which the declared coordinates `said` determine the others, if there is one: a
    description may well start at a dead centre of the joint it calls independent.
    """
    loops = model.loops
    tolerance = model.tolerance
    neutral = np.array(model.neutral)
    if not any(said) and None not in followers and not closure_gaps(model, neutral).any():
        return _pose(model, neutral, followers)  # nothing to solve
    found = solve(model, loops, neutral, ())
    if found.residual > tolerance:
        raise open_error(model, found, (), tolerance=tolerance)
    best = _pose(model, found.q, followers)
    most = _worth(model, best, said)
    generator = np.random.default_rng(0)
    # Couplings and mimics are linear: K is the same at every pose.
    curved = any(constraint.kind == "loop" for constraint in loops.constraints)
    for _ in range(_POSES if curved else 0):
        away = model.integrate(found.q, 0.1 * generator.standard_normal(model.nv))
        other = solve(model, loops, away, (), starts=1, keep_independent=False)
        if other.residual > tolerance:
            continue
        pose = _pose(model, other.q, followers)
        worth = _worth(model, pose, said)
        if worth > most:
            best, most = pose, worth
    return best


def _worth(model: Model, pose: _Pose, said: Sequence[Declared | None]) -> tuple[int, int]:
    """The rank of K, and in how many blocks what is declared determines the others."""
    determined = sum(
        any(_determines(model, block, pose.K, columns) for columns in one.choices)
        for block, one in zip(model.loops.blocks, said, strict=True)
        if one is not None
    )
    return sum(pose.ranks), determined


def _determines(
    model: Model, block: LoopBlock, K: NDArray[np.float64], said: Sequence[int]
) -> bool:
    """Whether a block's other columns are independent of each other."""
    follow = [c for c in block.columns.tolist() if c not in set(said)]
    A = np.ascontiguousarray(K[np.ix_(block.rows, follow)])
    return bool(pivots(A, [], rank_tolerance(model))[0] == len(follow))


def _pose(model: Model, q: NDArray[np.float64], followers: Sequence[list[int] | None]) -> _Pose:
    K = np.array(closure(model, q)[1])
    ranks = [
        rank_of(model, K, block) if own is None else len(own)
        for block, own in zip(model.loops.blocks, followers, strict=True)
    ]
    return _Pose(q, K, ranks)


def can_lead(model: Model, K: NDArray[np.float64], columns: Collection[int]) -> bool:
    """Whether joints with these entries of v can all be given, and the others follow or stay."""
    for block, full in zip(model.loops.blocks, model.chart.ranks, strict=True):
        rest = [c for c in block.columns.tolist() if c not in columns]
        if len(rest) == len(block.columns):
            continue
        A = np.ascontiguousarray(K[np.ix_(block.rows, rest)])
        if int(pivots(A, [], rank_tolerance(model))[0]) < full:
            return False
    return True


def rank_tolerance(model: Model) -> float:
    """The share of the largest pivot below which a pivot is none: more where a file is rounded."""
    return RANK * max(1.0, model.tolerance / SOLVED)


def rank_of(model: Model, K: NDArray[np.float64], block: LoopBlock) -> int:
    """The rank of one block of K."""
    A = np.ascontiguousarray(K[np.ix_(block.rows, block.columns)])
    return int(pivots(A, [], rank_tolerance(model))[0])


def _valid(
    model: Model, block: LoopBlock, K: NDArray[np.float64], rank: int, said: Declared
) -> list[int]:
    """What the declaration means; LoopError where it can mean nothing that works."""
    needed = len(block.columns) - rank
    for columns in said.choices:
        if len(columns) == needed and _determines(model, block, K, columns):
            return columns
    stated = said.marked or said.silent
    good = set(good_columns(model, block, K, first=stated))
    choice = joint_names(model, [c for c in block.columns.tolist() if c not in good])
    names = joint_names(model, stated)
    if len(stated) == needed:
        reason = "do not determine the others"
    else:
        reason = (
            f"are {len(stated)} of {len(block.columns)} velocities, but {needed} must be "
            "independent"
        )
    for what, wrong in (
        ("missing", [name for name in choice if name not in names]),
        ("too many", [name for name in names if name not in choice]),
    ):
        if wrong:
            reason += f"; {what}: {', '.join(wrong)}"
    raise LoopError(
        f"the independent coordinates of {model.name!r} ({', '.join(names) or 'none'}) {reason}; "
        f"a choice that works: {', '.join(choice) or 'none'}",
        choice=choice,
    )
