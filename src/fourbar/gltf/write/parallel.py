"""Large work on all processors at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from ..._native import available_cores

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
    threads = min(available_cores(), len(jobs), _MOST) if sum(jobs.values()) >= ENOUGH else 1
    if threads < 2:
        run(progress)
        return results
    from threading import Thread

    others = [Thread(target=run, args=(None,)) for _ in range(threads - 1)]
    for thread in others:
        thread.start()
    try:
        run(progress)
    finally:
        pending.clear()  # Ctrl-C, or nobody waits any more: the others end with what is at hand
        for thread in others:
            thread.join()
    progress(len(jobs), len(jobs))
    return results
