"""Motions as files: JSON for scripts, CSV for spreadsheets, npz for numpy; `view` replays all."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .failure import CommandError
from .options.json_output import json_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..mechanics.loops import Trace
    from ..mechanics.simulation import Motion


def describe(motion: Trace) -> dict[str, Any]:
    """The motion as plain values: positions by joint, one entry per value of the drive."""
    model = motion.model
    return {
        "robot": model.name,
        "drive": motion.drive,
        "values": motion.values.tolist(),
        "positions": {
            name: motion.q[:, slot.q.start].tolist()
            if slot.nq == 1
            else motion.q[:, slot.q].tolist()
            for name, slot in model.joints.items()
        },
        "deadCentres": [
            {"kind": met.kind, "joint": met.joint, "value": met.value}
            for met in motion.dead_centres
        ],
    }


def motion_writer(file: str) -> Callable[[Trace], str | bytes]:
    """What writes a motion to a file of that extension; CommandError for an unknown one."""
    suffix = Path(file).suffix.lower()
    if suffix not in _WRITERS:
        known = ", ".join(_WRITERS)
        raise CommandError(f"cannot write a motion to '{file}'; expected one of: {known}")
    return _WRITERS[suffix]


def _as_json(motion: Trace) -> str:
    return json_text("trace", 1, describe(motion), indent=None)


def as_csv(motion: Trace | Motion, times: NDArray[np.float64] | None = None) -> str:
    """A line of joint names, then one line per pose; numbers that read back exactly.

    With times, they are the first column, `time`.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    first = [] if times is None else ["time"]
    writer.writerow([*first, *motion.model.column_names])
    rows = motion.q.tolist()
    if times is not None:
        rows = [[t, *row] for t, row in zip(times.tolist(), rows, strict=True)]
    writer.writerows(rows)
    return text.getvalue()


def as_npz(motion: Trace | Motion, times: NDArray[np.float64] | None = None) -> bytes:
    """`q` (n, nq), `joints` (nq), the name of every column, and with times `t` [s].

    Not an array per joint: a joint may be called `t`. `savez` would leave the time of writing.
    """
    from zipfile import ZipFile, ZipInfo

    import numpy as np

    arrays = {"q": motion.q, "joints": np.array(motion.model.column_names, dtype=np.str_)}
    if times is not None:
        arrays["t"] = times
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, array in arrays.items():
            with archive.open(ZipInfo(f"{name}.npy"), "w") as stream:
                np.lib.format.write_array(stream, np.ascontiguousarray(array), allow_pickle=False)
    return packed.getvalue()


_WRITERS: dict[str, Callable[[Trace], str | bytes]] = {
    ".json": _as_json,
    ".csv": as_csv,
    ".npz": as_npz,
}
MOTION_FORMATS = ".json, .csv or .npz"
