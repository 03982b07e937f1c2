"""Functions of configurations for `map_configurations`: each gives a position and what is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from ..diagnostics import unknown
from ..mechanics import forward_kinematics, kinematics, singularity
from ..mechanics.loops import LoopError, closed_jacobian
from ..mechanics.reports import payload_limit
from ..numerics import SINGULAR

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

    Columns = dict[str, NDArray[np.generic]]

Task = Literal["pose", "position"]
_ROWS: Mapping[Task, Literal["all", "linear"]] = {"pose": "all", "position": "linear"}

_BLOCK = 4096
"""Configurations that are looked at together: what is made of them stays in the caches."""


def reach(model: Model, q: NDArray[np.float64], *, link: str, task: Task = "pose") -> Columns:
    """Where a link gets, and how well it moves there.

    Columns: `position` (n, 3) [m]; `manipulability`, the product of the singular values of the
    Jacobian over the independent joints; `smallest`, the least of them; `singular`, whether that is
    nearly zero beside the largest. With `task="pose"` the Jacobian has all six rows, in metres and
    radians, as that of `fourbar.singularity`: turning counts, and so do singular wrists. With
    "position" it has the three linear ones. As many singular values count as are not zero at most
    configurations: two for the position of a planar arm. They are NaN and True where the
    independent joints do not determine the others.
    """
    height, rank = _height(task), generic_rank(model, link, task)
    parts = [
        _reach(model, q[start : start + _BLOCK], link, height, rank)
        for start in range(0, max(1, len(q)), _BLOCK)
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _reach(model: Model, q: NDArray[np.float64], link: str, height: int, rank: int) -> Columns:
    position = kinematics(model, q, link, threads=1).pose[:, :3, 3]
    J = _jacobians(model, q, link)[:, :height]
    bad = np.isnan(J[:, 0, 0]) if J.shape[2] else np.zeros(len(q), dtype=bool)
    values = np.linalg.svd(np.nan_to_num(J), compute_uv=False)[:, :rank]
    largest, smallest = values.max(axis=1, initial=0.0), values.min(axis=1, initial=np.inf)
    smallest = np.where(np.isinf(smallest), 0.0, smallest)
    manipulability = values.prod(axis=1) if rank else np.zeros(len(q))
    return {
        "position": position,
        "manipulability": np.where(bad, np.nan, manipulability),
        "smallest": np.where(bad, np.nan, smallest),
        "singular": bad | (smallest <= SINGULAR * largest),
    }


def singularities(
    model: Model, q: NDArray[np.float64], *, link: str, task: Task = "pose"
) -> Columns:
    """How far a link is from its singularities, as `fourbar.singularity` has it.

    `task` is as for `reach`: "pose" for all six rows of the Jacobian, "position" for the linear
    ones. Columns: `position` [m], `manipulability`, `smallest`, `condition` (inf where singular),
    `distance` to the nearest singularity [rad or m], `closure` (small where the independent joints
    nearly lose the others), `singular`. The distance is a first-order estimate: good near a
    singularity, and elsewhere often several times too large. Where it is beyond all that the joints
    can move, it is that range: there may be no singularity at all. Takes some 5 us for each
    configuration of an arm, and 300 to 1000 us of a robot with loops.
    """
    names = ("manipulability", "smallest", "condition", "distance", "closure", "singular")
    _height(task)
    farthest = _range_of_motion(model)
    parts: list[list[NDArray[np.generic]]] = []
    for start in range(0, len(q), _BLOCK):
        rows = q[start : start + _BLOCK]
        data = model.data(len(rows))
        forward_kinematics(model, data, rows)
        found = singularity(model, data, link, rows=_ROWS[task])
        position = data.pose(link)[:, :3, 3].copy()
        parts.append([position, *(np.asarray(getattr(found, name)) for name in names)])
    joined = [np.concatenate(column) for column in zip(*parts, strict=True)]
    columns: Columns = dict(zip(("position", *names), joined, strict=True))
    return columns | {"distance": np.minimum(columns["distance"].astype(np.float64), farthest)}


def _range_of_motion(model: Model) -> float:
    """How far apart two configurations can be, in the independent joints [rad or m].

    Half a turn for each that turns without an end.
    """
    sides: list[float] = []
    for name, slot in model.joints.items():
        for column in range(slot.q.start, slot.q.stop):
            if column not in model.chart.q:
                continue
            side = float(model.upper[column] - model.lower[column])
            if not np.isfinite(side) and slot.nq == 1:
                motion = model.robot.joints[name].kind.chain[0].motion
                side = np.pi if motion == "rotation" else np.inf
            sides.append(side)
    return float(np.linalg.norm(sides)) if sides else np.inf


def payload(
    model: Model,
    q: NDArray[np.float64],
    *,
    link: str,
    center: Sequence[float] = (0.0, 0.0, 0.0),
) -> Columns:
    """How much a link can carry, standing still, as `fourbar.payload_limit` has it.

    Columns: `position` [m], `payload` [kg] (inf where no drive has a limit that it loads), and the
    `joint` whose drive is then at its limit.
    """
    position = kinematics(model, q, link, threads=1).pose[:, :3, 3]
    found = payload_limit(model, q, link, center=center)
    return {"position": position, "payload": found.mass, "joint": np.array(found.joint)}


def _jacobians(model: Model, q: NDArray[np.float64], link: str) -> NDArray[np.float64]:
    """Those of all configurations; NaN where there is none."""
    try:
        return closed_jacobian(model, q, link, threads=1)
    except LoopError:
        if len(q) == 1:
            return np.full((1, 6, len(model.chart.v)), np.nan)
        half = len(q) // 2
        return np.concatenate([_jacobians(model, part, link) for part in (q[:half], q[half:])])


def generic_rank(model: Model, link: str, task: Task) -> int:
    """Of the Jacobian at most configurations."""
    data = model.data()
    forward_kinematics(model, data, model.chart.home)
    return singularity(model, data, link, rows=_ROWS[task]).generic_rank


def _height(task: Task) -> int:
    if task not in _ROWS:
        raise ValueError(unknown("task", task, tuple(_ROWS)).message)
    return 6 if task == "pose" else 3
