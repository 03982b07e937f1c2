"""Configurations over time as tables: CSV for spreadsheets, npz for numpy."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from ..error import FourbarError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .model import Model


class TrajectoryError(FourbarError, ValueError):
    """A file that is not a motion, or not of this robot."""


def as_csv(model: Model, q: NDArray[np.float64], times: NDArray[np.float64] | None = None) -> str:
    """A line of joint names, then one line per pose; numbers that read back exactly.

    With times, they are the first column, `time`.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    first = [] if times is None else ["time"]
    writer.writerow([*first, *model.column_names])
    rows = q.tolist()
    if times is not None:
        rows = [[t, *row] for t, row in zip(times.tolist(), rows, strict=True)]
    writer.writerows(rows)
    return text.getvalue()


def as_npz(model: Model, q: NDArray[np.float64], times: NDArray[np.float64] | None = None) -> bytes:
    """`q` (n, nq), `joints` (nq), the name of every column, and with times `t` [s].

    Not an array per joint: a joint may be called `t`. `savez` would leave the time of writing.
    """
    from zipfile import ZipFile, ZipInfo

    import numpy as np

    arrays = {"q": q, "joints": np.array(model.column_names, dtype=np.str_)}
    if times is not None:
        arrays["t"] = times
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, array in arrays.items():
            with archive.open(ZipInfo(f"{name}.npy"), "w") as stream:
                np.lib.format.write_array(stream, np.ascontiguousarray(array), allow_pickle=False)
    return packed.getvalue()
