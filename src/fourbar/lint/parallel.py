"""Check many files in processes of their own, each within a time limit."""

from __future__ import annotations

import multiprocessing as mp
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any

from .. import rules
from .._native import available_cores
from ..diagnostics import Report, SourceText

Job = Callable[[str], Report]


def check_files(
    files: Sequence[str], job: Job, *, jobs: int, limit: float | None
) -> Iterator[tuple[int, Report]]:
    """Index and report of each file as it is done.

    A file that takes more than `limit` seconds ends its process and gets a finding instead; the
    others go on.
    """
    pending = list(range(len(files)))[::-1]
    workers = [_Worker(job) for _ in range(max(1, min(jobs, len(files))))]
    try:
        for worker in workers:
            worker.give(files, pending)
        while any(worker.task is not None for worker in workers):
            busy = [worker for worker in workers if worker.task is not None]
            wait([worker.connection for worker in busy], timeout=_patience(busy, limit))
            for worker in busy:
                done = worker.result(files, limit)
                if done is not None:
                    yield done
                    worker.give(files, pending)
    finally:
        for worker in workers:
            worker.stop()


def worker_count(files: int) -> int:
    """How many processes are worth starting for that number of files."""
    return max(1, min(available_cores(), files // 4))


class _Worker:
    """A process that checks one file at a time."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.task: int | None = None
        self.since = 0.0
        self._start()

    def _start(self) -> None:
        methods = mp.get_all_start_methods()
        context: Any = mp.get_context("fork" if "fork" in methods else "spawn")
        ours, theirs = context.Pipe()
        self.connection: Connection = ours
        self._process = context.Process(target=_serve, args=(theirs, self._job), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, files: Sequence[str], pending: list[int]) -> None:
        self.task = pending.pop() if pending else None
        if self.task is not None:
            self.since = time.monotonic()
            self.connection.send(files[self.task])

    def result(self, files: Sequence[str], limit: float | None) -> tuple[int, Report] | None:
        task = self.task
        if task is None:
            return None
        if self.connection.poll():
            try:
                return task, self.connection.recv()
            except (EOFError, OSError):
                return task, self._replace(files[task], None)
        if limit is not None and time.monotonic() - self.since > limit:
            return task, self._replace(files[task], limit)
        return None

    def _replace(self, file: str, limit: float | None) -> Report:
        """A new process for one that hangs or has died."""
        self.stop()
        self._start()
        report = Report()
        span = SourceText(file, b"").span(0, 0)
        if limit is not None:
            report.add(rules.xml.TIME_LIMIT, f"checking took more than {limit:g} s", span=span)
        else:
            message = "the process that checked this file ended without a result"
            report.add(rules.xml.CHECK_STOPPED, message, span=span)
        return report

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self.connection.close()


def _patience(busy: list[_Worker], limit: float | None) -> float | None:
    if limit is None:
        return None
    first = min(worker.since for worker in busy)
    return max(0.0, first + limit - time.monotonic()) + 0.01


def _serve(connection: Connection, job: Job) -> None:
    while True:
        try:
            file = connection.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        report = job(file)
        # Texts are for excerpts: none is needed of a file without findings.
        used = {d.span.file for d in report if d.span is not None}
        report.sources = {name: text for name, text in report.sources.items() if name in used}
        connection.send(report)
