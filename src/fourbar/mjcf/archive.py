"""MJCF and its files in one archive, which MuJoCo reads as it is."""

from __future__ import annotations

import io
import zipfile
from typing import Unpack

from ..diagnostics import Report
from ..robot import Robot
from .options import MjcfKeywords, MjcfOptions
from .write import write_mjcf

_DATE = (1980, 1, 1, 0, 0, 0)
"""The first date that an archive can hold: the same robot gives the same bytes."""


def write_mjz(
    robot: Robot,
    *,
    report: Report | None = None,
    stem: str = "robot",
    options: MjcfOptions | None = None,
    **keywords: Unpack[MjcfKeywords],
) -> bytes:
    """The files of `write_mjcf` as one `.mjz`."""
    files = write_mjcf(robot, report=report, stem=stem, options=options, **keywords)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name or f"{stem}.xml", _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()
