"""Do a job for every robot."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from ..diagnostics import unknown
from ..files import write_atomic
from ..record import replace
from .discovery import Found, find_robots
from .error import FleetError
from .executors import workers
from .gather import Lost, gather
from .jobs import JOBS
from .limited import ChildError, ask
from .rows import Limits, Row, Status, Task, as_values

_DEFAULT = Limits()


class Outcome(NamedTuple):
    """What a run gave: a row for every robot, in the order of their names, and what was found."""

    rows: tuple[Row, ...]
    found: Found
    output: Path

    @property
    def ok(self) -> bool:
        """Whether the job was done for every robot."""
        return all(row.status == "ok" for row in self.rows)


def run(
    job: str,
    sources: Iterable[str | os.PathLike[str]],
    *,
    output: str | os.PathLike[str],
    executor: Any = None,
    workers_count: int | None = None,
    limits: Limits = _DEFAULT,
    thumbnails: bool = True,
    options: Mapping[str, Any] | None = None,
    on_row: Callable[[Row, int, int], None] | None = None,
) -> Outcome:
    """Do one job for every robot that is found.

    Parameters
    ----------
    job
        "check", "convert", "info", "inertia", "collide" or "compare".
    sources
        Files, folders, archives and lists of them: see `find_robots`.
    output
        The folder for `results.jsonl`, `summary.html`, `artefacts`, `thumbnails`, and
        `results.parquet` where pyarrow is installed. What it has from an earlier run is used: only
        robots that are new, changed, or whose process did not end well, are done.
    executor
        Where to work: None for processes on this machine, an executor of `concurrent.futures`, a
        `distributed.Client`, or the address of a Dask scheduler. Its workers read the sources and
        write artefacts by the paths that hold here.
    workers_count
        How many robots at once on this machine; by default one for each core.
    limits
        Of time and memory for each robot. One that exceeds them, or whose process crashes, is one
        row; the others go on.
    thumbnails
        Whether to draw each robot.
    options
        Of the job: "select", "ignore", "targets" (check), "to" (convert, such as ".glb"),
        "density" (inertia), "method" (collide), "against" (compare); and "reading" with options of
        `fourbar.read`, as plain values.
    on_row
        Called with each row as it comes, how many descriptions are done, and how many there are.

    Raises FleetError where a source does not exist or the cluster is gone.
    """
    if job not in JOBS:
        raise ValueError(unknown("job", job, tuple(JOBS)).message)
    folder = Path(output).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    given = _with_full_paths(options or {})
    found = find_robots(sources, unpack_to=folder / "sources")
    text = json.dumps(given, sort_keys=True)
    tasks = (
        Task(tuple(group), job, text, str(folder), limits, thumbnails) for group in _absolute(found)
    )
    rows: list[Row] = []
    done = 0
    with workers(executor, count=workers_count, threads=True) as where:
        for task, result in gather(where, do_task, tasks):
            if isinstance(result, Lost):
                problem = f"{result.attempts} workers were lost while they had this robot"
                result = [_failed(task, 0, "lost", problem)]
            done += len(task.places)
            for row in result:
                rows.append(row)
                if on_row is not None:
                    on_row(row, done, found.count)
    rows.sort(key=lambda row: row.file)
    outcome = Outcome(tuple(rows), found, folder)
    _write(outcome, job)
    return outcome


def do_task(task: Task) -> list[Row]:
    """The rows of one task: what a worker does."""
    rows: list[Row] = []
    known: dict[str, int] = {}
    for number, place in enumerate(task.places):
        request = {
            "name": place.name,
            "path": place.path,
            "job": task.job,
            "options": task.options,
            "output": task.output,
            "thumbnails": task.thumbnails,
            "known": list(known),
        }
        try:
            answer = ask(request, task.limits)
        except ChildError as error:
            rows.append(_failed(task, number, cast(Status, error.status), str(error)))
            continue
        if answer["status"] == "known":
            at = known[answer["known"]]
            rows[at] = replace(rows[at], duplicates=(*rows[at].duplicates, place.name))
        elif "key" not in answer:
            rows.append(_failed(task, number, answer["status"], answer["problem"]))
        else:
            known[answer.pop("known")] = len(rows)
            rows.append(Row(file=place.name, duplicates=(), **answer))
    return rows


def _failed(task: Task, number: int, status: Status, problem: str) -> Row:
    place = task.places[number]
    return Row(place.name, (), "", status, problem, {}, {}, "", "", 0)


def _absolute(found: Found) -> Iterable[tuple[Any, ...]]:
    """The groups with paths that hold in any working folder."""
    for group in found.groups:
        yield tuple(replace(place, path=str(Path(place.path).resolve())) for place in group)


def _with_full_paths(options: Mapping[str, Any]) -> dict[str, Any]:
    given = dict(options)
    if given.get("against") is not None:
        folder = Path(given["against"])
        if not folder.is_dir():
            raise FleetError(f"'{folder}' is not a folder")
        given["against"] = str(folder.resolve())
    packages = given.get("reading", {}).get("packages")
    if packages:
        full = {name: str(Path(place).resolve()) for name, place in packages.items()}
        given["reading"] = {**given["reading"], "packages": full}
    return given


def _write(outcome: Outcome, job: str) -> None:
    try:
        _write_all(outcome, job)
    except OSError as error:
        raise FleetError(
            f"cannot write results into '{outcome.output}': {error.strerror}; what was done is "
            "kept, and the same again does what is missing"
        ) from error


def _write_all(outcome: Outcome, job: str) -> None:
    from .summary import summary_html
    from .tables import write_rows

    lines = [json.dumps(as_values(r), sort_keys=True, ensure_ascii=False) for r in outcome.rows]
    write_atomic(outcome.output / "results.jsonl", "".join(f"{line}\n" for line in lines))
    write_rows(outcome.rows, outcome.output / "results.parquet")
    write_atomic(outcome.output / "summary.html", summary_html(outcome, job))
