"""Large work on all processors at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

J = TypeVar("J", bound=Hashable)
R = TypeVar("R")

ENOUGH = 1 << 20
"""Bytes of files from which on starting threads pays."""
_MOST = 8


def run_parallel(
    jobs: Mapping[J, int], work: Callable[[J], R], *, progress: Callable[[int, int], None]
) -> dict[J, R]:
    """The result of `work` for each job, given how many bytes each one reads.

    `work` must not raise; it gains from threads as far as it lets go of the interpreter. Progress
    is told by the calling thread: how many jobs are done, and how many there are.
    """
    results: dict[J, R] = {}
    # The largest first, so that none of them is left to one thread in the end.
    pending = sorted(jobs, key=lambda job: jobs[job])

    def run(tell: Callable[[int, int], None] | None) -> None:
        while True:
            try:
                job = pending.pop()
            except IndexError:
                return
            results[job] = work(job)
            if tell is not None:
                tell(len(results), len(jobs))

    progress(0, len(jobs))
    threads = min(_processors(), len(jobs), _MOST) if sum(jobs.values()) >= ENOUGH else 1
    if threads < 2:
        run(progress)
        return results
    from threading import Thread

    others = [Thread(target=run, args=(None,)) for _ in range(threads - 1)]
    for thread in others:
        thread.start()
    run(progress)
    for thread in others:
        thread.join()
    progress(len(jobs), len(jobs))
    return results


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
