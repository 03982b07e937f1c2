"""Do a job for every robot."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple, cast

from ..files import write_atomic
from ..record import replace
from .artefacts import remove_abandoned
from .blocks import Blocks
from .discovery import Found, find_robots
from .error import FleetError
from .executors import Workers, workers
from .gather import Lost, gather
from .held import held, recorded, writing
from .journal import Journal, has_rows, line_of, opened
from .limited import Answer, Request, ask
from .options import options_text
from .rows import RECORD, RESULTS, Limits, Place, Row, Status, Task
from .settings import settings_of

_DEFAULT = Limits()


class Outcome(NamedTuple):
    """What a run gave: a row for every robot, in the order of their names, and what was found.

    A file that should have one and has none is a row as well.
    """

    rows: tuple[Row, ...]
    found: Found
    output: Path

    @property
    def ok(self) -> bool:
        """Whether the job was done for every robot."""
        return all(row.status == "ok" for row in self.rows)

    @property
    def without_robot(self) -> int:
        """How many rows are of files that no robot can be read from."""
        return sum(row.status == "refused" and not row.robot for row in self.rows)


def run(
    job: str,
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    output: str | os.PathLike[str],
    executor: Any = None,
    workers_count: int | None = None,
    limits: Limits = _DEFAULT,
    thumbnails: bool = True,
    pages: bool = True,
    options: Mapping[str, Any] | None = None,
    on_row: Callable[[Row, int, int], None] | None = None,
) -> Outcome:
    """Do one job for every robot that is found.

    Parameters
    ----------
    job
        "check", "convert", "info", "inertia", "collide" or "compare".
    sources
        A file, folder, archive or list, or several of them: see `find_robots`.
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
    pages
        Whether to write a page about each robot that `summary.html` leads to (check).
    options
        Of the job: "select", "ignore", "targets", "config" (check), "to" (such as ".glb": convert,
        inertia and collide), those of `inertia_table` and "all" (inertia), those of
        `collision_shapes` and "missing" (collide), "against" (compare); and "reading" with options
        of `fourbar.read`, as plain values. "config" is a settings file, or "nearest" for
        the one that `fourbar check` would use for each robot; without it there is none, as for
        `fourbar.check`.
    on_row
        Called with each row as it comes, how many descriptions are done, and how many there are.

    Raises FleetError where a source does not exist, there is no robot among them, `output` is a
    source or has one in it, another run has the folder, nothing can be written there, or the
    cluster is gone; SettingsError for a settings file that is not valid. After Ctrl-C, what is done
    is in the results, and KeyboardInterrupt is raised.
    """
    text, config = options_text(job, options or {})
    folder = Path(output).resolve()
    given = [sources] if isinstance(sources, str | os.PathLike) else list(sources)
    _refuse_own(given, folder)
    found, rows = Found(()), list[Row]()
    with held(folder):
        try:
            with workers(executor, count=workers_count, threads=True) as where:
                found = _found(given, folder / "sources", config)
                _claim(folder, job)
                with opened(folder) as journal:
                    tasks = (
                        Task(
                            *(group, job, text, str(folder), limits, thumbnails, pages),
                            _kept(journal, group),
                        )
                        for group in found.groups
                    )
                    blocks = Blocks(tasks, together=executor is None)
                    _do(where, blocks, journal, rows, found.count, on_row)
        except KeyboardInterrupt:  # workers have ended
            if found.groups:
                _write(_outcome(rows, found, folder), job)
            raise
        outcome = _outcome(rows, found, folder)
        _write(outcome, job)
        return outcome


def _do(
    where: Workers,
    blocks: Blocks,
    journal: Journal,
    rows: list[Row],
    count: int,
    on_row: Callable[[Row, int, int], None] | None,
) -> None:
    """Add the rows of all tasks as they come."""
    done = 0
    for block, result in gather(where, do_tasks, blocks):
        if isinstance(result, Lost):
            problem = f"{result.attempts} workers were lost while they had this robot"
            result = [[_row(task, 0, "lost", problem)] for task in block]
        blocks.note(block, result)
        done += sum(len(task.places) for task in block[: len(result)])
        for given in chain.from_iterable(result):
            row = _whole(given, journal)
            rows.append(row)
            journal.add(row)
            if on_row is not None:
                on_row(row, done, count)


def _refuse_own(sources: Iterable[str | os.PathLike[str]], folder: Path) -> None:
    """FleetError for results among the sources: a second run would take them for robots."""
    for source in sources:
        path = Path(source).resolve()
        if path.is_dir() and path.is_relative_to(folder):
            what = "is the source" if path == folder else f"has the source '{source}' in it"
            raise FleetError(
                f"the folder for results, '{folder}', {what}: results would be among the robots; "
                "use a folder of its own (-o, output)"
            )


def _found(sources: Iterable[str | os.PathLike[str]], unpack_to: Path, config: str | None) -> Found:
    """What is among the sources, with the settings that hold for each.

    FleetError where there is not a single robot, SettingsError for settings that are not valid;
    nothing stays unpacked then.
    """
    new = not unpack_to.exists()
    try:
        found = find_robots(sources, unpack_to=unpack_to)
        if not found.groups:
            raise FleetError("there is no robot among the sources" + _reasons(found))
        found = replace(found, groups=tuple(_absolute(found, config)))
    except BaseException:
        if new:
            rmtree(unpack_to, ignore_errors=True)
        raise
    return found


def _reasons(found: Found) -> str:
    """Why files were left out, for who expected a robot."""
    shown = [f"'{name}': {why}" for name, why in found.left_out[:3]]
    more = len(found.left_out) - len(shown)
    return "".join(f"\n  {line}" for line in (*shown, *([f"and {more} more"] if more else [])))


def _outcome(rows: list[Row], found: Found, folder: Path) -> Outcome:
    return Outcome(tuple(sorted(rows, key=lambda row: row.file)), found, folder)


def _claim(folder: Path, job: str) -> None:
    """Note which job the folder is for; FleetError where it has the results of another one."""
    facts = recorded(folder)
    if facts is not None:
        before = facts.get("job", "map_configurations")
        if before == job:
            return
        if has_rows(folder) or next(folder.glob("*.parquet"), None) is not None:
            raise FleetError(f"'{folder}' has the results of {before!r}; use another folder")
    with writing(folder):
        write_atomic(folder / RECORD, json.dumps({"job": job}) + "\n")


def do_tasks(block: Sequence[Task]) -> list[list[Row]]:
    """The rows of each task: what a worker does. The last ones may be left for later."""
    answers = ask([_request(task, 0, ()) for task in block], block[0].limits)
    return [_rows(task, answer) for task, answer in zip(block, answers, strict=False)]


def _rows(task: Task, answer: Answer) -> list[Row]:
    """The rows of a task, whose first description has its answer already."""
    rows: list[Row] = []
    known: dict[str, int] = {}
    for number, place in enumerate(task.places):
        if number:
            (answer,) = ask([_request(task, number, known)], task.limits)
        status: str = answer["status"]
        if status == "known":
            at = known[answer["known"]]
            rows[at] = replace(rows[at], duplicates=(*rows[at].duplicates, place.name))
        elif "key" not in answer:
            rows.append(_row(task, number, cast("Status", status), answer["problem"]))
        else:
            known[answer.pop("known")] = len(rows)
            rows.append(
                _row(task, number, "ok", "", key=answer["key"], resumed=True)
                if status == "kept"
                else Row(file=place.name, duplicates=(), **answer)
            )
    return rows


def _request(task: Task, number: int, known: Iterable[str]) -> Request:
    place = task.places[number]
    return {
        "name": place.name,
        "path": place.path,
        "problem": place.problem,
        "settings": place.settings,
        "job": task.job,
        "options": task.options,
        "output": task.output,
        "thumbnails": task.thumbnails,
        "pages": task.pages,
        "known": list(known),
        "kept": task.kept,
    }


def _row(
    task: Task,
    number: int,
    status: Status,
    problem: str,
    *,
    key: str = "",
    resumed: bool = False,
) -> Row:
    """A row of which nothing else is known where the work is done."""
    name = task.places[number].name
    return Row(name, (), key, status, problem, {}, {}, "", "", 0, resumed=resumed)


def _kept(journal: Journal, group: tuple[Place, ...]) -> tuple[str, ...]:
    return tuple(key for place in group for key in journal.keys(place.name))


def _whole(row: Row, journal: Journal) -> Row:
    """A row that a worker gave, with what the journal has of it."""
    if not row.resumed:
        return row
    return replace(journal.row(row.key), duplicates=row.duplicates)


def _absolute(found: Found, config: str | None) -> Iterable[tuple[Place, ...]]:
    """The groups with paths that hold in any working folder, and with their settings."""
    here, settings = Path.cwd(), settings_of(config)
    for group in found.groups:
        paths = [os.path.join(here, place.path) for place in group]  # noqa: PTH118 - ten times faster
        yield tuple(
            Place(place.name, path, place.problem, settings(path))
            for place, path in zip(group, paths, strict=True)
        )


def _write(outcome: Outcome, job: str) -> None:
    from .summary import summary_html
    from .tables import write_rows

    remove_abandoned(outcome.output)
    with writing(outcome.output):
        lines = "".join(f"{line_of(row)}\n" for row in outcome.rows)
        write_atomic(outcome.output / RESULTS, lines)
        write_rows(outcome.rows, outcome.output / "results.parquet")
        write_atomic(outcome.output / "summary.html", summary_html(outcome, job))
