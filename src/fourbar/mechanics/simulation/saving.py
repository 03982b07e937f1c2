"""Motions as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..tables import MEASURES, as_csv, as_npz

if TYPE_CHECKING:
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from ..model import Model
    from .motion import Motion

TABLES = (".csv", ".npz")


def save_motion(motion: Motion, file: str | PathLike[str]) -> None:
    """Write a motion: tables, its plot, or the robot with it as an animation."""
    from ...files import write_atomic
    from ...formats.table import suffix_of, suffixes_with

    path = Path(file)
    suffix = suffix_of(str(path))
    animated = suffixes_with("motions")
    if suffix in animated:
        from ...formats.output import save

        save(motion.model.robot, path, animations=False, motions=[motion])
        return
    if suffix == ".csv":
        text = as_csv(motion.model, motion.q, motion.t, csv_columns(motion))
    elif suffix == ".npz":
        text = as_npz(motion.model, motion.q, motion.t, npz_arrays(motion))
    elif suffix == ".svg":
        text = motion.plot()
    else:
        known = ", ".join((*TABLES, ".svg", *animated))
        json = "; `fourbar simulate -o` writes .json" if suffix == ".json" else ""
        raise ValueError(f"cannot write a motion to {path.name!r}; expected one of: {known}{json}")
    write_atomic(str(path), text)


def csv_columns(motion: Motion) -> dict[str, NDArray[np.float64]]:
    """What a table has beside times and positions, by the names of columns."""
    columns: dict[str, NDArray[np.float64]] = {}
    velocity, acceleration, effort, energy, loops = MEASURES
    words = {velocity: motion.v, acceleration: motion.a, effort: motion.tau}
    for word, rows in words.items():
        for k, name in enumerate(rate_names(motion.model)):
            columns[f"{word}:{name}"] = rows[:, k]
    columns[f"{energy}:kinetic"] = motion.energy.kinetic
    columns[f"{energy}:potential"] = motion.energy.potential
    columns[f"{loops}:residual"] = motion.residual
    return columns


def npz_arrays(motion: Motion) -> dict[str, NDArray[Any]]:
    """The same as arrays, with the names of `v`, `a` and `tau` in `rates`."""
    import numpy as np

    return {
        "v": motion.v,
        "a": motion.a,
        "tau": motion.tau,
        "rates": np.array(rate_names(motion.model), dtype=np.str_),
        "kinetic": motion.energy.kinetic,
        "potential": motion.energy.potential,
        "residual": motion.residual,
    }


def rate_names(model: Model) -> list[str]:
    """A name for every entry of v: the joint's, numbered where it has several."""
    return [
        slot.name if slot.nv == 1 else f"{slot.name}[{k}]"
        for slot in model.joints.values()
        for k in range(slot.nv)
    ]
