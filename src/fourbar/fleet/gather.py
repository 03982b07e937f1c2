"""Give tasks to an executor and take their results as they come."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from .error import FleetError
from .executors import Workers

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""Tasks that wait at the executor for each one that runs."""
_ATTEMPTS = 8
"""How often a task is given to another worker after its own was lost."""


class Lost(NamedTuple):
    """Instead of a result: every worker that had the task was lost."""

    attempts: int


def gather(
    workers: Workers, function: Callable[[T], R], tasks: Iterable[T]
) -> Iterator[tuple[T, R | Lost]]:
    """Each task with its result, in the order in which they are done.

    Only a bounded number of tasks is at the executor at any time, however many there are. A task
    whose worker is lost is given again. What `function` raises is raised here.
    """
    source = iter(tasks)
    again: deque[tuple[T, int]] = deque()
    running: dict[Future[R], tuple[T, int]] = {}
    # Each tells by itself: looking at all that run takes longer, the more workers there are.
    finished: SimpleQueue[Future[R]] = SimpleQueue()
    try:
        while True:
            while len(running) < workers.count * _AHEAD:
                following = again.popleft() if again else _next(source)
                if following is None:
                    break
                future = _submit(workers, function, following[0])
                running[future] = following
                future.add_done_callback(finished.put)
            if not running:
                return
            for future in _taken(finished):
                if future not in running:
                    continue  # given again, together with all others of a broken executor
                task, attempts = running.pop(future)
                try:
                    yield task, future.result()
                except BrokenExecutor as error:
                    if not workers.replaced():
                        raise FleetError(f"the executor broke: {error}") from error
                    again.extend((t, n + 1) for t, n in running.values())
                    running.clear()
                    again.appendleft((task, attempts + 1))
                except CancelledError as error:  # its scheduler is gone, or the way to it
                    if not workers.replaced():
                        raise FleetError(
                            "the cluster is gone; run the same again to do what is missing"
                        ) from error
                    again.extend(running.values())
                    running.clear()
                    again.appendleft((task, attempts))
                except Exception as error:
                    if not _lost_its_worker(error):
                        raise
                    again.append((task, attempts + 1))
                if again and again[0][1] >= _ATTEMPTS:
                    task, attempts = again.popleft()
                    yield task, Lost(attempts)
    finally:
        for future in running:
            future.cancel()


def _taken(finished: SimpleQueue[Future[R]]) -> list[Future[R]]:
    """All that are done, at least one."""
    found = [finished.get()]
    while not finished.empty():
        found.append(finished.get())
    return found


def _next(source: Iterator[T]) -> tuple[T, int] | None:
    for task in source:
        return task, 0
    return None


def _submit(workers: Workers, function: Callable[[T], R], task: T) -> Future[R]:
    try:
        return workers.executor.submit(function, task)
    except (BrokenExecutor, RuntimeError, OSError) as error:  # closed, or without a connection
        if not workers.replaced():
            raise FleetError(f"the executor broke: {error}") from error
        return workers.executor.submit(function, task)


def _lost_its_worker(error: Exception) -> bool:
    """Whether a cluster gave up on a task because several of its workers died."""
    kinds: tuple[Any, ...] = type(error).__mro__
    return any(kind.__name__ == "KilledWorker" for kind in kinds)
