"""Where a link of varied robots is, and varied robots as files."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._native import closure
from ..files import write_atomic
from ..mechanics import Model, forward_kinematics
from ..robot import Robot
from .error import FleetError
from .fingerprint import fingerprint
from .held import held, recorded, writing
from .rows import RECORD
from .variation import Draws, Value, Variation, drawn_values, with_values

if TYPE_CHECKING:
    Columns = dict[str, NDArray[np.generic]]

_STEPS = 50
"""Of Gauss-Newton; a few do where errors are small."""
_HALVINGS = 12
"""Of a step that makes gaps larger."""


class PoseErrors(NamedTuple):
    """How far a link is from where it should be, for each varied robot; NaN where that is open."""

    position: NDArray[np.float64]  # (n, 3) [m], in the world
    rotation: NDArray[np.float64]  # (n,) [rad]
    closed: NDArray[np.bool_]  # (n,) whether its loops close; True without loops
    gap: NDArray[np.float64]  # (n,) what stays open of loops [m or rad]
    drawn: NDArray[np.float64]  # (n, 1 + k) number and what was drawn, as `names` says
    names: tuple[str, ...]


def tolerances(
    model: Model,
    drawn: NDArray[np.float64],
    *,
    variation: Variation,
    link: str,
    q: ArrayLike | None = None,
) -> Columns:
    """How far a link of varied robots is from where it should be, at one configuration.

    For `map_configurations` with `Draws` of the same variation. Of a robot with loops, independent
    joints stay where they are in q and the others follow. A loop that cannot close, such as a
    planar one with errors across its plane, is closed as well as it can be: in least squares over
    its gaps, as play in its joints would do. Columns: `error` (n, 3) [m] in the world, `rotation`
    [rad], `closed`, and `gap`, the largest that stays open [m or rad]; all three are NaN for a
    robot that has no place to settle at, as with errors beyond what its loops have room for.
    Raises FleetError where the loops of the robot itself are open at q.
    """
    values = drawn_values(model.robot, variation)
    if drawn.shape[1] != 1 + len(values):
        raise FleetError(
            f"expected rows of {1 + len(values)} numbers, got {drawn.shape[1]}; give Draws the "
            "same variation"
        )
    at = np.asarray(model.chart.home if q is None else q, dtype=np.float64)
    T = _pose(model, at, link)
    if model.has_loops:
        gaps, _ = closure(model, at)
        if np.abs(gaps).max(initial=0.0) > model.tolerance:
            raise FleetError(
                f"the loops of {model.name!r} are open by {np.abs(gaps).max():.3g} [m or rad] at "
                "q; give a closed configuration, such as Model.q gives"
            )
    n = len(drawn)
    error, rotation, gap = np.empty((n, 3)), np.empty(n), np.zeros(n)
    for row, numbers in enumerate(drawn):
        made = varied_model(model, values, numbers[1:])
        here = at
        if model.has_loops:
            here, gap[row] = closed_near(made, at, model.chart.v)
            if np.isnan(gap[row]):
                error[row], rotation[row] = np.nan, np.nan
                continue
        found = _pose(made, here, link)
        error[row] = found[:3, 3] - T[:3, 3]
        rotation[row] = _angle(T[:3, :3].T @ found[:3, :3])
    return {"error": error, "rotation": rotation, "closed": gap <= model.tolerance, "gap": gap}


def save_varied(
    model: Model,
    drawn: NDArray[np.float64],
    *,
    variation: Variation,
    folder: str | os.PathLike[str],
    suffix: str = ".urdf",
) -> Columns:
    """Write varied robots into a folder, for `map_configurations` with `Draws(closing=True)`.

    Columns: `file`, the name in the folder.
    """
    from ..formats import save

    values = drawn_values(model.robot, variation)
    Path(folder).mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    for numbers in drawn:
        name = f"{int(numbers[0]):06}{suffix}"
        save(with_values(model.robot, values, numbers[1:]), Path(folder, name))
        names.append(name)
    return {"file": np.array(names, dtype=np.str_)}


def pose_errors(
    robot: Robot,
    variation: Variation,
    number: int,
    *,
    link: str,
    q: ArrayLike | None = None,
    seed: int = 0,
) -> PoseErrors:
    """Monte Carlo of tolerances in this process: `tolerances` of `number` varied robots."""
    model = Model(robot)
    draws = Draws(variation, number, seed=seed)
    drawn = draws.rows(model, 0, number)
    found: dict[str, Any] = {**tolerances(model, drawn, variation=variation, link=link, q=q)}
    error, names = found.pop("error"), draws.names(model)
    return PoseErrors(position=error, drawn=drawn, names=names, **found)


def varied_robots(
    robot: Robot,
    variation: Variation,
    number: int,
    *,
    output: str | os.PathLike[str],
    suffix: str = ".urdf",
    seed: int = 0,
) -> list[Path]:
    """Write `number` varied robots into a folder, as `.urdf`, `.xml` (MJCF) or another format.

    Robot i is the same however many there are, and all of them close (`varied`). What was drawn is
    in `drawn.csv`. FleetError where the folder has other robots (of another seed, for example), or
    more of them. For many, `save_varied` is the same for `map_configurations`.
    """
    from ..formats.table import output_format

    output_format(f"robot{suffix}")  # before anything is drawn or written
    model = Model(robot)
    draws = Draws(variation, number, seed=seed, closing=True)
    drawn = draws.rows(model, 0, number)
    folder = Path(output)
    facts = {"robot": fingerprint(robot), "source": fingerprint(draws.start), "suffix": suffix}
    with held(folder), writing(folder):
        _claim(folder, facts, number)
        columns = save_varied(model, drawn, variation=variation, folder=folder, suffix=suffix)
        table = io.StringIO()
        rows = csv.writer(table, lineterminator="\n")
        rows.writerow(["file", *draws.names(model)])
        for file, numbers in zip(columns["file"].tolist(), drawn.tolist(), strict=True):
            rows.writerow([file, int(numbers[0]), *map(repr, numbers[1:])])
        write_atomic(folder / "drawn.csv", table.getvalue())
    return [folder / name for name in columns["file"].tolist()]


def _claim(folder: Path, facts: dict[str, str], number: int) -> None:
    """Note what the folder holds; FleetError where it holds something else, or more of it."""
    before = recorded(folder)
    if before is not None:
        more = before.pop("number", 0)
        if before != facts:
            raise FleetError(f"'{folder}' has the results of another run; use another folder")
        if more > number:
            raise FleetError(
                f"'{folder}' is for {more:,} robots; use another folder for {number:,}"
            )
    text = json.dumps({**facts, "number": number}, indent=1, sort_keys=True)
    write_atomic(folder / RECORD, text + "\n")


def closed_near(
    model: Model, q: NDArray[np.float64], independent: NDArray[np.int64]
) -> tuple[NDArray[np.float64], float]:
    """A configuration with the least gaps, independent velocities held, and its largest gap.

    Gauss-Newton over the other velocities, with steps that make gaps smaller. Metres and radians
    count the same, which makes no difference where loops close, nor, to first order, where gaps are
    across a plane. The gap is NaN where it does not settle.
    """
    others = np.setdiff1d(np.arange(model.nv), independent)
    gaps, slopes = closure(model, q)
    if not others.size:
        return q, float(np.abs(gaps).max(initial=0.0))
    for _ in range(_STEPS):
        step = np.zeros(model.nv)
        step[others] = np.linalg.lstsq(slopes[:, others], -gaps, rcond=None)[0]
        is_last = np.abs(step).max() <= 0.1 * model.tolerance
        before = gaps @ gaps
        for _ in range(_HALVINGS):
            there = model.integrate(q, step)
            gaps, slopes = closure(model, there)
            if is_last or gaps @ gaps <= before:
                break
            step *= 0.5
        else:
            return q, float("nan")
        q = there
        if is_last:
            return q, float(np.abs(gaps).max())
    return q, float("nan")


def varied_model(model: Model, values: tuple[Value, ...], drawn: NDArray[np.float64]) -> Model:
    """The model of a varied robot, made as that of the robot was."""
    options: dict[str, Any] = {**model.__reduce__()[1][1], "tolerance": model.tolerance}
    return Model(with_values(model.robot, values, drawn), **options)


def _pose(model: Model, q: NDArray[np.float64], link: str) -> NDArray[np.float64]:
    data = model.data()
    forward_kinematics(model, data, q, coordinates="spanning")
    return data.pose(link).copy()


def _angle(R: NDArray[np.float64]) -> float:
    sine = np.linalg.norm([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    return float(np.arctan2(0.5 * sine, 0.5 * (np.trace(R) - 1.0)))
