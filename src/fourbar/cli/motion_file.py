"""Motions as files: JSON for scripts, CSV for spreadsheets, npz for numpy; `view` replays all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .failure import CommandError
from .options.json_output import json_text, with_errors

if TYPE_CHECKING:
    from ..diagnostics import Report
    from ..mechanics.loops import Trace


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


def motion_writer(file: str) -> Callable[[Trace, Report], str | bytes]:
    """What writes a motion to a file of that extension; CommandError for an unknown one."""
    suffix = Path(file).suffix.lower()
    if suffix not in _WRITERS:
        known = ", ".join(_WRITERS)
        raise CommandError(f"cannot write a motion to '{file}'; expected one of: {known}")
    return _WRITERS[suffix]


def as_json(motion: Trace, report: Report) -> str:
    """The motion as `--json` prints it, and as a file has it."""
    return json_text("trace", 1, with_errors(describe(motion), report), indent=None)


def _as_csv(motion: Trace, _: Report) -> str:
    from ..mechanics.tables import as_csv

    return as_csv(motion.model, motion.q)


def _as_npz(motion: Trace, _: Report) -> bytes:
    from ..mechanics.tables import as_npz

    return as_npz(motion.model, motion.q)


_WRITERS: dict[str, Callable[[Trace, Report], str | bytes]] = {
    ".json": as_json,
    ".csv": _as_csv,
    ".npz": _as_npz,
}
MOTION_FORMATS = ".json, .csv or .npz"
