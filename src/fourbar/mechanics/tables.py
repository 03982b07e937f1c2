"""Configurations over time as tables: CSV for spreadsheets, npz for numpy."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..error import FourbarError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .model import Model


MEASURES = ("velocity", "acceleration", "effort", "energy", "loops")
"""Words before a colon in the names of columns that are not positions of joints."""


class TrajectoryError(FourbarError, ValueError):
    """A file that is not a motion, or not of this robot."""


def as_csv(
    model: Model,
    q: NDArray[np.float64],
    times: NDArray[np.float64] | None = None,
    more: Mapping[str, NDArray[np.float64]] | None = None,
) -> str:
    """A line of joint names, then one line per pose; numbers that read back exactly.

    With times, they are the first column, `time`. `more` are further columns.
    """
    import numpy as np

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    further = dict(more or {})
    before = [] if times is None else [times[:, None]]
    whole = np.concatenate([*before, q, *(column[:, None] for column in further.values())], axis=1)
    writer.writerow([*([] if times is None else ["time"]), *model.column_names, *further])
    writer.writerows(whole.tolist())
    return text.getvalue()


def as_npz(
    model: Model,
    q: NDArray[np.float64],
    times: NDArray[np.float64] | None = None,
    more: Mapping[str, NDArray[Any]] | None = None,
) -> bytes:
    """`q` (n, nq), `joints` (nq), the name of every column, with times `t` [s], and `more`.

    Not an array per joint: a joint may be called `t`. `savez` would leave the time of writing.
    """
    from zipfile import ZipFile, ZipInfo

    import numpy as np

    arrays = {"q": q, "joints": np.array(model.column_names, dtype=np.str_)}
    if times is not None:
        arrays["t"] = times
    arrays |= more or {}
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, array in arrays.items():
            with archive.open(ZipInfo(f"{name}.npy"), "w") as stream:
                np.lib.format.write_array(stream, np.ascontiguousarray(array), allow_pickle=False)
    return packed.getvalue()
