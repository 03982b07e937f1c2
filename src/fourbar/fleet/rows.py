"""What goes to a worker and what comes back: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ..record import record

RECORD = "run.json"
"""What a folder with results is for."""
RESULTS = "results.jsonl"
"""Where a line for each robot is."""

Status = Literal["ok", "refused", "timeout", "memory", "crashed", "lost"]

ENDED: Mapping[Status, str] = {
    "ok": "the job was done",
    "refused": "no robot, or one that the job cannot be done for; the problem says why",
    "timeout": "stopped at the time limit",
    "memory": "stopped at the memory limit",
    "crashed": "the process ended without a result",
    "lost": "every worker that had the robot was lost",
}


@record
class Limits:
    """For one robot: seconds, and bytes of resident memory beyond what an idle process has."""

    seconds: float = 60.0
    memory: int = 2 << 30

    def __post_init__(self) -> None:
        if not 0.0 < self.seconds < float("inf"):
            raise ValueError(f"seconds must be positive, got {self.seconds}")
        if self.memory < 1:
            raise ValueError(f"memory must be positive, got {self.memory}")


@record
class Place:
    """A description: the name that results show, and where it is on disk.

    `problem` says why there is none: of an archive that cannot be unpacked. `settings` are those of
    the settings file that holds for it, as `settings_of` has them.
    """

    name: str
    path: str
    problem: str = ""
    settings: str = ""


@record
class Task:
    """Descriptions with the same bytes, and the job to do for each that is another robot."""

    places: tuple[Place, ...]
    job: str
    options: str  # JSON, with sorted keys
    output: str
    limits: Limits
    thumbnails: bool
    pages: bool
    kept: tuple[str, ...] = ()  # keys of rows that are there from an earlier run


@record
class Row:
    """What is known about one robot after its job.

    Attributes
    ----------
    file
        The description, as it was found; the first of several with the same content.
    duplicates
        The others.
    key
        Identifies content, job and options; names the artefacts.
    status
        "ok", "refused", "timeout", "memory", "crashed" or "lost".
    problem
        Why it is not "ok", or "".
    robot
        Name, counts of parts, degrees of freedom and mass; empty where nothing could be read.
    facts
        What the job found.
    artefact, thumbnail, page
        Files below the output folder, or "".
    bytes
        Of the description and all files that it needs.
    seconds
        How long it took when it was done. Not in `results.jsonl`.
    resumed
        Whether it is from an earlier run. Not in `results.jsonl`.
    """

    file: str
    duplicates: tuple[str, ...]
    key: str
    status: Status
    problem: str
    robot: Mapping[str, Any]
    facts: Mapping[str, Any]
    artefact: str
    thumbnail: str
    bytes: int
    page: str = ""
    seconds: float = 0.0
    resumed: bool = False


_NOT_KEPT = ("seconds", "resumed")


def as_values(row: Row) -> dict[str, Any]:
    """A row as `results.jsonl` has it: the same for any number of workers, at any time."""
    return {name: value for name, value in vars(row).items() if name not in _NOT_KEPT}
