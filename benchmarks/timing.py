"""How long a call takes, as little disturbed as a shared machine allows."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


def best_of(call: Callable[[], object], *, seconds: float = 0.5, repeat: int = 5) -> float:
    """The shortest mean time of one call [s] over groups of calls that fill `seconds`.

    The shortest is what the code needs; all else is what the machine was busy with.
    """
    call()
    start = perf_counter()
    call()
    count = max(1, int(seconds / repeat / max(perf_counter() - start, 1e-7)))
    times: list[float] = []
    for _ in range(repeat):
        start = perf_counter()
        for _ in range(count):
            call()
        times.append((perf_counter() - start) / count)
    return min(times)


def in_turns(
    calls: dict[str, Callable[[], object]],
    *,
    seconds: float = 0.004,
    rounds: int = 100,
    clock: Callable[[], float] = perf_counter,
) -> dict[str, float]:
    """The shortest mean time of one call [s] of each, measured in turns.

    Whatever slows the machine down for a while then hits all of them: ratios can be trusted even
    where the times themselves cannot. Many short groups, for a long one is seldom left alone; one
    call before each fills the caches that another's turn has emptied. With `process_time` as the
    clock, what other processes take does not count, and all threads do.
    """
    counts: dict[str, int] = {}
    for name, call in calls.items():
        call()
        start = clock()
        call()
        counts[name] = max(1, int(seconds / max(clock() - start, 1e-7)))
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            call()
            start = clock()
            for _ in range(counts[name]):
                call()
            best[name] = min(best[name], (clock() - start) / counts[name])
    return best
