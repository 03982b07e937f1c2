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
from .rows import RECORD, Limits, Row, Status, Task, as_values

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
        Of the job: "select", "ignore", "targets" (check), "to" (such as ".glb": convert,
        inertia and collide), those of `inertia_table` and "all" (inertia), those of
        `collision_shapes` and "missing" (collide), "against" (compare); and "reading" with options
        of `fourbar.read`, as plain values.
    on_row
        Called with each row as it comes, how many descriptions are done, and how many there are.

    Raises FleetError where a source does not exist or the cluster is gone. After Ctrl-C, what is
    done is in the results, and KeyboardInterrupt is raised.
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
    _claim(folder, job)
    lines = folder / "results.jsonl"
    try:
        with (
            workers(executor, count=workers_count, threads=True) as where,
            lines.open("w", encoding="utf-8") as stream,
        ):
            for task, result in gather(where, do_task, tasks):
                if isinstance(result, Lost):
                    problem = f"{result.attempts} workers were lost while they had this robot"
                    result = [_failed(task, 0, "lost", problem)]
                done += len(task.places)
                for row in result:
                    rows.append(row)
                    stream.write(_line(row))
                    stream.flush()  # as they come, for who looks at the file meanwhile
                    if on_row is not None:
                        on_row(row, done, found.count)
    except OSError as error:
        raise _not_written(folder, error) from error
    except KeyboardInterrupt:
        _write(_outcome(rows, found, folder), job)
        raise
    outcome = _outcome(rows, found, folder)
    _write(outcome, job)
    return outcome


def _outcome(rows: list[Row], found: Found, folder: Path) -> Outcome:
    return Outcome(tuple(sorted(rows, key=lambda row: row.file)), found, folder)


def _claim(folder: Path, job: str) -> None:
    """Note which job the folder is for; FleetError where it has the results of another one."""
    path = folder / RECORD
    if path.is_file():
        before = json.loads(path.read_bytes()).get("job", "map_configurations")
        if before != job:
            raise FleetError(f"'{folder}' has the results of {before!r}; use another folder")
        return
    try:
        write_atomic(path, json.dumps({"job": job}) + "\n")
    except OSError as error:
        raise _not_written(folder, error) from error


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
    from .summary import summary_html
    from .tables import write_rows

    try:
        write_atomic(outcome.output / "results.jsonl", "".join(map(_line, outcome.rows)))
        write_rows(outcome.rows, outcome.output / "results.parquet")
        write_atomic(outcome.output / "summary.html", summary_html(outcome, job))
    except OSError as error:
        raise _not_written(outcome.output, error) from error


def _line(row: Row) -> str:
    return json.dumps(as_values(row), sort_keys=True, ensure_ascii=False) + "\n"


def _not_written(folder: Path, error: OSError) -> FleetError:
    return FleetError(
        f"cannot write results into '{folder}': {error.strerror}; what was done is kept, and the "
        "same again does what is missing"
    )
