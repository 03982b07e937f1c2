"""Large meshes on all processors at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

J = TypeVar("J", bound=Hashable)
R = TypeVar("R")

ENOUGH = 1 << 20
"""Bytes of files from which on starting threads pays."""
_MOST = 8


def pack_together(jobs: Mapping[J, int], work: Callable[[J], R]) -> dict[J, R]:
    """The result of `work` for each job, given how many bytes each one reads.

    Nothing where there is little to do: the caller then works as it goes. `work` must not raise;
    it gains from threads as far as it lets go of the interpreter.
    """
    threads = min(_processors(), len(jobs), _MOST)
    if threads < 2 or sum(jobs.values()) < ENOUGH:
        return {}
    from threading import Thread

    results: dict[J, R] = {}
    # The largest first, so that none of them is left to one thread in the end.
    pending = sorted(jobs, key=lambda job: jobs[job])

    def run() -> None:
        while True:
            try:
                job = pending.pop()
            except IndexError:
                return
            results[job] = work(job)

    others = [Thread(target=run) for _ in range(threads - 1)]
    for thread in others:
        thread.start()
    run()
    for thread in others:
        thread.join()
    return results


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
