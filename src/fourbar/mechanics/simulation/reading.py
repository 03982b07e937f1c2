"""Motions that `Motion.save` and `fourbar simulate -o` have written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dynamics.terms import Energy
from ..tables import MEASURES, TrajectoryError
from .motion import Motion
from .saving import rate_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


def read_motion(model: Model, file: str | PathLike[str]) -> Motion:
    """The motion of a .csv, .npz or .json file: times, positions, velocities, accelerations.

    Efforts and energies are left out: they are those of the model that was simulated. Raises
    TrajectoryError where the file is something else, or of another robot.
    """
    path = Path(file)
    readers = {".csv": _from_csv, ".npz": _from_npz, ".json": _from_json}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise TrajectoryError(
            f"cannot read a motion from {path.name!r}; expected one of: {', '.join(readers)}"
        )
    try:
        t, q, v, a = reader(model, path)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        if isinstance(error, TrajectoryError):
            raise
        what = f"it has no {error.args[0]!r}" if isinstance(error, KeyError) else str(error)
        raise TrajectoryError(
            f"{path.name!r} is not a motion of {model.name!r} with velocities and accelerations, "
            f"as `fourbar simulate -o` writes one: {what}"
        ) from None
    n = len(t)
    fits = q.shape == (n, model.nq) and v.shape == a.shape == (n, model.nv) and n > 0
    if not fits or not all(np.isfinite(part).all() for part in (t, q, v, a)):
        raise TrajectoryError(
            f"{path.name!r} has rows of other lengths, or numbers that are not finite"
        )
    if not (np.diff(t) > 0.0).all():
        raise TrajectoryError(f"the times of {path.name!r} do not increase")
    none = np.full(n, np.nan)
    return Motion(t, q, v, a, np.zeros((n, model.nv)), Energy(none, none), none, (), model)


Parts = tuple["NDArray[np.float64]", ...]


def _from_csv(model: Model, file: Path) -> Parts:
    rows = list(csv.reader(io.StringIO(file.read_text(encoding="utf-8"))))
    if not rows:
        raise TrajectoryError(f"{file.name!r} is empty")
    numbers = np.array([[float(x) for x in row] for row in rows[1:]]).reshape(-1, len(rows[0]))
    columns = dict(zip(rows[0], numbers.T, strict=True))
    velocity, acceleration, *_ = MEASURES
    names = rate_names(model)
    return (
        columns["time"],
        _stacked([columns[name] for name in model.column_names], len(numbers)),
        _stacked([columns[f"{velocity}:{name}"] for name in names], len(numbers)),
        _stacked([columns[f"{acceleration}:{name}"] for name in names], len(numbers)),
    )


def _from_npz(model: Model, file: Path) -> Parts:
    from zipfile import BadZipFile

    try:
        with np.load(file, allow_pickle=False) as arrays:
            found = {name: np.asarray(arrays[name]) for name in arrays.files}
    except BadZipFile as error:
        raise TrajectoryError(f"{file.name!r} is not an .npz file: {error}") from None
    joints, rates = found["joints"].tolist(), found["rates"].tolist()
    places = [joints.index(name) for name in model.column_names]
    columns = [rates.index(name) for name in rate_names(model)]
    return found["t"], found["q"][:, places], found["v"][:, columns], found["a"][:, columns]


def _from_json(model: Model, file: Path) -> Parts:
    document: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    t = np.asarray(document["times"], dtype=np.float64)

    def part(word: str) -> NDArray[np.float64]:
        by_joint = document[word]
        numbers = [np.asarray(by_joint[name], dtype=np.float64) for name in model.joints]
        return np.concatenate(
            [np.zeros((len(t), 0)), *(x.reshape(len(t), -1) for x in numbers)], axis=1
        )

    return t, part("positions"), part("velocities"), part("accelerations")


def _stacked(columns: list[NDArray[np.float64]], count: int) -> NDArray[np.float64]:
    return np.stack(columns, axis=1) if columns else np.zeros((count, 0))
