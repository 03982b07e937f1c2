"""Options of a job: looked at before any robot is, and the same text in every process."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..diagnostics import unknown
from .error import FleetError
from .jobs import JOBS

_ALL = ("reading",)
"""Options of all jobs."""


def options_text(job: str, options: Mapping[str, Any]) -> tuple[str, str | None]:
    """Options as JSON with sorted keys, with paths that hold in any folder; and "config".

    What a settings file has goes with each description: where it is does not count.

    Raises ValueError for a job, an option or a value that does not exist, and FleetError for a
    folder that does not.
    """
    if job not in JOBS:
        raise ValueError(unknown("job", job, tuple(JOBS)).message)
    takes = (*JOBS[job].takes, *_ALL)
    for name in options:
        if name not in takes:
            raise ValueError(f"{unknown('option', name, takes).message} (job {job!r})")
    given = dict(options)
    config: str | os.PathLike[str] | None = given.pop("config", None)
    if "to" in given:
        from ..formats.table import output_format

        output_format(f"robot{given['to']}")
    if job == "check":
        from ..lint.settings import codes, targets

        for name in ("select", "ignore"):
            if name in given:
                given[name] = list(codes(given[name], where=name))
        if "targets" in given:
            given["targets"] = list(targets(given["targets"], where="targets"))
    if given.get("against") is not None:
        folder = Path(given["against"])
        if not folder.is_dir():
            raise FleetError(f"'{folder}' is not a folder")
        given["against"] = str(folder.resolve())
    packages = given.get("reading", {}).get("packages")
    if packages:
        full = {name: str(Path(place).resolve()) for name, place in packages.items()}
        given["reading"] = {**given["reading"], "packages": full}
    try:
        return json.dumps(given, sort_keys=True), None if config is None else os.fspath(config)
    except TypeError as error:
        raise TypeError(f"options must be plain values, as JSON has them: {error}") from None
